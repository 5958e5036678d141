import { categorical, dataset, givenStatuses, numeric, type Column, type Dataset, type Table } from '@sdc/core'
import { csvContent, type CsvFile } from '@sdc/files'
import { largestName, namedColumns, type TableColumns } from './table-columns.js'

/** A table with the weights of its cells, which no method uses. */
export interface WeightedTable extends Table {
  readonly weights?: Float64Array | undefined
}

/**
 * Returns the columns of a table in its normal form, under their usual names.
 *
 * @param table - The table, with the names of its dimensions.
 * @param distinct - True if a contributor may be in several cells.
 * @returns The columns to write.
 */
export function normalColumns(table: WeightedTable, distinct: boolean): TableColumns {
  const { largest, top = 2, magnitudes, weights, given, costs, known, keys, alone, counts, values } = table
  const areCounts = largest === undefined && values.every((value, c) => value === counts[c])
  const isCounted = counts.some((count) => count >= 0)
  return {
    by: table.names ?? table.dimensions.map((_, d) => `d${d + 1}`),
    value: 'value',
    ...(!areCounts && isCounted && { count: 'count' }),
    ...(largest && { largest: Array.from({ length: top }, (_, j) => largestName(j + 1)) }),
    ...(magnitudes && { magnitude: 'magnitude' }),
    ...(weights && { weight: 'weight' }),
    ...(given && { status: 'status' }),
    ...(costs && { cost: 'cost' }),
    ...(known && { low: 'low', high: 'high' }),
    ...(keys && { key: 'key' }),
    ...(alone && { alone: 'alone' }),
    distinct,
  }
}

/**
 * Returns a table in long form, as bytes: one line per cell, in order.
 *
 * @param table - The table.
 * @param columns - Names of its columns; those that the table lacks are not written.
 * @param source - File with the dialect of the output, with as many records.
 * @returns The file.
 */
export function tableCsv(table: WeightedTable, columns: TableColumns, source?: CsvFile): Iterable<Uint8Array> {
  return csvContent(source, tableRecords(table, columns))
}

function tableRecords(table: WeightedTable, columns: TableColumns): Dataset {
  const { dimensions, values, magnitudes, weights, given, costs, known, keys, alone, respondents } = table
  const held: Readonly<Record<string, (() => Column) | undefined>> = {
    value: () => numeric(values),
    count: () => numeric(knownCounts(table)),
    magnitude: magnitudes && ((): Column => numeric(magnitudes)),
    weight: weights && ((): Column => numeric(weights)),
    status: given && ((): Column => statusColumn(given)),
    cost: costs && ((): Column => numeric(costs)),
    low: known && ((): Column => bounds(known.low)),
    high: known && ((): Column => bounds(known.high)),
    key: keys && ((): Column => numeric(keys)),
    alone: alone && ((): Column => aloneColumn(alone, respondents)),
  }
  const places = { by: 0, largest: 0 }
  return dataset(
    namedColumns(columns).flatMap(([what, name]): (readonly [string, Column])[] => {
      if (what === 'by') return [[name, dimensions[places.by++]]]
      if (what === 'largest') return [[name, contributions(table, places.largest++)]]
      const column = held[what]?.()
      return column ? [[name, column]] : []
    }),
  )
}

/** By name, like the contributions; without respondents, by number of the record. */
function aloneColumn(alone: Int32Array, respondents: readonly string[] | undefined): Column {
  if (respondents) return categorical(Array.from(alone, (one) => (one < 0 ? null : respondents[one])))
  return numeric(Float64Array.from(alone, (one) => (one < 0 ? Number.NaN : one)))
}

/** Returns the numbers of contributors; NaN if unknown. */
export function knownCounts({ counts }: Pick<Table, 'counts'>): Float64Array {
  return Float64Array.from(counts, (count) => (count < 0 ? Number.NaN : count))
}

function statusColumn(given: Uint8Array): Column {
  return categorical(Array.from(given, (one) => (one === 0 ? null : givenStatuses[one])))
}

/** An infinite bound is empty. */
function bounds(numbers: Float64Array): Column {
  return numeric(numbers.map((bound) => (Number.isFinite(bound) ? bound : Number.NaN)))
}

/** The j-th largest contribution of every cell; empty if there are fewer. */
function contributions({ largest, top = 2, counts }: Table, j: number): Column {
  const own = (c: number): number => largest?.[top * c + j] ?? 0
  return numeric(Float64Array.from(counts, (count, c) => (count <= j && own(c) === 0 ? Number.NaN : own(c))))
}
