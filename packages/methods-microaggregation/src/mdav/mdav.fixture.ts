import { naiveRecords } from '../shared/naive-records.fixture.js'
import type { MdavOptions } from './mdav.js'

export interface NaiveOptions {
  readonly variant?: 'generic' | 'printed'
  readonly remainder?: 'keep' | 'merge'
}

/** MDAV as its definition reads, every centroid and every distance computed afresh: the yardstick of the fast one. */
export function naiveMdav(columns: readonly Float64Array[], k: number, options: NaiveOptions = {}): number[] {
  const { rows, labels, rest, centroid, farthest, nearestOf, endInOneGroup, mergeLast } = naiveRecords(columns)
  let group = 0
  const formGroup = (r: number): void => {
    for (const i of [r, ...nearestOf(rows[r], k - 1, r)]) labels[i] = group
    group++
  }

  if (options.variant !== 'printed') {
    while (rest().length >= 3 * k) {
      const r = farthest(centroid(rest()))
      formGroup(r)
      formGroup(farthest(rows[r]))
    }
    if (rest().length >= 2 * k) formGroup(farthest(centroid(rest())))
    endInOneGroup(group)
    return labels
  }
  while (rest().length > k) {
    const r = farthest(centroid(rest()))
    formGroup(r)
    if (rest().length > k) formGroup(farthest(rows[r]))
  }
  if (endInOneGroup(group).length < k && options.remainder !== 'keep') mergeLast(group)
  return labels
}

/** Every way in which the loop ends. */
export const variants: readonly MdavOptions[] = [
  {},
  { variant: 'printed', remainder: 'merge' },
  { variant: 'printed', remainder: 'keep' },
]
