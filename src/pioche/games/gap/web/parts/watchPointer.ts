/** Reports the kind of input before it has an effect: `mouse`, `pen`, `touch` or `key`. */
export function watchPointer(
  node: HTMLElement,
  tell: (kind: string) => void,
): { destroy: () => void } {
  const pointer = (event: PointerEvent): void => tell(event.pointerType);
  const key = (): void => tell("key");
  const page = node.ownerDocument;
  page.addEventListener("pointerdown", pointer, { capture: true });
  page.addEventListener("keydown", key, { capture: true });
  return {
    destroy() {
      page.removeEventListener("pointerdown", pointer, { capture: true });
      page.removeEventListener("keydown", key, { capture: true });
    },
  };
}
