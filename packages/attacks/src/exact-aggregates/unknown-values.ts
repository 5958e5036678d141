import { numericValues, SdcError, type Dataset } from '@sdc/core'
import { sortedValues } from '@sdc/stats'

/**
 * Returns the values of a released column that belong to none of the known records, ascending.
 *
 * A released column that is a permutation of the original's has exactly its values. Without the values of the known
 * records, the rest belong to the unknown records; only their assignment is open.
 *
 * Cost: O(n log n).
 *
 * @param released - Released file.
 * @param known - Records that the intruder knows.
 * @param name - Column.
 * @returns The values.
 * @throws MISSING_VALUES for a missing value in either file, WRONG_INPUT for a known value that the released column
 *   lacks.
 */
export function unknownValues(released: Dataset, known: Dataset, name: string): Float64Array {
  refuseMissing(released, known, name)
  const [all, own] = [numericValues(released, name), numericValues(known, name)]
  const sorted = sortedValues(all)
  const taken = sortedValues(own)
  const left: number[] = []
  let at = 0
  for (const value of sorted) {
    if (at < taken.length && taken[at] === value) at++
    else left.push(value)
    if (at < taken.length && taken[at] < value) throw noPermutation(name, own, taken[at])
  }
  if (at < taken.length) throw noPermutation(name, own, taken[at])
  return Float64Array.from(left)
}

/**
 * Refuses a column with a missing value in either file.
 *
 * @param released - The released file.
 * @param known - The records that the intruder knows.
 * @param name - A column of numbers.
 * @throws MISSING_VALUES for a missing value.
 */
export function refuseMissing(released: Dataset, known: Dataset, name: string): void {
  for (const [data, file] of [
    [released, 'the released file'],
    [known, 'the known records'],
  ] as const) {
    // oxfmt-ignore
    const row = numericValues(data, name).findIndex(Number.isNaN)
    if (row < 0) continue
    const message = `column "${name}" of ${file} has no value in record ${row + 1}`
    throw new SdcError('MISSING_VALUES', message, { column: name, row: row + 1 }, 'Omit the column.')
  }
}

function noPermutation(name: string, known: Float64Array, value: number): SdcError {
  const row = known.indexOf(value) + 1
  const message =
    `column "${name}" of the released file lacks the value ${value} of known record ${row}, or has it too rarely: ` +
    'its values differ from the original'
  const fix = 'Omit the column: the attack needs columns with permuted original values.'
  return new SdcError('WRONG_INPUT', message, { column: name, row }, fix)
}
