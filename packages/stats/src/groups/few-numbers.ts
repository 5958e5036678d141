/** Number of a column, with its frequency. */
export interface NumberCount {
  readonly value: number
  readonly count: number
}

/** Column of few different whole numbers, with the reasons to treat them as codes or as a count. */
export interface FewNumbers {
  /** Numbers in ascending order, with their frequencies. */
  readonly numbers: readonly NumberCount[]
  /** True if they look like codes of categories: their sizes would then mean nothing. */
  readonly areCodes: boolean
  /** Reasons for codes, a clause each. */
  readonly forCodes: readonly string[]
  /** Reasons for a count or a measurement. */
  readonly forNumbers: readonly string[]
}

/**
 * Maximum of different numbers. More cannot be recognised as codes by their values alone: region numbers and ages look
 * alike.
 */
const MOST = 20
/** Lowest code: codes are short, and the table below has a place for each. */
const LOWEST = -999
const HIGHEST = 9999
/** Minimum number of records: fewer show nothing, nor do numbers that are hardly repeated. */
const FEWEST_RECORDS = 30
const REPEATED = 5
/** Rise of a frequency, in standard deviations, that is not due to chance. */
const RISE = 4
/** Minimum number of values of a count from 1 with decreasing frequencies; its last value has a small share. */
const LONG_TAIL = 6
const THIN = 0.05

/**
 * Describes a column of a few whole numbers, which may look like codes (sex 1 and 2, a kind of roof 2, 4, 5, 6, 9) or
 * like a count (children 0, 1, 2, …).
 *
 * A count has every number from 0 or 1 up. Its frequencies rise at most once and then fall, and the last are rare; 0
 * may have any frequency. Codes leave numbers out, have frequencies that fall and rise again, or have only two values.
 * Special numbers at the end (97, 99, −9) are set aside first. Numbers that begin beyond 9 without a gap (years, ages),
 * and multiples of a common number above 1, count as measurements.
 *
 * @param values - n values, NaN if missing.
 * @returns The description. Undefined for fewer than 30 records, and for a value that is not whole or outside −999 to
 *   9,999. Undefined also for more than 20 or fewer than two different numbers, and for fewer than five records per
 *   number.
 *
 * Cost: one pass, which ends at the first value outside these limits.
 */
export function fewNumbers(values: Float64Array): FewNumbers | undefined {
  const numbers = countedNumbers(values)
  if (numbers === undefined || numbers.length < 2) return undefined
  const records = numbers.reduce((sum, { count }) => sum + count, 0)
  if (records < FEWEST_RECORDS || records < REPEATED * numbers.length) return undefined
  const special = outlyingCodes(numbers)
  const own = numbers.filter((one) => !special.includes(one))
  return { numbers, ...judged(own, special) }
}

function countedNumbers(values: Float64Array): NumberCount[] | undefined {
  const table = new Int32Array(HIGHEST - LOWEST + 1)
  let distinct = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value !== value) continue
    if (!(value >= LOWEST && value <= HIGHEST) || Math.trunc(value) !== value) return undefined
    if (table[value - LOWEST]++ === 0 && ++distinct > MOST) return undefined
  }
  return Array.from(table, (count, at) => ({ value: at + LOWEST, count })).filter(({ count }) => count > 0)
}

function judged(own: readonly NumberCount[], special: readonly NumberCount[]): Omit<FewNumbers, 'numbers'> {
  const first = own[0].value
  const last = own[own.length - 1].value
  const hasGaps = last - first + 1 > own.length
  const isOneMode = hasOneMode(own[0].value === 0 ? own.slice(1) : own)
  const divisor = own.reduce((common, { value }) => greatestDivisor(common, value), 0)
  const mostCommon = own.reduce((most, { count }) => Math.max(most, count), 0)
  const thinsOut = own[own.length - 1].count < THIN * mostCommon

  const forCodes = [
    ...(own.length === 2 ? ['only two numbers'] : []),
    ...(hasGaps ? [`numbers between ${first} and ${last} that never occur`] : []),
    ...(isOneMode ? [] : ['frequencies that fall and rise again']),
    ...(special.length > 0 && last <= 9 ? [`${texts(special)} set apart from the others`] : []),
    ...(first === 1 ? ['they begin at 1'] : []),
  ]
  const forNumbers = [
    ...(first === 0 && own.length > 2 ? ['they begin at 0'] : []),
    ...(hasGaps || own.length === 2 ? [] : ['no number left out']),
    ...(isOneMode && own.length > 2 ? ['frequencies that rise once and fall'] : []),
    ...(thinsOut && own.length > 2 && !hasGaps ? ['the largest are rare'] : []),
    ...(divisor > 1 ? [`all are multiples of ${divisor}`] : []),
    ...(first > 9 ? [`they begin at ${first}`] : []),
  ]
  const isCount = isOneMode && !hasGaps && (first === 0 ? own.length > 2 : own.length >= LONG_TAIL && thinsOut)
  const isMeasure = (first > 9 && !hasGaps) || (divisor > 1 && own.length > 2 && last > 9) || last > 999
  return { areCodes: !isCount && !isMeasure && first >= 0, forCodes, forNumbers }
}

