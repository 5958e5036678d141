import { columnLength, isMissing, kindOf, SdcError, type Column, type ErrorPlace, type Hierarchy } from '@sdc/core'
import { columnHierarchy } from '@sdc/toolkit'
import { sortedValues } from '@sdc/stats'
import { computedBreaks } from './computed-breaks.js'
import { checkedBreaks } from './given-breaks.js'
import { classesOf, firstOutside, type Intervals } from './intervals.js'
import { isOfNumbers, levelMapFor } from './level-map.js'
import type { GlobalRecodeParams } from './recode-params.js'
import { usualClasses } from './usual-classes.js'
import { mappedClasses, mergesValues, withClasses, type ValueClasses } from './value-classes.js'

/** How a column is recoded: into intervals of its numbers, or value by value; and what is to be said of it. */
export type Recoding = { readonly warnings: readonly string[] } & (
  { readonly intervals: Intervals } | { readonly classes: ValueClasses }
)

const DEFAULT_OTHER = 'other'

/**
 * The classes of a column, by the first of these that there is: breaks or a map of its own; breaks for all (numbers) or a map
 * for all (categories); a level of its hierarchy; a map for all whose levels are numbers (numbers); computed classes.
 *
 * @param column - The column, all records of the file: the classes of global recoding are the same for everybody.
 * @param params - The parameters.
 * @param hierarchy - The hierarchy of the column, where it has one.
 * @param place - Which column and method an error is of; it has the column.
 * @throws BAD_PARAMETER, BAD_HIERARCHY, NOT_NUMERIC, and UNCHANGED where no class holds two of the values
 */
export function recodingOf(
  column: Column,
  params: GlobalRecodeParams,
  hierarchy: Hierarchy | undefined,
  place: ErrorPlace & { readonly column: string },
): Recoding {
  const recoding =
    column.kind === 'numeric'
      ? recodingOfNumbers(column.values, column, params, hierarchy, place)
      : recodingOfCategories(column, params, hierarchy, place)
  refuseUnchanged(column, recoding, place)
  return recoding
}

/** A column that is not recoded by numbers alone: by its map, or its hierarchy. */
function said(
  column: Column,
  params: GlobalRecodeParams,
  hierarchy: Hierarchy | undefined,
  place: ErrorPlace & { readonly column: string },
  which: 'own' | 'all' | 'level',
): Recoding | undefined {
  if (which === 'level') {
    if (params.level === undefined) return undefined
    return byValue(column, mappedClasses(column, levelOf(column, params.level, hierarchy, place), undefined, place), [])
  }
  const found = params.map && levelMapFor(params.map, place.column, place)
  if (found === undefined || found.named !== (which === 'own')) return undefined
  if (which === 'all' && column.kind === 'numeric' && !isOfNumbers(found.map)) return undefined
  const classes = mappedClasses(column, found.map, params.other, place)
  return byValue(column, classes, unknownLevels(column, [...found.map.keys()]))
}

function byValue(column: Column, classes: ValueClasses, warnings: readonly string[]): Recoding {
  const lost = kindOf(column) !== 'nominal' && !classes.ordered
  const order = 'the classes are not runs of neighbouring values: the coarser column has no order'
  return { classes, warnings: lost ? [...warnings, order] : warnings }
}

/** Levels of a map that no category has: most are spelt otherwise in the file. */
function unknownLevels(column: Column, named: readonly string[]): string[] {
  if (column.kind === 'numeric') return []
  const levels = new Set(column.levels)
  const unknown = named.filter((level) => !levels.has(level))
  if (unknown.length === 0) return []
  const shown = unknown
    .slice(0, 5)
    .map((level) => `"${level}"`)
    .join(', ')
  const more = unknown.length > 5 ? ` and ${unknown.length - 5} more` : ''
  return [`the map has levels that the column does not: ${shown}${more}`]
}

function recodingOfCategories(
  column: Extract<Column, { kind: 'categorical' }>,
  params: GlobalRecodeParams,
  hierarchy: Hierarchy | undefined,
  place: ErrorPlace & { readonly column: string },
): Recoding {
  for (const which of ['own', 'all', 'level'] as const) {
    const found = said(column, params, hierarchy, place, which)
    if (found) return found
  }
  const other = params.other ?? DEFAULT_OTHER
  const classes = usualClasses(column, params.classes, other)
  if (classes === undefined) throw nothingToMerge(place)
  const made = column.ordered
    ? `nothing says what its categories become: neighbouring ones were put together, ${classes.labels.length} classes of nearly as many records`
    : `nothing says what its categories become: the most frequent ones stay, the others become "${other}"`
  return { classes, warnings: [`${made}; a map, or a level of a hierarchy, makes classes that mean something`] }
}

function recodingOfNumbers(
  values: Float64Array,
  column: Column,
  params: GlobalRecodeParams,
  hierarchy: Hierarchy | undefined,
  place: ErrorPlace & { readonly column: string },
): Recoding {
  const { breaks, closed } = params
  const own = breaks !== undefined && !Array.isArray(breaks) ? ownBreaks(breaks, place.column) : undefined
  const mapped = said(column, params, hierarchy, place, 'own')
  if (own && mapped) throw bothGiven('breaks', 'map', place)
  if (own) return byBreaks(values, own, closed, place)
  if (mapped) return mapped
  if (Array.isArray(breaks)) return byBreaks(values, breaks, closed, place)
  return (
    said(column, params, hierarchy, place, 'level') ??
    said(column, params, hierarchy, place, 'all') ??
    byComputedBreaks(values, params, place)
  )
}

