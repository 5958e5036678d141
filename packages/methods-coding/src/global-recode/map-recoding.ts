import {
  isoNumber,
  kindOf,
  listed,
  SdcError,
  type Column,
  type ErrorPlace,
  type Hierarchy,
  type TimeKind,
} from '@sdc/core'
import { columnHierarchy, usualHierarchy } from '@sdc/toolkit/internal'
import { isOfNumbers, levelMapFor } from './level-map.js'
import type { RecodedSubject, Recoding } from './recoded-subject.js'
import { mappedClasses, type ValueClasses } from './value-classes.js'

/** Maximum number of unknown levels named in one message. */
const NAMED = 5

/**
 * The classes that a map makes of a column: its own map, or the one for all. A map for all applies to a column of
 * numbers only if all its levels are numbers.
 *
 * @returns Undefined if there is no such map.
 * @throws BAD_PARAMETER as `levelMapFor` and `mappedClasses` do.
 */
export function byMap(subject: RecodedSubject, which: 'own' | 'all'): Recoding | undefined {
  const { column, params, place } = subject
  const found = params.map && levelMapFor(params.map, place.column, place)
  if (found === undefined || found.named !== (which === 'own')) return undefined
  if (which === 'all' && column.kind === 'numeric' && !isOfNumbers(found.map)) return undefined
  const classes = mappedClasses(column, found.map, params.other, place)
  return { classes, warnings: [...unknownLevels(column, [...found.map.keys()]), ...lostOrder(column, classes)] }
}

/**
 * The classes of a level of the column's hierarchy; for many codes or dates without one, of the hierarchy made from
 * their text.
 *
 * @returns Undefined if no level is given.
 * @throws BAD_PARAMETER if the column has no hierarchy, or too few levels; BAD_HIERARCHY
 */
export function byLevel({
  column,
  params: { level },
  hierarchy: rows,
  time,
  place,
}: RecodedSubject): Recoding | undefined {
  if (level === undefined) return undefined
  const at = { ...place, parameter: 'level' }
  const given = rows && time ? rowsOfTimes(rows, time) : rows
  const hierarchy = given ?? usualHierarchy(column)
  if (hierarchy === undefined) {
    const fix = 'Give the column a hierarchy in a schema, or give a map or breaks.'
    throw new SdcError('BAD_PARAMETER', `column "${place.column}" has no hierarchy to take a level of`, at, fix)
  }
  const { levels } = columnHierarchy(column, hierarchy, place)
  if (level >= levels.length) {
    const message = `the hierarchy of column "${place.column}" has no level ${level}`
    throw new SdcError('BAD_PARAMETER', message, at, `Use a level from 1 to ${levels.length - 1}.`)
  }
  const classes = classesOfLevel(column, hierarchy, level, place)
  return { classes, warnings: [...lostOrder(column, classes), ...(given ? [] : [fromText(hierarchy)])] }
}

/** Rows of a hierarchy of dates or times as numbers. */
function rowsOfTimes(rows: Hierarchy, time: TimeKind): Hierarchy {
  return rows.map(([value, ...classes]) => {
    const number = isoNumber(time, value)
    return [Number.isNaN(number) ? value : String(number), ...classes]
  })
}

/**
 * The finest classes that the text of many codes or dates makes, for a column without other settings.
 *
 * @returns Undefined if the text makes none, or more than the requested number.
 */
export function byText({ column, params, hierarchy: given, place }: RecodedSubject): Recoding | undefined {
  const hierarchy = given === undefined && params.other === undefined ? usualHierarchy(column) : undefined
  if (hierarchy === undefined) return undefined
  const sizes = hierarchy[0].map((_, h) => new Set(hierarchy.map((row) => row[h])).size)
  const level = sizes.findIndex((size, h) => h > 0 && size > 1 && size <= params.classes)
  if (level < 0) return undefined
  return { classes: classesOfLevel(column, hierarchy, level, place), warnings: [fromText(hierarchy)] }
}

function classesOfLevel(column: Column, rows: Hierarchy, level: number, place: ErrorPlace): ValueClasses {
  return mappedClasses(column, new Map(rows.map((row) => [row[0], row[level]])), undefined, place)
}

function fromText([first]: Hierarchy): string {
  return `recoded by a hierarchy made from the text of its values: ${first.join(', ')}; give your own hierarchy for other classes`
}

function lostOrder(column: Column, classes: ValueClasses): string[] {
  if (kindOf(column) === 'nominal' || classes.ordered) return []
  return ['the classes are not runs of neighbouring values: the coarser column has no order']
}

/** Levels of a map that no category has: most are spelt differently in the file. */
function unknownLevels(column: Column, named: readonly string[]): string[] {
  if (column.kind === 'numeric') return []
  const levels = new Set(column.levels)
  const unknown = named.filter((level) => !levels.has(level)).map((level) => `"${level}"`)
  return unknown.length === 0 ? [] : [`the map has levels that the column does not have: ${listed(unknown, NAMED)}`]
}
