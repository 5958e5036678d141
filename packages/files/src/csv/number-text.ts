export type DecimalMark = '.' | ','

/** At most 15 digits, no needless zero: such a text is the shortest of its number, so that it need not be kept. */
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

/** What a number says of the decimal mark: it has decimals, it may be a thousand, it is a thousand without a mark. */
export type MarkUse = 'decimals' | 'either' | 'unmarked' | 'none'

/** `1.234`: as it is written where a point parts thousands, one to three digits and three after them. */
const likeThousands = {
  '.': /^[+-]?[1-9]\d{0,2}\.\d{3}$/,
  ',': /^[+-]?[1-9]\d{0,2},\d{3}$/,
}
const unmarked = /^[+-]?[1-9]\d{3,}$/

/**
 * What a number says of the decimal mark. 0.512 and 1.5 have decimals; 1.234 may be a thousand; 1234 is one, written
 * without a mark; 999 says nothing.
 *
 * @param text - A text that is a number.
 * @param mark - The mark that was taken for the decimal one.
 * @returns What follows from this number alone.
 */
export function markUse(text: string, mark: DecimalMark): MarkUse {
  if (text.includes(mark)) return likeThousands[mark].test(text) ? 'either' : 'decimals'
  return text.length > 3 && unmarked.test(text) ? 'unmarked' : 'none'
}

/** The number of a text that is a decimal number. */
export function numberOf(text: string, mark: DecimalMark): number {
  return Number(mark === '.' ? text : text.replace(',', '.'))
}

/**
 * Why a text cannot stand in a numeric column without loss (`"007" has leading zeros`); null where it can.
 * Only finite decimal numbers can: no hexadecimal, no `Infinity`, nothing that overflows, no code with leading zeros,
 * and no whole number that a double would round (long account numbers).
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

/** True if a text is, without a closer look, what `numberText` writes for its number. */
export function isShortest(text: string, mark: DecimalMark): boolean {
  // Longer texts may have more than 15 digits; 0.000000… is written with an exponent.
  return text.length <= 16 && shortest[mark].test(text) && !tiny.test(text)
}
const tiny = /^-?0.000000/

/**
 * The shortest decimal that reads back as the same number, bit for bit; −0 is `-0`. Whole numbers beyond 2^53 get an
 * exponent, since they would read back as text.
 */
export function numberText(value: number, mark: DecimalMark): string {
  if (Object.is(value, -0)) return '-0'
  const text = Math.abs(value) > maxExact ? value.toExponential() : String(value)
  return mark === '.' ? text : text.replace('.', ',')
}

/**
 * The text of a number in a column of a number of decimals: exactly so many, `-0.00` for −0.
 *
 * @param value - The number.
 * @param decimals - How many decimals; below 0 the text is the shortest (`numberText`).
 * @param mark - The decimal mark.
 * @returns The text; of very large numbers, which no text of so few digits tells, the shortest.
 */
export function decimalText(value: number, decimals: number, mark: DecimalMark): string {
  if (decimals < 0 || Math.abs(value) > maxExact) return numberText(value, mark)
  const text = Object.is(value, -0) ? `-${(0).toFixed(decimals)}` : value.toFixed(decimals)
  return mark === '.' ? text : text.replace('.', ',')
}
