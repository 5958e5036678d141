import type { PointsLeft } from '../points/points-left.js'

/** Groups formed one after another from the remaining records. */
export interface GrowingGroup {
  /**
   * Takes a record and the k − 1 nearest to it, then up to k − 1 more. It adds the record e nearest to a member while
   * its squared distance is less than `factor` times that from e to the nearest other record left (∞ if there is none).
   * Ties go to the lowest index. The result is overwritten by the next call.
   */
  from(seed: number, factor: number): Uint32Array
}

/**
 * Makes the groups of V-MDAV. Every member remembers its nearest remaining record, and searches for another only if
 * that one is taken. Cost per group: the k nearest of one record, the nearest of every member, and two per record that
 * may join.
 */
export function growingGroup(columns: readonly Float64Array[], left: PointsLeft, k: number): GrowingGroup {
  const d = columns.length
  const point = new Float64Array(d)
  const found = new Uint32Array(Math.max(k, 2))
  const foundAt = new Float64Array(Math.max(k, 2))
  const members = new Uint32Array(2 * k)
  // For every member, the nearest record left and its distance.
  const nearest = new Uint32Array(2 * k)
  const distances = new Float64Array(2 * k)
  let size = 0

  const look = (record: number, count: number): number => {
    for (let j = 0; j < d; j++) point[j] = columns[j][record]
    return left.nearest(point, count, found, foundAt)
  }
  const take = (record: number): void => {
    left.take(record)
    members[size++] = record
  }
  const remember = (member: number, at: number): void => {
    nearest[member] = found[at]
    distances[member] = foundAt[at]
  }
  /** Returns the member that has the nearest remaining record. */
  const closest = (): number => {
    let best = 0
    for (let m = 1; m < size; m++) {
      if (distances[m] > distances[best]) continue
      if (distances[m] < distances[best] || nearest[m] < nearest[best]) best = m
    }
    return best
  }
  const grow = (factor: number): void => {
    for (let m = 0; m < size; m++) if (look(members[m], 1) > 0) remember(m, 0)
    for (let room = k - 1; room > 0 && left.size() > 0; room--) {
      const member = closest()
      const record = nearest[member]
      // The two nearest to a record are itself and another, or two others in the same place.
      const count = look(record, 2)
      const other = found[0] === record ? 1 : 0
      if (count > 1 && !(distances[member] < factor * foundAt[other])) return
      if (count > 1) remember(size, other)
      take(record)
      for (let m = 0; m < size - 1; m++) if (nearest[m] === record && look(members[m], 1) > 0) remember(m, 0)
    }
  }

  return {
    from(seed, factor) {
      size = 0
      take(seed)
      const count = look(seed, k - 1)
      for (let at = 0; at < count; at++) take(found[at])
      // No distance is less than 0 times another.
      if (factor > 0) grow(factor)
      left.settle()
      return members.subarray(0, size)
    },
  }
}
