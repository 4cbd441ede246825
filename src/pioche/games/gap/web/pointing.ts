/** Tells what a press is made with before it happens: `mouse`, `pen`, `touch` or `key`. */
export function pointing(
  node: HTMLElement,
  tell: (kind: string) => void,
): { destroy: () => void } {
  const pointer = (event: PointerEvent): void => tell(event.pointerType);
  const key = (): void => tell("key");
  node.addEventListener("pointerdown", pointer, { capture: true });
  node.addEventListener("keydown", key, { capture: true });
  return {
    destroy() {
      node.removeEventListener("pointerdown", pointer, { capture: true });
      node.removeEventListener("keydown", key, { capture: true });
    },
  };
}
