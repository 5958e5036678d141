import type { Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { MarginRows } from '@sdc/stats/internal'
import { unitsOf, type Units } from '@sdc/toolkit/internal'

/** Units whose records keep one weight. */
export interface WeightUnits {
  readonly role: 'household' | 'person'
  readonly column: string
  readonly units: Units
}

/** Relative difference of weights of one unit that rounding explains. */
const SAME = 1e-9

/**
 * Returns the households, or else the persons, whose records all have one weight; undefined if there are none, or if
 * weights differ within them.
 */
export function weightUnits(
  data: Dataset,
  weights: Float64Array,
  schema: FileSchema | undefined,
): WeightUnits | undefined {
  for (const role of ['household', 'person'] as const) {
    const column = Object.entries(schema?.columns ?? {}).find(([, one]) => one.role === role)?.[0]
    if (column === undefined || !data.names.includes(column)) continue
    const units = unitsOf(data.column(column))
    const first = new Float64Array(units.count).fill(Number.NaN)
    const isSame = weights.every((weight, i) => {
      const unit = units.ofRecord[i]
      if (Number.isNaN(first[unit])) first[unit] = weight
      return Math.abs(weight - first[unit]) <= SAME * first[unit]
    })
    if (isSame && units.count < data.rows) return { role, column, units }
  }
  return undefined
}

/**
 * Returns the auxiliary variables of units: the means of those of their records, with the sums of their weights. The
 * factors of the units then give their records one weight.
 *
 * Cost: O(entries · log). Source: Lemaître & Dufour 1987.
 */
export function unitRows(
  { count, starts, margins, values }: MarginRows,
  weights: Float64Array,
  { units }: WeightUnits,
): { readonly rows: MarginRows; readonly weights: Float64Array } {
  const sizes = new Int32Array(units.count)
  const sums = new Float64Array(units.count)
  units.ofRecord.forEach((unit, i) => {
    sizes[unit]++
    sums[unit] += weights[i]
  })
  const records = recordsByUnit(units, sizes)
  const [unitStarts, places, means] = [new Int32Array(units.count + 1), [] as number[], [] as number[]]
  const total = new Float64Array(count)
  let at = 0
  for (let unit = 0; unit < units.count; unit++) {
    const touched = new Set<number>()
    for (const end = at + sizes[unit]; at < end; at++) {
      for (let entry = starts[records[at]]; entry < starts[records[at] + 1]; entry++) {
        touched.add(margins[entry])
        total[margins[entry]] += values[entry]
      }
    }
    for (const margin of [...touched].sort((a, b) => a - b)) {
      places.push(margin)
      means.push(total[margin] / sizes[unit])
      total[margin] = 0
    }
    unitStarts[unit + 1] = places.length
  }
  return {
    rows: { count, starts: unitStarts, margins: Int32Array.from(places), values: Float64Array.from(means) },
    weights: sums,
  }
}

/** Returns the records, unit by unit. */
function recordsByUnit({ ofRecord, count }: Units, sizes: Int32Array): Int32Array {
  const next = new Int32Array(count)
  for (let unit = 1; unit < count; unit++) next[unit] = next[unit - 1] + sizes[unit - 1]
  const records = new Int32Array(ofRecord.length)
  ofRecord.forEach((unit, i) => {
    records[next[unit]++] = i
  })
  return records
}
