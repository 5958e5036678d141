/** Number of digits that distinguishes any two different numbers. */
const MOST_DIGITS = 17

/**
 * Returns the text of a number that is compared with a limit, with enough digits to stay on its side of the limit. So a
 * text never says "25 %, which is more than 25 %".
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

/** Returns a number without an exponent if it is readable so. */
export function plain(value: number): string {
  return Math.abs(value) >= 1e7 ? value.toExponential() : String(value)
}
