export type DecimalMark = '.' | ','

/** At most 15 digits without redundant zeros: such a text is the shortest of its number and need not be kept. */
const shortest = {
  '.': /^-?(?:0|[1-9]\d{0,14})(?:\.\d{0,13}[1-9])?$/,
  ',': /^-?(?:0|[1-9]\d{0,14})(?:,\d{0,13}[1-9])?$/,
}
const decimal = {
  '.': /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/,
  ',': /^[+-]?(?:\d+,?\d*|,\d+)(?:[eE][+-]?\d+)?$/,
}
const leadingZero = /^[+-]?0\d/
const whole = /^[+-]?\d+$/
const maxExact = 2 ** 53

/**
 * Evidence of a number for the decimal mark: it has decimals, may have a thousands mark, or is a thousand without a
 * mark.
 */
export type MarkUse = 'decimals' | 'either' | 'unmarked' | 'none'

/** `1.234`: one to three digits, a mark, and three digits, as with a thousands separator. */
const likeThousands = {
  '.': /^[+-]?[1-9]\d{0,2}\.\d{3}$/,
  ',': /^[+-]?[1-9]\d{0,2},\d{3}$/,
}
const unmarked = /^[+-]?[1-9]\d{3,}$/

/**
 * Returns the evidence of a number for the decimal mark. 0.512 and 1.5 have decimals; 1.234 may be a thousand; 1234 is
 * one without a mark; 999 shows nothing.
 *
 * @param text - A text that is a number.
 * @param mark - Assumed decimal mark.
 * @returns The evidence of this number alone.
 */
export function markUse(text: string, mark: DecimalMark): MarkUse {
  if (text.includes(mark)) return likeThousands[mark].test(text) ? 'either' : 'decimals'
  return text.length > 3 && unmarked.test(text) ? 'unmarked' : 'none'
}

/** Returns the value of a decimal number. */
export function numberOf(text: string, mark: DecimalMark): number {
  return Number(mark === '.' ? text : text.replace(',', '.'))
}

/**
 * Returns the reason why a text cannot be in a numeric column without loss (`"007" has leading zeros`); null if it can.
 * Only finite decimal numbers are accepted: no hexadecimal, `Infinity`, overflow, code with leading zeros, or whole
 * number that a double would round (long account numbers).
 */
export function numberProblem(text: string, mark: DecimalMark): string | null {
  const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
  if (!decimal[mark].test(text)) {
    const comma = mark === '.' && decimal[','].test(text) ? " (a decimal comma? say decimal: ',' in the schema)" : ''
    return `${shown} is not a number${comma}`
  }
  const value = numberOf(text, mark)
  if (!Number.isFinite(value)) return `${shown} is too large for a number`
  if (leadingZero.test(text)) return `${shown} has leading zeros`
  // 2^53 + 1 is rounded to 2^53, so the digits decide there.
  const size = Math.abs(value)
  if (whole.test(text) && (size > maxExact || (size === maxExact && !text.endsWith('9007199254740992')))) {
    return `${text.length > 40 ? shown : text} is a whole number beyond 2^53`
  }
  return null
}

/** Returns true if a text is certainly the one that `numberText` writes for its number. */
export function isShortest(text: string, mark: DecimalMark): boolean {
  // Longer texts may have more than 15 digits; 0.000000… is written with an exponent.
  return text.length <= 16 && shortest[mark].test(text) && !tiny.test(text)
}
const tiny = /^-?0.000000/

/**
 * Returns the shortest decimal that reads back as the same number, bit for bit; −0 is `-0`. Whole numbers beyond 2^53
 * get an exponent, since they would read back as text.
 */
export function numberText(value: number, mark: DecimalMark): string {
  if (Object.is(value, -0)) return '-0'
  const text = Math.abs(value) > maxExact ? value.toExponential() : String(value)
  return mark === '.' ? text : text.replace('.', ',')
}

/**
 * Returns the text of a number with a fixed number of decimals; `-0.00` for −0.
 *
 * @param value - The number.
 * @param decimals - Number of decimals; below 0 for the shortest text (`numberText`).
 * @param mark - Decimal mark.
 * @returns The text; the shortest one for numbers too large for a text of fixed decimals.
 */
export function decimalText(value: number, decimals: number, mark: DecimalMark): string {
  if (decimals < 0 || Math.abs(value) > maxExact) return numberText(value, mark)
  const text = Object.is(value, -0) ? `-${(0).toFixed(decimals)}` : value.toFixed(decimals)
  return mark === '.' ? text : text.replace('.', ',')
}
