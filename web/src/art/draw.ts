/** The few strokes all our drawings are made of, in a box of 48 × 48. */

export const INK = "#22302c";
export const CREAM = "#fff5e1";

/** A filled circle. */
export const dot = (x: number, y: number, r: number, fill = INK): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

/** A filled ellipse. */
export const oval = (x: number, y: number, rx: number, ry: number, fill = INK): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;

/** A filled path. */
export const shape = (d: string, fill = INK): string => `<path d="${d}" fill="${fill}"/>`;

/** A stroke with round ends; 2 is the thinnest that still shows at 24 px. */
export const line = (d: string, width = 2.5, stroke = INK): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** A left half and its mirror image. */
export const pair = (left: string): string =>
  `${left}<g transform="matrix(-1 0 0 1 48 0)">${left}</g>`;

/** The ground of a drawing. */
export const disc = (fill: string): string => dot(24, 24, 24, fill);

/** Layers, the lowest first. */
export const layers = (...parts: string[]): string => parts.join("");
