/** Enough for any two numbers to differ in their texts where they differ. */
const MOST_DIGITS = 17

/**
 * Text of a number that is compared with a limit: with so many digits that it is on its own side of the limit. So a text
 * never says "25 %, which is more than 25 %".
 *
 * @param value - The number.
 * @param bound - The limit, which is shown with all its digits.
 * @param least - Fewest significant digits.
 * @returns The text, without unit.
 */
export function valueAgainstLimit(value: number, bound: number, least = 2): string {
  for (let digits = least; digits < MOST_DIGITS; digits++) {
    const shown = Number(value.toPrecision(digits))
    if (Math.sign(shown - bound) === Math.sign(value - bound)) return plain(shown)
  }
  return plain(value)
}

/** Without an exponent where it can be read without. */
export function plain(value: number): string {
  return Math.abs(value) >= 1e7 ? value.toExponential() : String(value)
}