/** Returns true if frequencies rise at most once and then fall, apart from chance. */
function hasOneMode(numbers: readonly NumberCount[]): boolean {
  let falls = false
  for (let k = 1; k < numbers.length; k++) {
    const [before, now] = [numbers[k - 1].count, numbers[k].count]
    const noise = RISE * Math.sqrt(before + now)
    if (now < before - noise) falls = true
    if (falls && now > before + noise) return false
  }
  return true
}

function greatestDivisor(a: number, b: number): number {
  let [common, rest] = [Math.abs(a), Math.abs(b)]
  while (rest !== 0) [common, rest] = [rest, common % rest]
  return common
}

function texts(numbers: readonly NumberCount[]): string {
  return numbers.map(({ value }) => String(value)).join(', ')
}

/**
 * Factor by which the frequency of a piled-up number exceeds that of its neighbours, and its minimum number of records.
 */
const PILED = 4
const FEWEST_PILED = 5
/** Number of neighbours that show the usual frequency at that end. */
const NEIGHBOURS = 10
/** Maximum of special numbers: a file has them for "refused", "not known" and "does not apply". */
const MOST_SPECIAL = 3

/**
 * Finds the numbers at the ends of a column that look like codes for a missing value: 9, 99, 999, 97, 98, 88, 77, …
 * above the others, −1, −8, −9, −99, … below them.
 *
 * A number above the others is such a code in two cases. Its distance to the next number is the whole range of the
 * others. Or it is not adjacent to them, has at least five records, and is four times as frequent as each of the ten
 * numbers before it. Negative numbers are such codes if no other number is negative.
 *
 * @param numbers - Different numbers in ascending order with their frequencies.
 * @returns Those that look like codes, ascending; never all of the numbers.
 */
export function outlyingCodes(numbers: readonly NumberCount[]): readonly NumberCount[] {
  return [...codesBelow(numbers), ...codesAbove(numbers)]
}

function codesBelow(numbers: readonly NumberCount[]): NumberCount[] {
  const negative: NumberCount[] = []
  for (const one of numbers) {
    if (one.value >= 0) break
    negative.push(one)
    if (negative.length > MOST_SPECIAL) return []
  }
  const areCodes = negative.every(({ value }) => isSpecialBelow(value))
  return negative.length < numbers.length && areCodes ? negative : []
}

function codesAbove(numbers: readonly NumberCount[]): NumberCount[] {
  let from = numbers.length
  while (from > 2 && numbers.length - from < MOST_SPECIAL && isSpecialAbove(numbers[from - 1].value)) from--
  // The largest set of special numbers is tried first: 97, 98 and 99 belong together.
  for (let at = from; at < numbers.length; at++) {
    const below = numbers.slice(0, at).filter(({ value }) => value >= 0)
    const special = numbers.slice(at)
    if (below.length >= 2 && areApart(below, special)) return special
  }
  return []
}

function areApart(below: readonly NumberCount[], special: readonly NumberCount[]): boolean {
  const next = below[below.length - 1].value
  const gap = special[0].value - next
  if (gap > 1 && gap >= next - below[0].value) return true
  const usual = below.slice(-NEIGHBOURS).reduce((most, { count }) => Math.max(most, count), 0)
  return gap > 1 && next >= 10 && special.every(({ count }) => count >= FEWEST_PILED && count >= PILED * usual)
}

/** Returns true for 7, 8, 9; 77, 88, 99; 97, 98; 997, 998, 999, …. */
function isSpecialAbove(value: number): boolean {
  return /^(?:7+|8+|9+|9+[678])$/.test(String(value))
}

/** Returns true for −1 to −9; −11 to −99 of one digit; −97, −98; …. */
function isSpecialBelow(value: number): boolean {
  return /^-(?:[1-9]|7+|8+|9+|9+[678])$/.test(String(value))
}
