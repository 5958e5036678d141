import { isoText, kindOf, type Column, type Dataset, type TimeKind } from '@sdc/core'
import { isRecoded, type FileSchema } from '@sdc/engine'
import type { Dictionary } from '@sdc/files/formats'
import type { ReportColumn } from '@sdc/report'
import { countBelow, countUpTo, mean, quantileOfSorted, sortedValues, standardDeviation } from '@sdc/stats'
import { groupedNumber } from '@sdc/inspect'
import { histogramOf, labelled, type Sort } from './histograms.js'
import { quantityText } from './number-text.js'

type Quantities = ReportColumn['quantities']

/** Both files, and facts on their columns. */
export interface ColumnInput {
  readonly original: Dataset
  readonly masked: Dataset
  /** Masked columns. */
  readonly columns: readonly string[]
  readonly schema?: FileSchema | undefined
  readonly dictionary?: Dictionary | undefined
  /** True if the records are synthetic: the columns were drawn, not masked. */
  readonly isDrawn?: boolean | undefined
}

/**
 * Describes every column of the original, and every added one, before and after.
 *
 * @param input - Both files, and the masked columns.
 * @returns One for each column, in the order of the original.
 */
export function columnFacts(input: ColumnInput): ReportColumn[] {
  const { original, masked } = input
  const added = masked.names.filter((name) => !original.names.includes(name))
  return [
    ...original.names.map((name) => columnFact(name, input)),
    ...added.map((name) => addedFact(name, masked.column(name))),
  ]
}

function columnFact(
  name: string,
  { original, masked, columns, schema, dictionary, isDrawn = false }: ColumnInput,
): ReportColumn {
  const before = original.column(name)
  const role = (schema && Object.hasOwn(schema.columns, name) ? schema.columns[name].role : undefined) ?? 'no role'
  const known = { name, kind: kindOf(before), role }
  if (!masked.names.includes(name))
    return { ...known, treatment: 'left out', quantities: beside(quantitiesOf(before), new Map()) }
  const after = masked.column(name)
  const sorted = remembered()
  const treatment = !columns.includes(name)
    ? 'unchanged'
    : isRecoded(before, after)
      ? 'recoded'
      : isDrawn
        ? 'drawn'
        : 'masked'
  const histogram = histogramOf(before, after, sorted)
  return {
    ...known,
    treatment,
    histogram: histogram && labelled(histogram, dictionary?.columns.get(name)?.labels),
    quantities: beside(quantitiesOf(before, sorted), quantitiesOf(after, sorted, timeOf(before))),
  }
}

function addedFact(name: string, column: Column): ReportColumn {
  return {
    name,
    kind: kindOf(column),
    role: 'no role',
    treatment: 'added',
    quantities: beside(new Map(), quantitiesOf(column)),
  }
}

/** Combines the quantities of both sides; a dash if one side lacks a quantity. */
function beside(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Quantities {
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => [
    name,
    before.get(name) ?? '–',
    after.get(name) ?? '–',
  ])
}

/** Sorts every column once: for a million records that is most of the work. */
function remembered(): Sort {
  const known = new Map<Float64Array, Float64Array>()
  return (values) => {
    const sorted = known.get(values) ?? sortedValues(values)
    known.set(values, sorted)
    return sorted
  }
}

function timeOf(column: Column): TimeKind | undefined {
  return column.kind === 'numeric' ? column.time : undefined
}

/** Returns the quantities of a column; a masked column of dates may have lost their kind. */
function quantitiesOf(column: Column, sorted: Sort = sortedValues, time = timeOf(column)): ReadonlyMap<string, string> {
  return column.kind === 'numeric' ? ofNumbers(column.values, sorted(column.values), time) : ofLevels(column.codes)
}

function ofNumbers(values: Float64Array, sorted: Float64Array, time?: TimeKind): ReadonlyMap<string, string> {
  const zeros = countUpTo(sorted, 0) - countBelow(sorted, 0)
  const textOf = (value: number): string =>
    time === undefined || !Number.isFinite(value) ? quantityText(value) : isoText(time, Math.floor(value))
  const at = (p: number): string => textOf(quantileOfSorted(sorted, p))
  return new Map([
    ['values', groupedNumber(sorted.length)],
    ['missing', groupedNumber(values.length - sorted.length)],
    ...(time === undefined ? ([['zeros', groupedNumber(zeros)]] as const) : []),
    ['mean', textOf(mean(sorted))],
    [
      'standard deviation',
      `${quantityText(standardDeviation(sorted))}${time === undefined ? '' : time === 'date' ? ' days' : ' s'}`,
    ],
    ['least', at(0)],
    ['lower quartile', at(0.25)],
    ['median', at(0.5)],
    ['upper quartile', at(0.75)],
    ['greatest', at(1)],
  ])
}

function ofLevels(codes: Int32Array): ReadonlyMap<string, string> {
  const counts = new Map<number, number>()
  let missing = 0
  for (const code of codes)
    if (code < 0) missing++
    else counts.set(code, (counts.get(code) ?? 0) + 1)
  let [rarest, once] = [Infinity, 0]
  for (const count of counts.values()) {
    rarest = Math.min(rarest, count)
    if (count === 1) once++
  }
  return new Map([
    ['values', groupedNumber(codes.length - missing)],
    ['missing', groupedNumber(missing)],
    ['levels', groupedNumber(counts.size)],
    ['levels that occur once', groupedNumber(once)],
    ['records of the rarest level', counts.size === 0 ? '–' : groupedNumber(rarest)],
  ])
}
