import { naiveRecords } from '../shared/naive-records.fixture.js'

/** V-MDAV as its definition reads, with every distance computed afresh: the yardstick of the fast one. */
export function naiveVmdav(columns: readonly Float64Array[], k: number, gamma: number, stop: 'k' | '2k'): number[] {
  const { rows, labels, rest, distance, centroid, farthest, nearestOf, endInOneGroup, mergeLast } =
    naiveRecords(columns)
  const centre = centroid(rest())
  let group = 0
  while (rest().length >= (stop === 'k' ? k : 2 * k)) {
    const seed = farthest(centre)
    const members = [seed, ...nearestOf(rows[seed], k - 1, seed)]
    for (const i of members) labels[i] = group
    const toGroup = (i: number): number => Math.min(...members.map((m) => distance(rows[i], rows[m])))
    while (members.length < 2 * k - 1 && rest().length > 0) {
      const e = rest().reduce((best, i) => (toGroup(i) < toGroup(best) ? i : best))
      const [other] = nearestOf(rows[e], 1, e)
      const out = other === undefined ? Infinity : distance(rows[e], rows[other])
      if (gamma === 0 || !(toGroup(e) < gamma * gamma * out)) break
      labels[e] = group
      members.push(e)
    }
    group++
  }
  if (endInOneGroup(group).length < k) mergeLast(group)
  return labels
}
