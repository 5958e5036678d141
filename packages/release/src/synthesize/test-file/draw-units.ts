import type { Rng } from '@sdc/core'

/** Person and household of each record, numbered from 0 in the order of the file. */
export interface TestUnits {
  readonly rows: number
  readonly person?: Int32Array | undefined
  readonly household?: Int32Array | undefined
}

/** Largest number of records of a person, and of members of a household. */
const MOST = 4

/**
 * Draws persons with 1 to 4 records, and households with 1 to 4 members.
 *
 * @param rows - Number of records.
 * @param has - Roles of the schema, and the most records that a person can have.
 * @param rng - Random numbers.
 * @returns The units; their records follow each other.
 */
export function drawUnits(
  rows: number,
  {
    person,
    household,
    most = MOST,
  }: { readonly person: boolean; readonly household: boolean; readonly most?: number | undefined },
  rng: Rng,
): TestUnits {
  const grouped = (count: number, most: number): Int32Array => {
    const groups = new Int32Array(count)
    let left = 0
    for (let i = 0, group = -1; i < count; i++, left--) {
      if (left === 0) {
        group++
        left = 1 + rng.int(most)
      }
      groups[i] = group
    }
    return groups
  }
  const persons = person ? grouped(rows, Math.min(MOST, most)) : undefined
  if (!household) return { rows, person: persons }
  const members = grouped(persons === undefined ? rows : (persons.at(-1) ?? -1) + 1, MOST)
  return { rows, person: persons, household: persons === undefined ? members : persons.map((one) => members[one]) }
}

/** Returns the units of some records, numbered from 0 again. */
export function takeUnits({ person, household }: TestUnits, rows: Int32Array): TestUnits {
  return { rows: rows.length, person: renumbered(person, rows), household: renumbered(household, rows) }
}

function renumbered(units: Int32Array | undefined, rows: Int32Array): Int32Array | undefined {
  const numbers = new Map<number, number>()
  return (
    units &&
    rows.map((row) => {
      const number = numbers.get(units[row]) ?? numbers.size
      numbers.set(units[row], number)
      return number
    })
  )
}
