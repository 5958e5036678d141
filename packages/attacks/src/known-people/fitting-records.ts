import { isMissing, numeric, type Column, type Dataset } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { matchingTotals } from '@sdc/stats/internal'
import { keyCodes, levelsOfBoth } from '@sdc/toolkit'

/**
 * Counts the released records that each known person fits.
 *
 * @param people - One code per person for each column, −1 if it fits every code.
 * @param released - The same for the released records.
 * @returns One number per person.
 *
 * Cost: O(n) per column for each set of missing codes.
 */
export function fittingRecords(people: readonly Int32Array[], released: readonly Int32Array[]): Float64Array {
  const known = keyClasses(people)
  const rows = keyClasses(released)
  const count = known.firsts.length
  const both = people.map((codes, j) => {
    const joined = new Int32Array(count + rows.firsts.length)
    known.firsts.forEach((i, at) => (joined[at] = codes[i]))
    rows.firsts.forEach((i, at) => (joined[count + at] = released[j][i]))
    return joined
  })
  const sizes = new Float64Array(count + rows.firsts.length)
  sizes.set(rows.sizes, count)
  const asked = Int32Array.from({ length: count }, (_, at) => at)
  const fits = matchingTotals(both, sizes, asked, 'wildcard', rows.firsts.map((_, at) => count + at)) // oxfmt-ignore
  return Float64Array.from(known.ids, (id) => fits[id])
}

/**
 * Returns the values of a column of two files as codes that are equal if the values are, −1 if one is missing or `*`.
 *
 * @param known - Column of the people.
 * @param released - The same column of the released file.
 * @returns Codes of both; undefined if one has numbers and the other categories.
 */
export function codesOfBoth(known: Column, released: Column): readonly [Int32Array, Int32Array] | undefined {
  if (known.kind === 'numeric' && released.kind === 'numeric') {
    const codes = keyCodes(numeric([...known.values, ...released.values]))
    return [codes.slice(0, known.values.length), codes.slice(known.values.length)]
  }
  if (known.kind === 'numeric' || released.kind === 'numeric') return undefined
  const { codes: codeOf, levels } = levelsOfBoth(known.levels, released.levels)
  const star = levels.indexOf('*')
  const coded = (codes: Int32Array, of: (code: number) => number): Int32Array =>
    codes.map((code) => (code < 0 || of(code) === star ? -1 : of(code)))
  return [coded(known.codes, (code) => code), coded(released.codes, (code) => codeOf[code])]
}

/**
 * Returns the missing cells of a column as codes 0 and 1.
 *
 * @param file - File.
 * @param name - Column.
 * @returns One code per record.
 */
export function missingCodes(file: Dataset, name: string): Int32Array {
  const column = file.column(name)
  return Int32Array.from({ length: file.rows }, (_, i) => (isMissing(column, i) ? 1 : 0))
}
