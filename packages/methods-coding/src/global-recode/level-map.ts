import { decimalNumber, SdcError, type ErrorPlace } from '@sdc/core'

/** Class of each level. */
export type LevelMap = ReadonlyMap<string, string>

/** A map as a parameter has it: an object, or rows of two texts, as a table has them. */
export type MapForm = Readonly<Record<string, string>> | readonly (readonly string[])[]

/** One map for all columns, or one for each that is named. */
export type MapsForm = MapForm | Readonly<Record<string, string | MapForm>>

const form = 'Give for each level the value that it becomes: {"wood": "goods", …}, or a table of two columns.'

/**
 * The map that a parameter has for a column.
 *
 * @param given - The parameter: an object from level to class or rows of two cells, for all columns; or an object
 *   from column to such a map.
 * @param column - The column.
 * @param place - Column and method, for error messages.
 * @returns The map, and whether it names this column; undefined if the parameter has none for it.
 * @throws BAD_PARAMETER for rows that are not two cells, for a repeated level, and for an empty text.
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

/** Returns true if the parameter has a map for each column: its values are maps themselves. */
function isByColumn(given: MapsForm): given is Readonly<Record<string, MapForm>> {
  return !Array.isArray(given) && Object.values(given).some((value) => typeof value !== 'string')
}

/** Returns true if an object is one map or a map of maps, and not a mixture. */
export function isOneForm(given: MapsForm): boolean {
  return !isByColumn(given) || Object.values(given).every((value) => typeof value !== 'string')
}

/** Columns that a parameter has settings for; none if it is one map for all. */
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
 * The map of a column of numbers: its levels are read as numbers, so that 1 equals 1.0.
 *
 * @returns The class of each number; levels that are not numbers are left out.
 * @throws BAD_PARAMETER if two levels are the same number but have different classes.
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

/** Returns true if every level of a map is a number, so that the map can be meant for columns of numbers. */
export function isOfNumbers(map: LevelMap): boolean {
  return [...map.keys()].every((level) => decimalNumber(level) !== undefined)
}
