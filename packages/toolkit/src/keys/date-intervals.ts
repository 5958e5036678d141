import { numericValues, type Dataset, type Roles } from '@sdc/core'
import type { Units } from './units-of.js'

/** Seconds of a day. */
const DAY = 86_400

/**
 * Returns columns of a file that contain dates as numbers; dates that were recoded to classes do not count.
 *
 * @param file - The file, or its head.
 * @param roles - Kinds of the columns.
 * @returns Their names, in the order of the file.
 */
export function dateColumns(file: Dataset, { times }: Pick<Roles, 'times'>): string[] {
  return file.names.filter((name) => {
    const kind = times?.get(name)
    return (kind === 'date' || kind === 'datetime') && file.column(name).kind === 'numeric'
  })
}

/**
 * Returns lists of intervals of persons: the times between consecutive dates, over all date columns of all of their
 * records in the order of time.
 *
 * @param file - The file.
 * @param names - Result of `dateColumns`.
 * @param roles - Kinds of these columns.
 * @param persons - Persons of the records; without them every record is a person.
 * @returns The list of each person as text, intervals in whole seconds; '' for fewer than two dates. Missing dates
 *   are left out. Cost: O(dates · log(dates of a person)).
 */
export function dateIntervals(
  file: Dataset,
  names: readonly string[],
  { times }: Pick<Roles, 'times'>,
  persons: Units | undefined,
): string[] {
  const dates = Array.from({ length: persons?.count ?? file.rows }, (): number[] => [])
  for (const name of names) {
    const unit = times?.get(name) === 'date' ? DAY : 1
    numericValues(file, name).forEach((value, i) => {
      if (!Number.isNaN(value)) dates[persons ? persons.ofRecord[i] : i].push(Math.round(unit * value))
    })
  }
  return dates.map((own) => {
    own.sort((a, b) => a - b)
    return own
      .slice(1)
      .map((date, i) => date - own[i])
      .join(' ')
  })
}
