import { keyClasses, type RecordGroups } from '@sdc/stats'
import { FULL, type Kin } from './mixed-keys.js'

/** Records nearest to a person, by classes of records that are equal in every quasi-identifier. */
export interface NearestClasses {
  /** Sum of the differences of the quasi-identifiers, in units of 1/FULL of one; infinite if there is no record. */
  readonly distance: number
  /** Classes at that distance, in no order. */
  readonly classes: readonly number[]
}

/** Index for finding nearest records. */
export interface ClassSearch {
  readonly classes: RecordGroups
  /**
   * Removes categories from the point that no class has: they have equal distance from all.
   *
   * @param point - Point as in `nearest`.
   * @param without - Classes that do not count.
   * @returns The point without these categories.
   */
  withoutUnknown(point: Int32Array, without?: readonly number[]): Int32Array
  /**
   * Finds the classes nearest to a point.
   *
   * @param point - One code per quasi-identifier; −1 for an unknown one, which is not compared.
   * @param without - Classes that do not count.
   * @returns The classes and their distance.
   */
  nearest(point: Int32Array, without?: readonly number[]): NearestClasses
}

/**
 * Builds a search for the records with the smallest sum of differences: |difference| of positions, 0 or FULL for
 * categories. A missing value of a record has the maximum distance, because it shows no agreement.
 *
 * Records that are equal in every quasi-identifier are one class. The search visits classes by one quasi-identifier,
 * from the nearest outwards, until that one alone is further than the best: by a position, or, without one, the class's
 * own category first.
 *
 * @param codes - d quasi-identifiers of n records, as `mixedKeys` makes them.
 * @param isPosition - True for each quasi-identifier that is a position.
 * @param kin - Containment for each quasi-identifier with categories that contain others. A record's category that
 *   contains the point's has no difference.
 * @returns The search. Cost: O(n·d) to build, and a sort; a search visits a small part of the classes if a
 *   quasi-identifier is a position and there are few of them, and all classes at worst. Source: Gower 1971 for a
 *   distance of numbers and categories together; here with positions in place of ranges, and a missing value of a
 *   record as a difference.
 */
