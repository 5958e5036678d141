import { columnLength, dataset, isMissing, takeColumn, type Column, type Dataset, type Roles } from '@sdc/core'
import { isOfUnits, knownRecords, unitsOf, type Units } from '@sdc/toolkit/internal'
import { numbersTo } from '../numbers-to.js'
import { memberOrder, type Members } from './member-order.js'

/** Households, persons or records: what has one row of its own. */
export interface UnitLevel {
  readonly of: 'household' | 'person' | 'record'
  /** Its columns, in the order of the call; other ones are of a level above or below. */
  readonly columns: readonly string[]
  /** Columns of ids that number its rows. */
  readonly ids: readonly string[]
  /** One row a unit: its columns, and those of the levels above. */
  readonly data: Dataset
  /** Households or persons of the rows; a leaf counts the records of one once. Undefined if each row is one. */
  readonly persons?: Int32Array | undefined
  /** Rows as members of the units of the level above; undefined at the top. */
  readonly members?: Members | undefined
}

/** The levels of a file, from the top, and what their owner should know. */
export interface UnitLevels {
  readonly levels: readonly UnitLevel[]
  readonly warnings: readonly string[]
}

/**
 * Finds the levels of a file: households with several persons, persons with several records, records. A column is of the
 * highest level in whose units it is constant; a value that most units lack in one of their records is one of records.
 *
 * @param data - The records.
 * @param columns - The columns to synthesise, without ids.
 * @param roles - Names the columns of households and persons.
 * @param known - Warnings so far.
 * @returns The levels; records alone where each person has one. If records of one person are in several households,
 *   households are left out, and a warning says so.
 */
export function unitLevels(
  data: Dataset,
  columns: readonly string[],
  roles: Roles,
  known: readonly string[] = [],
): UnitLevels {
  const found = unitsOfRoles(data, roles)
  const all: Units = { count: data.rows, ofRecord: numbersTo(data.rows) }
  const chain = [...found.chain, { of: 'record' as const, units: all }]
  const levelOf = new Map(
    columns.map((name) => {
      const at =
        name === roles.wave
          ? -1
          : found.chain.findIndex(
              ({ units }) => isOfUnits(data.column(name), units) && isFilled(data.column(name), units),
            )
      return [name, at < 0 ? chain.length - 1 : at] as const
    }),
  )
  const levels = chain.map(({ of, units }, at): UnitLevel => {
    const firsts = firstRecords(units)
    const own = columns.filter((name) => levelOf.get(name) === at)
    const rows = columns
      .filter((name) => (levelOf.get(name) ?? 0) <= at)
      .map((name): readonly [string, Column] => {
        const column = data.column(name)
        const above = chain[levelOf.get(name) ?? at].units
        const record = knownRecords(column, above)
        return [name, takeColumn(column, firsts.map((first) => record[above.ofRecord[first]]))] // oxfmt-ignore
      })
    const ofTop = firsts.map((record) => chain[0].units.ofRecord[record])
    return {
      of,
      columns: own,
      ids: found.ids.flatMap(([name, level]) => (level === at ? [name] : [])),
      data: sized(rows, units.count),
      ...(at > 0 && {
        persons: ofTop,
        members: memberOrder(
          firsts.map((record) => chain[at - 1].units.ofRecord[record]),
          rows.filter(([name]) => own.includes(name)),
          roles,
        ),
      }),
    }
  })
  return { levels, warnings: [...known, ...found.warnings] }
}

/** Returns true if at most half of the units that have a value lack it in one of their records. */
function isFilled(column: Column, { count, ofRecord }: Units): boolean {
  const [has, lacks] = [new Uint8Array(count), new Uint8Array(count)]
  ofRecord.forEach((unit, i) => ((isMissing(column, i) ? lacks : has)[unit] = 1))
  const known = has.reduce((sum, one) => sum + one, 0)
  return 2 * has.reduce((sum, one, unit) => sum + (one & lacks[unit]), 0) <= known
}

interface FoundUnits {
  readonly chain: readonly { readonly of: 'household' | 'person'; readonly units: Units }[]
  /** Columns of ids with the place of the level that they number. */
  readonly ids: readonly (readonly [string, number])[]
  readonly warnings: readonly string[]
}

/** Households and persons of several records each, and the columns of their ids. */
function unitsOfRoles(data: Dataset, roles: Roles): FoundUnits {
  const named = (['household', 'person'] as const).flatMap((of) => {
    const name = roles[of]
    return name !== undefined && data.names.includes(name) ? [{ of, name, units: unitsOf(data.column(name)) }] : []
  })
  const warnings: string[] = []
  const [household, person] = [named.find(({ of }) => of === 'household'), named.find(({ of }) => of === 'person')]
  const isSplit = household && person && !isNested(person.units, household.units)
  if (isSplit)
    warnings.push(
      `households ("${household.name}") are left out: records of one person ("${person.name}") are in several of them`,
    )
  const kept = named.filter((one) => !(isSplit && one === household))
  const several = kept.filter(({ units }) => units.count < data.rows)
  // Households of one person each are the persons.
  const chain = several.filter(({ units }, at) => at === 0 || units.count > several[at - 1].units.count)
  const ids = kept.map(({ name, units }) => {
    const at = chain.findIndex((one) => one.units.count === units.count)
    return [name, at < 0 ? chain.length : at] as const
  })
  return { chain, ids, warnings }
}

function isNested(inner: Units, outer: Units): boolean {
  const first = firstRecords(inner)
  return inner.ofRecord.every((unit, i) => outer.ofRecord[first[unit]] === outer.ofRecord[i])
}

function firstRecords({ count, ofRecord }: Units): Int32Array {
  const firsts = new Int32Array(count)
  for (let i = ofRecord.length - 1; i >= 0; i--) firsts[ofRecord[i]] = i
  return firsts
}

/** A dataset of that many rows, also without columns. */
function sized(columns: readonly (readonly [string, Column])[], rows: number): Dataset {
  if (columns.some(([, column]) => columnLength(column) !== rows)) throw new RangeError('rows of several lengths')
  return { ...dataset(columns), rows }
}
