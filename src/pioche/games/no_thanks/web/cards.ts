/** What a card is called: its value. */
export function cardName(card: unknown): string {
  return String(card);
}
