import type { Remaining } from '../mdav/remaining.js'
import { pointsLeft } from '../points/points-left.js'
import { LANES } from '../points/point-tree.js'
import { gowerMetric } from './gower-metric.js'
import type { MixedColumn } from './mixed-columns.js'
import { lowerMedian, plurality } from './representatives.js'

/**
 * Makes the records that are in no group yet, with Gower's distance: ordered and numeric columns first, then the
 * nominal ones, each in the given order.
 *
 * The centroid is replaced by the representative of the records left. It has the most frequent level of a nominal
 * column (ties to the lowest code), the lower median of an ordered one, and the mean of a numeric one. Counts and sums
 * are exact, so that ties do not depend on the history.
 *
 * @param columns - p of n records.
 * @returns All n records, to be taken out.
 */
export function remainingMixed(columns: readonly MixedColumn[]): Remaining {
  const metric = columns.filter(({ scale }) => scale !== 'nominal')
  const used = [...metric, ...columns.filter(({ scale }) => scale === 'nominal')]
  const scales = used.map(({ scale }) => scale)
  const counts = used.map(({ values, levels }) => countLevels(values, levels))
  const sums = Float64Array.from(used, ({ values, scale }) => (scale === 'numeric' ? total(values) : 0))
  const left = pointsLeft(
    used.map(({ values }) => values),
    gowerMetric(
      Float64Array.from(metric, ({ unit }) => unit),
      used.length,
    ),
    (points, start) => {
      for (let j = 0, at = start; j < scales.length; j++, at += LANES) {
        if (scales[j] === 'numeric') sums[j] -= points[at]
        else counts[j][points[at]]--
      }
    },
  )
  const representative = new Float64Array(used.length)
  let last: Float64Array = representative

  return {
    size: left.size,
    farthestFromCentroid() {
      const size = left.size()
      for (let j = 0; j < scales.length; j++) {
        representative[j] =
          scales[j] === 'numeric'
            ? sums[j] / size
            : scales[j] === 'nominal'
              ? plurality(counts[j])
              : lowerMedian(counts[j], size)
      }
      return left.farthestFromCentre(representative)
    },
    farthestFromLast: () => left.farthestFrom(last),
    takeNearest(record, count, taken) {
      last = left.takeNearest(record, count, taken)
    },
    takeAll: left.takeAll,
  }
}

function countLevels(values: Float64Array, levels: number): Uint32Array {
  const counts = new Uint32Array(levels)
  if (levels > 0) for (const code of values) counts[code]++
  return counts
}

function total(values: Float64Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]
  return sum
}
