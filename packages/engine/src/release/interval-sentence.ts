import { takeRows, type Dataset, type MaskingMethod, type Roles } from '@sdc/core'
import { dateColumns, dateIntervals, personsOf } from '@sdc/toolkit/internal'
import type { FileState } from '../run/files/assemble.js'

/** Share of the persons from which unchanged unique intervals are reported. */
const MANY = 0.01
/** Smallest number of such persons that is reported. */
const LEAST = 3

/**
 * Reports the risk that intervals between dates identify persons, if masking kept these intervals. Cost: O(n log n) per
 * column of dates.
 *
 * @param original - The original.
 * @param file - The masked file, with the original record of each of its records.
 * @param columns - The masked columns; only dates count.
 * @param roles - Kinds of the columns, and the column of persons.
 * @returns One sentence, or none.
 */
export function intervalSentence(
  original: Dataset,
  { data, origin }: FileState,
  columns: readonly string[],
  roles: Roles,
): string[] {
  const names = dateColumns(data, roles).filter((name) => dateColumns(original, roles).includes(name))
  if (!names.some((name) => columns.includes(name)) || origin.some((row) => row < 0)) return []
  const before = takeRows(original, origin)
  const persons = personsOf(before, roles)
  const [trueLists, lists] = [before, data].map((one) => dateIntervals(one, names, roles, persons))
  const sizes = new Map<string, number>()
  for (const list of lists) sizes.set(list, (sizes.get(list) ?? 0) + 1)
  const unique = lists.filter((list, p) => list !== '' && list === trueLists[p] && sizes.get(list) === 1).length
  if (unique < Math.max(LEAST, MANY * lists.length)) return []
  const unit = persons ? 'persons' : 'records'
  return [
    `intervals between dates are unchanged, and ${unique} of ${lists.length} ${unit} have a list of intervals that nobody ` +
      'else has: an intruder who knows these days finds their records (risk/date-intervals)',
  ]
}

/**
 * Reports the same risk out of core, without counting the lists.
 *
 * @param methods - The methods of the steps.
 * @returns One sentence, or none.
 */
export function keptIntervals(methods: readonly Pick<MaskingMethod, 'id' | 'traits'>[]): string[] {
  const keeping = methods.find(({ traits }) => traits.claims?.differences === true)
  if (keeping === undefined) return []
  return [
    `${keeping.id} keeps the intervals between the dates of a person, which may identify them: measure risk/date-intervals`,
  ]
}
