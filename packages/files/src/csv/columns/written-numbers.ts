import type { CategoricalColumn, NumericColumn } from '@sdc/core'
import { numberOf, numberText, type DecimalMark } from '../number-text.js'

/** Form of the numbers of a column that are not all plain decimal numbers. */
export interface WrittenForm {
  /** Mark between groups of three digits; undefined if there is none. */
  readonly grouping: string | undefined
  /** True if the texts alone prove a grouping mark: 1,234.5 and 1,234,567 do, 1,234 does not. */
  readonly isProven: boolean
  readonly hasDecimals: boolean
  /** Text of the first infinite value. */
  readonly infinite: string | undefined
}

/** Recognises the numbers of a column, text by text. */
export interface WrittenNumbers {
  /** Adds a text without surrounding blanks; false if the column is not numeric. */
  add(text: string): boolean
  /** Form of the texts so far; undefined if they are not numbers of one form. */
  form(): WrittenForm | undefined
}

const ANY_GROUPS = /^[+-]?[1-9]\d{0,2}(?:[ \u{A0}\u{202F}'’.,]\d{3})+(?:[.,]\d+)?$/u
const INFINITE = /^[+-]?inf(?:inity)?$/i
const LEADING_ZERO = /^[+-]?0\d/

const patterns = {
  '.': {
    plain: /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/,
    grouped: /^[+-]?[1-9]\d{0,2}([ \u{A0}\u{202F}'’.,])\d{3}(\1\d{3})*(\.\d+)?$/u,
  },
  ',': {
    plain: /^[+-]?(?:\d+,?\d*|,\d+)(?:[eE][+-]?\d+)?$/,
    grouped: /^[+-]?[1-9]\d{0,2}([ \u{A0}\u{202F}'’.,])\d{3}(\1\d{3})*(,\d+)?$/u,
  },
} as const

/** Returns true for a text that may be a number in a common written form, but is not a plain one. */
export function mayBeWritten(text: string): boolean {
  return ANY_GROUPS.test(text) || INFINITE.test(text) || /^[+-]?[1-9]\d{15,}$/.test(text)
}

/**
 * Recognises numbers with groups of three digits (1,234.56 · 1.234,56 · 1 234,56 · 1'234.56), whole numbers beyond 2⁵³
 * between decimals, and infinite values between decimals.
 *
 * @param mark - The decimal mark.
 * @returns A recogniser without texts.
 */
export function writtenNumbers(mark: DecimalMark): WrittenNumbers {
  const { plain, grouped } = patterns[mark]
  let isAlive = true
  let [grouping, infinite]: (string | undefined)[] = []
  let [isProven, hasDecimals, hasLong] = [false, false, false]

  function accepts(text: string): boolean {
    if (plain.test(text)) {
      if (LEADING_ZERO.test(text) || !Number.isFinite(numberOf(text, mark))) return false
      const isWhole = /^[+-]?\d+$/.test(text)
      hasDecimals ||= !isWhole
      // Four or more digits would have groups.
      hasLong ||= isWhole && /\d{4}/.test(text)
      return true
    }
    const groups = grouped.exec(text)
    if (groups === null) {
      infinite ??= text
      return INFINITE.test(text)
    }
    const [, own, further, decimals] = groups
    // A mark that occurs once is the decimal mark.
    if ((own === mark && (further === undefined || decimals !== undefined)) || (grouping ?? own) !== own) return false
    grouping = own
    isProven ||= further !== undefined || decimals !== undefined || (own !== '.' && own !== ',')
    hasDecimals ||= decimals !== undefined
    return true
  }

  return {
    add(text) {
      isAlive &&= accepts(text)
      return isAlive
    },
    form() {
      if (!isAlive) return undefined
      if (grouping === undefined) return hasDecimals ? { grouping, isProven, hasDecimals, infinite } : undefined
      const isMixed = (hasLong && (grouping === '.' || grouping === ',')) || (hasDecimals && grouping === mark)
      return isMixed || infinite !== undefined ? undefined : { grouping, isProven, hasDecimals, infinite }
    },
  }
}

/**
 * Returns the number of a text.
 *
 * @param text - A text of a column with this form.
 * @param grouping - Mark between its groups.
 * @param mark - Decimal mark.
 * @returns The number.
 */
export function writtenNumber(text: string, grouping: string | undefined, mark: DecimalMark): number {
  return numberOf(grouping === undefined ? text : text.replaceAll(grouping, ''), mark)
}

/**
 * Returns numbers as texts with groups of three digits.
 *
 * @param column - The numbers; NaN if missing.
 * @param grouping - Mark between the groups.
 * @param mark - Decimal mark.
 * @returns The texts as categories; undefined if the texts alone would not prove numbers with groups.
 */
export function groupedTexts(
  { values }: NumericColumn,
  grouping: string,
  mark: DecimalMark,
): CategoricalColumn | undefined {
  const codeOf = new Map<number, number>()
  const levels: string[] = []
  const seen = writtenNumbers(mark)
  const codes = new Int32Array(values.length).fill(-1)
  for (let r = 0; r < values.length; r++) {
    const value = values[r]
    if (value !== value) continue
    const key = Object.is(value, -0) ? Infinity : value
    let code = codeOf.get(key)
    if (code === undefined) {
      const text = numberText(value, mark).replace(/^-?\d+(?!\d*e)/, (whole) =>
        whole.replace(/\B(?=(?:\d{3})+$)/g, grouping),
      )
      seen.add(text)
      codeOf.set(key, (code = levels.push(text) - 1))
    }
    codes[r] = code
  }
  const form = seen.form()
  // A comma with blanks as grouping mark is proved decimal by other numbers only.
  const isShown = mark === '.' || grouping === '.' || levels.some((text) => /^-?\d+,\d/.test(text))
  return form?.grouping === grouping && form.isProven && isShown
    ? { kind: 'categorical', codes, levels, ordered: false }
    : undefined
}
