import { keyClasses, type RecordGroups } from '@sdc/stats'
import { FULL } from './mixed-keys.js'

/** The records nearest to somebody, by classes of records that are equal in every key. */
export interface NearestClasses {
  /** The sum of the differences of the keys, in units of 1/FULL of one; infinite where there is no record. */
  readonly distance: number
  /** The classes at that distance, in no order. */
  readonly classes: readonly number[]
}

/** Records among which the nearest are found. */
export interface ClassSearch {
  readonly classes: RecordGroups
  /**
   * The classes nearest to a point.
   *
   * @param point - A code a key; −1 for one that is not known, which is not compared.
   * @param without - Classes that do not count.
   */
  nearest(point: Int32Array, without?: readonly number[]): NearestClasses
}

/**
 * A search for the records with the least sum of differences: |difference| of positions, 0 or FULL of categories. A key that a
 * record lacks is as far as a key can be: it tells of no agreement.
 *
 * Records that are equal in every key are one class. The classes are visited from the nearest on by one key outwards, until
 * that key alone is further than the best: by a position, or, without one, the class's own category first.
 *
 * @param codes - d keys of n records, as `mixedKeys` makes them.
 * @param isPosition - By key whether it is a position.
 *
 * Cost: O(n·d) to build, and a sort; a search visits a small part of the classes where a key is a position and there are few
 * keys, all of them at worst.
 * Source: Gower 1971 for a distance of numbers and categories together; here with positions in place of ranges, and a
 * missing key of a record as a difference.
 */
export function classSearch(codes: readonly Int32Array[], isPosition: readonly boolean[]): ClassSearch {
  const classes = keyClasses(codes)
  const { firsts } = classes
  const d = codes.length
  const count = firsts.length
  const lead = leadOf(codes, isPosition, firsts)
  const leadCodes = Int32Array.from(firsts, (i) => codes[lead][i])
  // Ascending by the leading key, the classes without it (−1) before all others.
  const order = Int32Array.from(leadCodes.keys()).sort((a, b) => leadCodes[a] - leadCodes[b])
  const keys = Int32Array.from(order, (id) => leadCodes[id])
  const points = new Int32Array(count * d)
  order.forEach((id, at) => {
    for (let j = 0; j < d; j++) points[at * d + j] = codes[j][firsts[id]]
  })
  const present = firstFrom(keys, 0)

  function distanceOf(at: number, point: Int32Array, limit: number): number {
    let sum = 0
    for (let j = 0, p = at * d; j < d; j++, p++) {
      const x = point[j]
      if (x < 0) continue
      const y = points[p]
      if (y < 0) sum += FULL
      else if (isPosition[j]) sum += Math.abs(x - y)
      else if (x !== y) sum += FULL
      if (sum > limit) return sum
    }
    return sum
  }

  return {
    classes,
    nearest(point, without = []) {
      let best = Infinity
      let found: number[] = []
      const visit = (at: number): void => {
        const id = order[at]
        if (without.length > 0 && without.includes(id)) return
        const distance = distanceOf(at, point, best)
        if (distance > best) return
        if (distance < best) {
          best = distance
          found = []
        }
        found.push(id)
      }
      const own = point[lead]
      if (own < 0) {
        for (let at = 0; at < count; at++) visit(at)
        return { distance: best, classes: found }
      }
      let up = firstFrom(keys, own)
      let down = up - 1
      if (isPosition[lead]) {
        for (;;) {
          const above = up < count ? keys[up] - own : Infinity
          const below = down >= present ? own - keys[down] : Infinity
          if (Math.min(above, below) > best || (above === Infinity && below === Infinity)) break
          if (above <= below) visit(up++)
          else visit(down--)
        }
        if (best >= FULL) for (let at = 0; at < present; at++) visit(at)
      } else {
        while (up < count && keys[up] === own) visit(up++)
        if (best >= FULL) {
          for (let at = 0; at <= down; at++) visit(at)
          for (let at = up; at < count; at++) visit(at)
        }
      }
      return { distance: best, classes: found }
    },
  }
}

/** The key that tells most: the position with the most values, without one the category with the most. */
function leadOf(codes: readonly Int32Array[], isPosition: readonly boolean[], firsts: Int32Array): number {
  let lead = 0
  let most = -1
  codes.forEach((code, j) => {
    const values = new Set(Array.from(firsts, (i) => code[i])).size + (isPosition[j] ? firsts.length + 1 : 0)
    if (values <= most) return
    most = values
    lead = j
  })
  return lead
}

/** The first place whose key is `least` or more. */
function firstFrom(keys: Int32Array, least: number): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (keys[middle] < least) low = middle + 1
    else high = middle
  }
  return low
}
