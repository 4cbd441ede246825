/** Keeps the focus in a group: when a focused card leaves, the card in its place gets the focus. */
export function keepFocus(node: HTMLElement): { destroy: () => void } {
  let last: HTMLElement | null = null;
  let at = 0;
  const buttons = (): HTMLElement[] => [
    ...node.querySelectorAll<HTMLElement>("button:not(:disabled)"),
  ];
  const enter = (event: FocusEvent): void => {
    last = event.target as HTMLElement;
    at = Math.max(0, buttons().indexOf(last));
  };
  // A removed card loses the focus, too. Forget the last card only if the user left it.
  const leave = (): void => queueMicrotask(() => (last = last?.isConnected ? null : last));
  const seen = new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const all = buttons();
    (all[Math.min(at, all.length - 1)] ?? node).focus();
  });
  node.addEventListener("focusin", enter);
  node.addEventListener("focusout", leave);
  seen.observe(node, { childList: true, subtree: true });
  return {
    destroy: () => {
      seen.disconnect();
      node.removeEventListener("focusin", enter);
      node.removeEventListener("focusout", leave);
    },
  };
}
