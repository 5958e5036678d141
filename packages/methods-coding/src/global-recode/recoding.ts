import { columnLength, isMissing, SdcError, type Column } from '@sdc/core'
import { byBreaks, byComputedBreaks, ownBreaks } from './break-recoding.js'
import { classesOf } from './intervals.js'
import { namedColumns } from './level-map.js'
import { byLevel, byMap, byText } from './map-recoding.js'
import type { RecodedSubject, Recoding } from './recoded-subject.js'
import { usualClasses } from './usual-classes.js'
import { mergesValues, withClasses } from './value-classes.js'

const DEFAULT_OTHER = 'other'

/**
 * Returns the classes of a column. The first rule that applies decides. The first rules are: breaks or a map of its
 * own; breaks for all (numbers) or a map for all (categories); a level of its hierarchy. They are followed by a map of
 * numbers for all, the text of many codes or dates, and computed classes.
 *
 * @throws BAD_PARAMETER, BAD_HIERARCHY, CONSTANT_COLUMN, and UNCHANGED if no class merges two of the values.
 */
export function recodingOf(subject: RecodedSubject): Recoding {
  const { kind } = subject.column
  const recoding = kind === 'numeric' ? recodingOfNumbers(subject) : recodingOfCategories(subject)
  refuseUnchanged(subject, recoding)
  return recoding
}

function recodingOfNumbers(subject: RecodedSubject): Recoding {
  const { breaks } = subject.params
  const own = ownBreaks(subject)
  if (own) {
    if (namedColumns(subject.params.map).includes(subject.place.column)) throw bothGiven(subject)
    return byBreaks(subject, own)
  }
  const mapped = byMap(subject, 'own')
  if (mapped) return mapped
  if (Array.isArray(breaks)) return byBreaks(subject, breaks)
  return byLevel(subject) ?? byMap(subject, 'all') ?? byComputedBreaks(subject) ?? nothingToMerge(subject)
}

function recodingOfCategories(subject: RecodedSubject): Recoding {
  return (
    byMap(subject, 'own') ??
    byMap(subject, 'all') ??
    byLevel(subject) ??
    byText(subject) ??
    byUsualClasses(subject) ??
    nothingToMerge(subject)
  )
}

function byUsualClasses({ column, params }: RecodedSubject): Recoding | undefined {
  if (column.kind === 'numeric') return undefined
  const other = params.other ?? DEFAULT_OTHER
  const classes = usualClasses(column, params.classes, other)
  if (classes === undefined) return undefined
  const made = column.ordered
    ? `neighbouring categories were merged into ${classes.labels.length} classes of nearly as many records`
    : `the most frequent ones stay, the others become "${other}"`
  const fix = 'give a map or a level of a hierarchy for meaningful classes'
  return { classes, warnings: [`no setting says how to recode its categories: ${made}; ${fix}`] }
}

function bothGiven({ place }: RecodedSubject): SdcError {
  const message = `column "${place.column}" has both breaks and a map`
  return new SdcError('BAD_PARAMETER', message, { ...place, parameter: 'breaks' }, 'Leave one of them out.')
}

function nothingToMerge({ place }: RecodedSubject): never {
  const message = `column "${place.column}" has fewer than two values: it cannot be made coarser`
  throw new SdcError('CONSTANT_COLUMN', message, place, 'Leave it out of the columns.')
}

/** Refuses a recoding that merges no two values: it would release the column under other names. */
function refuseUnchanged({ column, place }: RecodedSubject, recoding: Recoding): void {
  const { codes, classes } = codesOf(column, recoding)
  if (mergesValues(column, codes, classes) || !anyValue(column)) return
  const message = `no class of column "${place.column}" has two of its values: it would be as fine as before, under other names`
  throw new SdcError('UNCHANGED', message, place, 'Give wider classes, or leave the column out.')
}

function codesOf(column: Column, recoding: Recoding): { readonly codes: Int32Array; readonly classes: number } {
  if ('classes' in recoding)
    return { codes: withClasses(column, recoding.classes).codes, classes: recoding.classes.labels.length }
  if (column.kind !== 'numeric') throw new TypeError('categories have no intervals')
  const { intervals } = recoding
  return { codes: classesOf(column.values, intervals), classes: intervals.breaks.length - 1 }
}

function anyValue(column: Column): boolean {
  for (let i = 0; i < columnLength(column); i++) if (!isMissing(column, i)) return true
  return false
}
