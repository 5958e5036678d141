import type { Dataset, Roles } from '@sdc/core'
import { unitsOf } from '@sdc/toolkit/internal'

/** People behind the records of two files. */
export interface PeopleOf {
  /** Person of each record of the first file, then of the second; those of the first file have the lower numbers. */
  readonly ofRecord: Int32Array
  /** Number of people in the first file. */
  readonly first: number
  /** Number of people in both. */
  readonly count: number
  /** Column of ids that the second file lacks. */
  readonly lacking?: string | undefined
}

/**
 * Finds the people of two files without common persons. Records of one household, or of one person, belong together;
 * without these roles each record is a person.
 *
 * @param files - Both files.
 * @param roles - Columns of persons and households.
 * @returns The people; each record is one if the second file lacks the column.
 */
export function peopleOf(
  [first, second]: readonly [Dataset, Dataset],
  { household, person }: Pick<Roles, 'household' | 'person'>,
): PeopleOf {
  const ids = [household, person].find((name) => name !== undefined && first.names.includes(name))
  const isKnown = ids !== undefined && second.names.includes(ids)
  const units = [first, second].map((file) =>
    isKnown
      ? unitsOf(file.column(ids))
      : { count: file.rows, ofRecord: Int32Array.from({ length: file.rows }, (_, row) => row) },
  )
  const [a, b] = units
  const ofRecord = new Int32Array(first.rows + second.rows)
  ofRecord.set(a.ofRecord)
  ofRecord.set(
    b.ofRecord.map((one) => one + a.count),
    first.rows,
  )
  return { ofRecord, first: a.count, count: a.count + b.count, ...(!isKnown && ids !== undefined && { lacking: ids }) }
}
