import { isMissing, numeric, type Column, type Dataset } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { matchingTotals } from '@sdc/stats/internal'
import { keyCodes, levelsOfBoth } from '@sdc/toolkit'

/**
 * Number of released records that each known person fits.
 *
 * @param people - For each column one code a person, −1 where it fits every code.
 * @param released - The same of the released records.
 * @returns One number a person.
 *
 * Cost: O(n) a column for each way in which codes are missing.
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
 * Values of a column of two files as codes that are equal where the values are, −1 where one is missing or `*`.
 *
 * @param known - The column of the people.
 * @param released - The same column of the released file.
 * @returns Codes of both; undefined where one holds numbers and the other categories.
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
 * Missing cells of a column, as codes 0 and 1.
 *
 * @param file - The file.
 * @param name - The column.
 * @returns One code a record.
 */
export function missingCodes(file: Dataset, name: string): Int32Array {
  const column = file.column(name)
  return Int32Array.from({ length: file.rows }, (_, i) => (isMissing(column, i) ? 1 : 0))
}
