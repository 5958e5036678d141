import { decimalNumber, SdcError, type ErrorPlace } from '@sdc/core'

/** What each level becomes. */
export type LevelMap = ReadonlyMap<string, string>

/** A map as a parameter has it: an object, or rows of two texts, as a table has them. */
export type MapForm = Readonly<Record<string, string>> | readonly (readonly string[])[]

/** One map for all columns, or one for each that is named. */
export type MapsForm = MapForm | Readonly<Record<string, string | MapForm>>

const form = 'Give for each level the value that it becomes: {"wood": "goods", …}, or a table of two columns.'

/**
 * The map that a parameter has for a column.
 *
 * @param given - The parameter: an object from level to level or rows of two cells, for all columns; or an object from
 *   column to such a map.
 * @param column - The column.
 * @param place - Which column and method an error is of.
 * @returns The map, and whether it names this column; undefined where the parameter has none for it.
 * @throws BAD_PARAMETER for rows that are not two cells, a level twice, and an empty text
 */
export function levelMapFor(
  given: MapsForm,
  column: string,
  place: ErrorPlace,
): { readonly map: LevelMap; readonly named: boolean } | undefined {
  if (isByColumn(given)) {
    if (!Object.hasOwn(given, column)) return undefined
    return { map: levelMap(given[column], place), named: true }
  }
  return { map: levelMap(given as MapForm, place), named: false }
}

/** Whether a map is given for each column: its values are maps themselves. */
function isByColumn(given: MapsForm): given is Readonly<Record<string, MapForm>> {
  return !Array.isArray(given) && Object.values(given).some((value) => typeof value !== 'string')
}

/** Whether an object is one map or a map of maps, and not half of each. */
export function isOneForm(given: MapsForm): boolean {
  return !isByColumn(given) || Object.values(given).every((value) => typeof value !== 'string')
}

/** The columns that a parameter has something of their own for; none where it is one for all. */
export function namedColumns(given: MapsForm | undefined): readonly string[] {
  return given !== undefined && isByColumn(given) ? Object.keys(given) : []
}

function levelMap(given: MapForm, place: ErrorPlace): LevelMap {
  const rows = Array.isArray(given) ? (given as readonly (readonly string[])[]) : Object.entries(given)
  const at = { ...place, parameter: 'map' }
  const map = new Map<string, string>()
  for (const [i, row] of rows.entries()) {
    if (row.length !== 2) {
      const message = `row ${i + 1} of the map has ${row.length} cells instead of 2: a level and the value that it becomes`
      throw new SdcError('BAD_PARAMETER', message, { ...at, row: i + 1 }, form)
    }
    const [level, becomes] = row
    if (becomes.trim() === '') {
      const fix = 'Merge levels by the map; use local suppression to make values missing.'
      throw new SdcError('BAD_PARAMETER', `the map makes the level "${level}" an empty text`, at, fix)
    }
    const before = map.get(level)
    if (before !== undefined) {
      const message = `the map has the level "${level}" twice: it becomes "${before}" and "${becomes}"`
      throw new SdcError('BAD_PARAMETER', message, { ...at, row: i + 1 }, 'Leave one of the rows out.')
    }
    map.set(level, becomes)
  }
  if (map.size === 0) throw new SdcError('BAD_PARAMETER', 'the map is empty', at, form)
  return map
}

/**
 * The map of a column of numbers: its levels read as numbers, 1 is 1.0.
 *
 * @returns By number what it becomes; levels that are no numbers are left out.
 * @throws BAD_PARAMETER where two levels are one number and become different classes
 */
export function numberMap(map: LevelMap, place: ErrorPlace): ReadonlyMap<number, string> {
  const numbers = new Map<number, string>()
  for (const [level, becomes] of map) {
    const value = decimalNumber(level)
    if (value === undefined) continue
    const before = numbers.get(value + 0)
    if (before !== undefined && before !== becomes) {
      const message = `the map has the number ${value} twice: it becomes "${before}" and "${becomes}"`
      throw new SdcError('BAD_PARAMETER', message, { ...place, parameter: 'map' }, 'Leave one of them out.')
    }
    numbers.set(value + 0, becomes)
  }
  return numbers
}

/** Whether every level of a map is a number, so that it can be meant for columns of numbers. */
export function isOfNumbers(map: LevelMap): boolean {
  return [...map.keys()].every((level) => decimalNumber(level) !== undefined)
}