function ownBreaks(breaks: Readonly<Record<string, readonly number[]>>, column: string): readonly number[] | undefined {
  return Object.hasOwn(breaks, column) ? breaks[column] : undefined
}

function byBreaks(values: Float64Array, list: readonly number[], closed: boolean, place: ErrorPlace): Recoding {
  const intervals = { breaks: checkedBreaks(list, place), closed }
  const outside = firstOutside(values, intervals)
  if (outside >= 0) {
    const message = `the value ${values[outside]} of column "${place.column}", record ${outside + 1}, lies outside the breaks, ${list[0]} to ${list[list.length - 1]}`
    const advice = 'Give breaks that hold it, or set closed to false: the first and the last class then have no end.'
    throw new SdcError('BAD_PARAMETER', message, { ...place, parameter: 'breaks', row: outside + 1 }, advice)
  }
  const codes = classesOf(values, intervals)
  const first = codes.find((code) => code >= 0)
  const isOne = list.length > 2 && codes.every((code) => code < 0 || code === first)
  const warnings = isOne
    ? ['no break lies within the values: all are in one class, and nothing is left of the column']
    : []
  return { intervals, warnings }
}

function byComputedBreaks(
  values: Float64Array,
  { classes, method, closed, map }: GlobalRecodeParams,
  place: ErrorPlace,
): Recoding {
  const sorted = sortedValues(values)
  if (sorted.length === 0) throw nothingToMerge(place)
  if (method === 'log' && !(sorted[0] > 0)) {
    const row = values.findIndex((value) => value <= 0)
    const message = `classes of one ratio need positive numbers, and column "${place.column}" has ${values[row]} in record ${row + 1}`
    const advice = 'Set method to equal-width or equal-frequency, or give breaks.'
    throw new SdcError('BAD_PARAMETER', message, { ...place, parameter: 'method', row: row + 1 }, advice)
  }
  const distinct = sorted.reduce((count, value, i) => count + (i === 0 || value !== sorted[i - 1] ? 1 : 0), 0)
  if (distinct < 2) throw nothingToMerge(place)
  const most = Math.min(classes, distinct - 1)
  const warnings = most < classes ? [`it has ${distinct} values, so that there are ${most} classes at the most`] : []
  if (map !== undefined) warnings.push('the map is for categories, and it holds numbers: its classes are computed')
  return { intervals: { breaks: computedBreaks(sorted, most, method), closed }, warnings }
}

/** The classes of one level of a hierarchy, as a map. */
function levelOf(
  column: Column,
  level: number,
  hierarchy: Hierarchy | undefined,
  place: ErrorPlace,
): ReadonlyMap<string, string> {
  const at = { ...place, parameter: 'level' }
  if (hierarchy === undefined) {
    const advice = 'Say in a schema how its values are made coarser (hierarchy), or give a map or breaks.'
    throw new SdcError('BAD_PARAMETER', `column "${place.column}" has no hierarchy to take a level of`, at, advice)
  }
  const { levels } = columnHierarchy(column, hierarchy, place)
  if (level < levels.length) return new Map(hierarchy.map((row) => [row[0], row[level]]))
  const message = `the hierarchy of column "${place.column}" has no level ${level}`
  throw new SdcError('BAD_PARAMETER', message, at, `Its levels are 1 to ${levels.length - 1}.`)
}

function bothGiven(one: string, other: string, place: ErrorPlace): SdcError {
  const message = `${one} and ${other} are both given for column "${place.column}"`
  return new SdcError('BAD_PARAMETER', message, { ...place, parameter: one }, 'Leave one of them out.')
}

function nothingToMerge(place: ErrorPlace): SdcError {
  const message = `column "${place.column}" has fewer than two values: there is nothing to make coarser`
  return new SdcError('CONSTANT_COLUMN', message, place, 'Leave it out of the columns.')
}

/** A recoding that puts no two values together releases the column under other names. */
function refuseUnchanged(column: Column, recoding: Recoding, place: ErrorPlace): void {
  const coded =
    'intervals' in recoding && column.kind === 'numeric'
      ? { codes: classesOf(column.values, recoding.intervals), classes: recoding.intervals.breaks.length - 1 }
      : 'classes' in recoding
        ? { codes: withClasses(column, recoding.classes).codes, classes: recoding.classes.labels.length }
        : undefined
  if (coded === undefined || mergesValues(column, coded.codes, coded.classes) || !anyValue(column)) return
  const message = `no class of column "${place.column}" holds two of its values: it would be as fine as before, under other names`
  throw new SdcError('UNCHANGED', message, place, 'Give wider classes, or leave the column out.')
}

function anyValue(column: Column): boolean {
  for (let i = 0; i < columnLength(column); i++) if (!isMissing(column, i)) return true
  return false
}
