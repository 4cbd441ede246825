/** Arrow keys go from card to card within a group; Tab goes from group to group as usual. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function followArrowKeys(node: HTMLElement): { destroy: () => void } {
  const step = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    if ((!by && event.key !== "Home" && event.key !== "End") || event.altKey || event.metaKey)
      return;
    const all = [...node.querySelectorAll<HTMLElement>("button:not(:disabled), a[href]")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0 || all.length < 2) return;
    event.preventDefault();
    const next = by
      ? (at + by + all.length) % all.length
      : event.key === "Home"
        ? 0
        : all.length - 1;
    all[next]?.focus();
  };
  node.addEventListener("keydown", step);
  return { destroy: () => node.removeEventListener("keydown", step) };
}
