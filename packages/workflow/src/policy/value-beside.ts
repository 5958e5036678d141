/** Enough for any two numbers to differ in their texts where they differ. */
const MOST_DIGITS = 17

/**
 * A number beside one that it is held against: four digits, or as many more as it takes for it to be seen on its own side
 * of the other. So nothing is ever "25 %, which is more than 25 %".
 *
 * @param value - The number.
 * @param bound - What it is held against, which is shown with all its digits (`String`).
 * @returns The text, without unit.
 */
export function valueAgainstLimit(value: number, bound: number): string {
  for (let digits = 4; digits < MOST_DIGITS; digits++) {
    const shown = Number(value.toPrecision(digits))
    if (Math.sign(shown - bound) === Math.sign(value - bound)) return plain(shown)
  }
  return plain(value)
}

/** Without an exponent where it can be read without. */
export function plain(value: number): string {
  return Math.abs(value) >= 1e7 ? value.toExponential() : String(value)
}
