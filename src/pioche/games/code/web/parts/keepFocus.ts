/** Who plays a card by keyboard goes on from the one that has moved up into its place. */
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
  // What is taken away loses the focus too; only who leaves of their own will is let go.
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
