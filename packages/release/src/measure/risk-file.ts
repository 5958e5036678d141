import { categorical, dataset, numeric, type Column, type Dataset, type Measurement, type Metric } from '@sdc/core'
import type { Measured } from '@sdc/engine'
import { csvContent } from '@sdc/files'
import { mean } from '@sdc/stats'
import type { MeasuredFile } from './measure-masked.js'

/** Column of a metric's values by record that gives the reason for a record's risk in words. */
const WHY = 'why'

/**
 * Returns every record of the masked file with each risk that was measured by record, and the record's rank by risk.
 *
 * `chance` is the largest probability of the record, over the metrics whose value is the mean of one probability a
 * record (a link's credit, an individual risk). `rank` orders by it; records with equal probabilities share the
 * smallest of their ranks, and a record without one has no rank. `why` joins the reasons of the metrics, such as the
 * smallest sets of quasi-identifiers in which the record is unique. A number of an original record is in the row of the
 * masked record that came from it.
 *
 * @param file - The measured file.
 * @returns One row for each masked record, in the order of the masked file.
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
 * Returns the same as a CSV file.
 *
 * @param file - The measured file.
 * @returns Its bytes, piece by piece.
 */
export function riskCsv(file: MeasuredFile): Iterable<Uint8Array> {
  return csvContent(undefined, riskRecords(file))
}

/** Returns a metric's values in the order of the masked file. */
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

/** Returns the values by record of a metric whose value, in percent, is their mean. */
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

/**
 * Returns ranks from 1 for the largest value; equal values share the smallest of their ranks, a missing value has none.
 */
function ranks(values: Float64Array): Float64Array {
  const sorted = values.filter((one) => !Number.isNaN(one)).sort()
  const first = new Map<number, number>()
  for (let at = 0; at < sorted.length; at++) first.set(sorted[at], sorted.length - at)
  return values.map((one) => first.get(one) ?? Number.NaN)
}

/** Joins the reasons that the metrics give for each record. */
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
