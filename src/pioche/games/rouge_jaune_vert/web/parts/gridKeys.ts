/** Arrow keys in two dimensions: the index that a key leads to. */
export function stepInGrid(key: string, at: number, columns: number, all: number): number | null {
  const row = Math.floor(at / columns) * columns;
  const goals: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: row,
    End: Math.min(row + columns, all) - 1,
  };
  const goal = goals[key];
  if (goal === undefined) return null;
  return goal < 0 || goal >= all ? at : goal;
}

/** How many of these stand in the first row, as the page has laid them out. */
export function countColumns(elements: readonly HTMLElement[]): number {
  const top = elements[0]?.offsetTop;
  const next = elements.findIndex((element) => element.offsetTop !== top);
  return next < 0 ? elements.length : next;
}

/** Move the focus from slot to slot by arrow keys, and report where it is. */
export function followGridKeys(
  node: HTMLElement,
  focused: (slot: number) => void,
): { destroy: () => void } {
  const keydown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const all = [...node.querySelectorAll<HTMLElement>("[data-slot]")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const goal = at < 0 ? null : stepInGrid(event.key, at, countColumns(all), all.length);
    if (goal === null) return;
    event.preventDefault();
    all[goal]?.focus();
  };
  const focusin = (event: FocusEvent): void => {
    const { slot } = (event.target as HTMLElement).dataset;
    if (slot !== undefined) focused(Number(slot));
  };
  node.addEventListener("keydown", keydown);
  node.addEventListener("focusin", focusin);
  return {
    destroy: () => {
      node.removeEventListener("keydown", keydown);
      node.removeEventListener("focusin", focusin);
    },
  };
}
