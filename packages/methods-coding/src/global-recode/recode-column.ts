import { categorical, dataset, numeric, SdcError, type Column, type Dataset, type ErrorPlace } from '@sdc/core'
import type { Units } from '@sdc/toolkit/internal'
import { classesOf, classMeans, intervalLabels, midpoints, type Intervals } from './intervals.js'
import type { GlobalRecodeParams } from './recode-params.js'
import type { Recoding } from './recoded-subject.js'
import { withClasses } from './value-classes.js'

export interface RecodedColumn {
  readonly column: Column
  /** The classes, their ends, and the number of records in each. */
  readonly table: Dataset
  readonly warnings: readonly string[]
}

/**
 * Returns a column, or the part of it in a group, with its values replaced by the classes of a recoding.
 *
 * @param persons - The persons of the records, if some have several: a class whose mean is released needs values of
 *   enough persons.
 * @throws TOO_FEW_RECORDS if a class is too small to release its mean. Cost: O(n log m); a sort for means.
 */
export function recodeColumn(
  column: Column,
  recoding: Recoding,
  params: GlobalRecodeParams,
  place: ErrorPlace,
  persons?: Units,
): RecodedColumn {
  if ('intervals' in recoding && column.kind === 'numeric')
    return byIntervals(column.values, recoding.intervals, params, place, persons)
  if (!('classes' in recoding)) throw new TypeError('numbers are recoded by intervals, categories by classes')
  const made = withClasses(column, recoding.classes)
  const counts = countsOf(made.codes, made.levels.length)
  const table = dataset([
    ['class', categorical(made.levels, made.levels)],
    ['records', numeric(Float64Array.from(counts))],
  ])
  return { column: made, table, warnings: missingWarning(made.codes) }
}

function byIntervals(
  values: Float64Array,
  intervals: Intervals,
  { represent, minimumClass }: GlobalRecodeParams,
  place: ErrorPlace,
  persons: Units | undefined,
): RecodedColumn {
  const { breaks } = intervals
  const labels = intervalLabels(intervals)
  const codes = classesOf(values, intervals)
  const counts = countsOf(codes, labels.length)
  const table: [string, Column][] = [
    ['class', categorical(labels, labels)],
    ['from', numeric(breaks.slice(0, -1))],
    ['to', numeric(breaks.slice(1))],
    ['records', numeric(Float64Array.from(counts))],
  ]
  const warnings = missingWarning(codes)
  if (represent === 'label') {
    const column: Column = { kind: 'categorical', codes, levels: labels, ordered: true }
    return { column, table: dataset(table), warnings }
  }
  if (represent === 'mean')
    refuseSmallClasses(labels, persons ? personsIn(codes, persons, labels.length) : counts, minimumClass, {
      ...place,
      unit: persons ? 'person' : 'record',
    })
  const shown = represent === 'mean' ? classMeans(values, intervals).means : midpoints(intervals)
  const made = Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : shown[code]))
  return { column: numeric(made), table: dataset([...table, [represent, numeric(shown)]]), warnings }
}

function countsOf(codes: Int32Array, classes: number): Int32Array {
  const counts = new Int32Array(classes)
  for (let i = 0; i < codes.length; i++) if (codes[i] >= 0) counts[codes[i]]++
  return counts
}

function personsIn(codes: Int32Array, { ofRecord }: Units, classes: number): Int32Array {
  const persons = Array.from({ length: classes }, () => new Set<number>())
  codes.forEach((code, i) => code >= 0 && persons[code].add(ofRecord[i]))
  return Int32Array.from(persons, ({ size }) => size)
}

function missingWarning(codes: Int32Array): string[] {
  const missing = codes.reduce((count, code) => count + (code < 0 ? 1 : 0), 0)
  return missing === 0 ? [] : [`${missing} missing values stay missing`]
}

function refuseSmallClasses(
  labels: readonly string[],
  counts: Int32Array,
  minimumClass: number,
  { unit, ...place }: ErrorPlace & { readonly unit: string },
): void {
  const small = counts.findIndex((count) => count > 0 && count < minimumClass)
  if (small < 0) return
  const message =
    `the class ${labels[small]} of column "${place.column}" has ${counts[small]} ` +
    `${unit}${counts[small] > 1 ? 's' : ''}: its mean would disclose too much about them`
  const fix = `Widen the classes to ${minimumClass} ${unit}s (method: equal-frequency), or set represent to midpoint.`
  throw new SdcError('TOO_FEW_RECORDS', message, { ...place, parameter: 'minimumClass' }, fix)
}
