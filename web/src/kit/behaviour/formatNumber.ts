/** A number with a real minus sign: −4, 7. */
export function formatNumber(number: number): string {
  return String(number).replace("-", "−");
}

/** A number that always has its sign, except zero: −4, 0, +7. */
export function formatSigned(number: number): string {
  return number > 0 ? `+${number}` : formatNumber(number);
}

/** Whether a number needs a foot, because it is another number upside down. */
export function needsFoot(number: number | string): boolean {
  return ["6", "9"].includes(String(number));
}
