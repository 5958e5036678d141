import { equalRecords } from './equal-records.js'
import type { MixedColumn } from './mixed-columns.js'
import { nearestList } from '../points/nearest-list.js'
import type { Remaining } from '../mdav/remaining.js'
import { lowerMedian, plurality } from './representatives.js'

/**
 * The records that are in no group yet, by Gower's distance: ordered and numeric columns first, then the nominal ones,
 * each in the order given.
 *
 * In place of a centroid stands the representative of those left: the most frequent level of a nominal column, ties to the
 * lowest code; the lower median of an ordered one; the mean of a numeric one. Counts and sums are exact, so that no tie
 * depends on history.
 * Equal records are looked at once. Cost: O(up) per search, u kinds of records left in p columns.
 */
export function remainingMixed(columns: readonly MixedColumn[]): Remaining {
  const metric = columns.filter(({ scale }) => scale !== 'nominal')
  const nominal = columns.filter(({ scale }) => scale === 'nominal')
  const used = [...metric, ...nominal]
  const p = used.length
  const n = used[0].values.length
  const units = Float64Array.from(metric, ({ unit }) => unit)
  const { kindOf, records, starts } = equalRecords(
    used.map(({ values }) => values),
    n,
  )
  const kinds = starts.length - 1
  // A kind's records are taken in ascending order, since ties go to the lowest: `next` is the place of the first left.
  const next = starts.slice(0, kinds)
  const points = new Float64Array(kinds * p)
  for (let u = 0; u < kinds; u++) for (let j = 0; j < p; j++) points[u * p + j] = used[j].values[records[starts[u]]]
  const active = Uint32Array.from({ length: kinds }, (_, u) => u)
  const placeOf = active.slice()
  let activeKinds = kinds
  const counts = used.map(({ values, levels }) => countLevels(values, levels))
  const sums = Float64Array.from(used, ({ values, scale }) =>
    scale === 'numeric' ? values.reduce((total, value) => total + value, 0) : 0,
  )
  const point = new Float64Array(p)
  let left = n

  const distance = (kind: number): number => {
    const at = kind * p
    let total = 0
    for (let j = 0; j < units.length; j++) total += units[j] * Math.abs(points[at + j] - point[j])
    for (let j = units.length; j < p; j++) if (points[at + j] !== point[j]) total += 1
    return total
  }
  const take = (record: number): void => {
    const kind = kindOf[record]
    next[kind]++
    left--
    for (let j = 0; j < p; j++) {
      const value = points[kind * p + j]
      if (used[j].scale === 'numeric') sums[j] -= value
      else counts[j][value]--
    }
    if (next[kind] < starts[kind + 1]) return
    const last = active[--activeKinds]
    active[placeOf[kind]] = last
    placeOf[last] = placeOf[kind]
  }
  const farthest = (): number => {
    let best = -1
    let record = 0
    for (let at = 0; at < activeKinds; at++) {
      const away = distance(active[at])
      const lowest = records[next[active[at]]]
      if (away < best || (away === best && lowest > record)) continue
      best = away
      record = lowest
    }
    return record
  }
  const pointAt = (record: number): void => {
    point.set(points.subarray(kindOf[record] * p, (kindOf[record] + 1) * p))
  }

  return {
    size: () => left,
    farthestFromCentroid() {
      for (let j = 0; j < p; j++) {
        const { scale } = used[j]
        point[j] =
          scale === 'numeric'
            ? sums[j] / left
            : scale === 'nominal'
              ? plurality(counts[j])
              : lowerMedian(counts[j], left)
      }
      return farthest()
    },
    farthestFrom(record) {
      pointAt(record)
      return farthest()
    },
    takeNearest(record, count, taken) {
      pointAt(record)
      const nearest = nearestList(count - 1)
      take(record)
      taken(record)
      for (let at = 0; at < activeKinds; at++) {
        const away = distance(active[at])
        const end = starts[active[at] + 1]
        for (let place = next[active[at]]; place < end && nearest.add(records[place], away); place++);
      }
      for (const other of nearest.records()) {
        take(other)
        taken(other)
      }
    },
    takeAll(taken) {
      for (let at = 0; at < activeKinds; at++) {
        const kind = active[at]
        for (let place = next[kind]; place < starts[kind + 1]; place++) taken(records[place])
      }
      left = 0
      activeKinds = 0
    },
  }
}

function countLevels(values: Float64Array, levels: number): Uint32Array {
  const counts = new Uint32Array(levels)
  if (levels > 0) for (const code of values) counts[code]++
  return counts
}
