/**
 * Returns |y − x|/|x|, the variation of one value: a summand of IL1 (Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, eq.
 * 6).
 *
 * @param x - The original value.
 * @param y - The masked one.
 * @returns NaN if it is undefined: x is zero, or either is missing; such a cell is left out of sum and count.
 */
export function relativeChange(x: number, y: number): number {
  return x === 0 ? Number.NaN : Math.abs(y - x) / Math.abs(x)
}
