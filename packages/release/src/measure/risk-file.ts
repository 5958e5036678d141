import { categorical, dataset, numeric, type Column, type Dataset, type Measurement, type Metric } from '@sdc/core'
import type { Measured } from '@sdc/engine'
import { csvContent } from '@sdc/files'
import { mean } from '@sdc/stats'
import type { MeasuredFile } from './measure-masked.js'

/** The column of a metric's numbers by record that says in words why a record is at risk. */
const WHY = 'why'

/**
 * Every record of the masked file with each risk that was measured by record, the riskiest first in its rank.
 *
 * `chance` is the greatest of the record's chances: those of metrics whose value is the mean of one a record (a link's
 * credit, an individual risk). `rank` orders by it, records with equal chances sharing the least rank of theirs; a record
 * without one has none. `why` is what metrics say of the record, such as the smallest sets of keys in which it is alone. A
 * number of an original record stands with the masked record that came from it.
 *
 * @param file - What was measured of a file.
 * @returns One row a masked record, in the order of the masked file.
 */
export function riskRecords({ measured, origin = new Int32Array(0) }: MeasuredFile): Dataset {
  const risks = measured.filter(({ metric }) => metric.kind === 'risk')
  const chances = risks.flatMap((one) => chancesOf(one, origin) ?? [])
  const chance = Float64Array.from(origin, (_, i) => chances.reduce((most, of) => greater(most, of[i]), Number.NaN))
  const columns: (readonly [string, Column])[] = [
    ['record', numeric(Float64Array.from(origin, (_, i) => i + 1))],
    ['rank', numeric(ranks(chance))],
    ['chance', numeric(chance)],
    [WHY, categorical(whyOf(risks, origin))],
    ...risks.flatMap((one) => columnsOf(one, origin)),
  ]
  return dataset(columns)
}

/**
 * The same as a CSV file.
 *
 * @param file - What was measured of a file.
 * @returns Its bytes, piece by piece.
 */
export function riskCsv(file: MeasuredFile): Iterable<Uint8Array> {
  return csvContent(undefined, riskRecords(file))
}

/** A metric's numbers in the order of the masked file. */
function columnsOf({ metric, measurement }: Measured, origin: Int32Array): (readonly [string, Column])[] {
  const { records, recordColumns } = measurement
  const own = records ? [[metric.id, numeric(ofMasked(metric, records, origin))] as const] : []
  const named = (recordColumns?.names ?? [])
    .filter((name) => name !== WHY)
    .map((name) => {
      const column = recordColumns?.column(name) as Column
      return [`${metric.id} ${name}`, rearranged(metric, column, origin)] as const
    })
  return [...own, ...named]
}

function rearranged(metric: Metric, column: Column, origin: Int32Array): Column {
  if (metric.recordsOf === 'masked') return column
  if (column.kind === 'numeric') return numeric(ofMasked(metric, column.values, origin))
  return { ...column, codes: origin.map((row) => (row < 0 ? -1 : column.codes[row])) }
}

function ofMasked({ recordsOf }: Metric, values: Float64Array, origin: Int32Array): Float64Array {
  if (recordsOf === 'masked') return values
  return Float64Array.from(origin, (row) => (row < 0 ? Number.NaN : values[row]))
}

/** The numbers by record of a metric whose value, in percent, is their mean. */
function chancesOf({ metric, measurement }: Measured, origin: Int32Array): Float64Array | undefined {
  const { records, value }: Measurement = measurement
  if (!records || value === null || metric.share !== 'records' || metric.better !== 'lower') return undefined
  const present = records.filter((one) => !Number.isNaN(one))
  const isMean = Math.abs(100 * mean(present) - value) <= 1e-9 * Math.max(1, value)
  return isMean && present.every((one) => one >= 0 && one <= 1) ? ofMasked(metric, records, origin) : undefined
}

function greater(a: number, b: number): number {
  return Number.isNaN(a) || b > a ? b : a
}

/** From 1 for the greatest; equals have the least of theirs, what is missing has none. */
function ranks(values: Float64Array): Float64Array {
  const sorted = values.filter((one) => !Number.isNaN(one)).sort()
  const first = new Map<number, number>()
  for (let at = 0; at < sorted.length; at++) first.set(sorted[at], sorted.length - at)
  return values.map((one) => first.get(one) ?? Number.NaN)
}

/** What the metrics say of each record, joined. */
function whyOf(risks: readonly Measured[], origin: Int32Array): (string | null)[] {
  const said = risks.flatMap(({ metric, measurement: { recordColumns } }) => {
    const column = recordColumns?.names.includes(WHY) ? recordColumns.column(WHY) : undefined
    return column?.kind === 'categorical' ? [{ metric, column }] : []
  })
  return Array.from(origin, (row, i) => {
    const texts = said.flatMap(({ metric, column: { codes, levels } }) => {
      const code = metric.recordsOf === 'masked' ? codes[i] : row < 0 ? -1 : codes[row]
      return code === undefined || code < 0 ? [] : [levels[code]]
    })
    return texts.length > 0 ? texts.join('; ') : null
  })
}