export function classSearch(
  codes: readonly Int32Array[],
  isPosition: readonly boolean[],
  kin: readonly (Kin | undefined)[] = [],
): ClassSearch {
  const classes = keyClasses(codes)
  const { firsts } = classes
  const d = codes.length
  const count = firsts.length
  const points = new Int32Array(count * d)
  firsts.forEach((row, id) => {
    for (let j = 0; j < d; j++) points[id * d + j] = codes[j][row]
  })
  // Categories that contain the point's category are not neighbours in any order.
  const leads = bySelectivity(points, d, isPosition).filter((j) => kin[j] === undefined)
  const orders = new Map<number, KeyOrder>()
  const orderOf = (lead: number): KeyOrder => {
    const known = orders.get(lead) ?? keyOrder(points, d, lead)
    orders.set(lead, known)
    return known
  }

  function distanceOf(id: number, point: Int32Array, limit: number): number {
    let sum = 0
    for (let j = 0, p = id * d; j < d; j++, p++) {
      const x = point[j]
      if (x < 0) continue
      const y = points[p]
      if (y < 0) sum += FULL
      else if (isPosition[j]) sum += Math.abs(x - y)
      else if (x !== y && !stands(kin[j], x, y)) sum += FULL
      if (sum > limit) return sum
    }
    return sum
  }

  const counts = codes.map((_, j) => (isPosition[j] || kin[j] !== undefined ? undefined : countsOf(points, d, j)))
  const withoutUnknown = (point: Int32Array, without: readonly number[] = []): Int32Array =>
    point.map((code, j) => {
      const having = counts[j]
      if (having === undefined || code < 0) return code
      const gone = [...new Set(without)].filter((id) => points[id * d + j] === code).length
      return code < having.length && having[code] > gone ? code : -1
    })

  /**
   * Returns the key with the rarest category of the point, if few classes have it: all others are FULL away by it
   * alone.
   */
  const rareKey = (point: Int32Array): number | undefined =>
    leads.find((j) => !isPosition[j] && point[j] >= 0 && (counts[j]?.[point[j]] ?? Infinity) <= FEW_CLASSES)

  return {
    classes,
    withoutUnknown,
    nearest(whole, without = []) {
      const point = withoutUnknown(whole, without)
      const unknown = FULL * whole.filter((code, j) => code >= 0 && point[j] < 0).length
      let best = Infinity
      let found: number[] = []
      const visit = (id: number): void => {
        if (without.length > 0 && without.includes(id)) return
        const distance = distanceOf(id, point, best)
        if (distance > best) return
        if (distance < best) {
          best = distance
          found = []
        }
        found.push(id)
      }
      const lead = leads.find((j) => point[j] >= 0)
      if (lead === undefined) {
        for (let id = 0; id < count; id++) visit(id)
        return { distance: best + unknown, classes: found }
      }
      const { ids, keys, present } = orderOf(lead)
      const own = point[lead]
      let up = firstFrom(keys, own)
      let down = up - 1
      if (isPosition[lead]) {
        const rare = rareKey(point)
        const isRare = (id: number): boolean => rare !== undefined && points[id * d + rare] === point[rare]
        if (rare !== undefined) {
          const by = orderOf(rare)
          for (let at = firstFrom(by.keys, point[rare]); at < count && by.keys[at] === point[rare]; at++)
            visit(by.ids[at])
        }
        const others = rare === undefined ? 0 : FULL
        const visitOther = (id: number): void => {
          if (!isRare(id)) visit(id)
        }
        for (;;) {
          const above = up < count ? keys[up] - own : Infinity
          const below = down >= present ? own - keys[down] : Infinity
          if (Math.min(above, below) + others > best || (above === Infinity && below === Infinity)) break
          if (above <= below) visitOther(ids[up++])
          else visitOther(ids[down--])
        }
        if (best >= FULL + others) for (let at = 0; at < present; at++) visitOther(ids[at])
      } else {
        while (up < count && keys[up] === own) visit(ids[up++])
        if (best >= FULL) {
          for (let at = 0; at <= down; at++) visit(ids[at])
          for (let at = up; at < count; at++) visit(ids[at])
        }
      }
      return { distance: best + unknown, classes: found }
    },
  }
}

/** Largest number of classes of a rare category. */
const FEW_CLASSES = 1000

/** Counts the classes that have each category of a key. */
function countsOf(points: Int32Array, d: number, j: number): Int32Array {
  let most = -1
  for (let at = j; at < points.length; at += d) most = Math.max(most, points[at])
  const counts = new Int32Array(most + 1)
  for (let at = j; at < points.length; at += d) if (points[at] >= 0) counts[points[at]]++
  return counts
}

/** Returns true if the category y contains x. */
function stands(kin: Kin | undefined, x: number, y: number): boolean {
  return kin !== undefined && kin.covers[x * kin.levels + y] === 1
}

/** Classes by one key, ascending; those without it (−1) come first. */
interface KeyOrder {
  readonly ids: Int32Array
  readonly keys: Int32Array
  /** Index of the first class with the key. */
  readonly present: number
}

function keyOrder(points: Int32Array, d: number, lead: number): KeyOrder {
  const values = Int32Array.from({ length: points.length / d }, (_, id) => points[id * d + lead])
  const ids = Int32Array.from(values.keys()).sort((a, b) => values[a] - values[b])
  const keys = ids.map((id) => values[id])
  return { ids, keys, present: firstFrom(keys, 0) }
}

/**
 * Sorts the keys, those first that leave the fewest classes: positions before categories, and by their number of
 * values.
 */
function bySelectivity(points: Int32Array, d: number, isPosition: readonly boolean[]): number[] {
  const valuesOf = (j: number): number => {
    const values = new Set<number>()
    for (let at = j; at < points.length; at += d) values.add(points[at])
    return values.size
  }
  const counts = isPosition.map((_, j) => valuesOf(j))
  return [...isPosition.keys()].sort(
    (a, b) => Number(isPosition[b]) - Number(isPosition[a]) || counts[b] - counts[a] || a - b,
  )
}

/** Returns the first index whose key is `least` or more. */
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
