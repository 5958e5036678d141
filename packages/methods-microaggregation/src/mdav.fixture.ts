import { standardise } from '@sdc/stats'

export interface NaiveOptions {
  readonly variant?: 'generic' | 'printed'
  readonly remainder?: 'keep' | 'merge'
}

/** MDAV as its definition reads, every centroid and every distance computed afresh: the yardstick of the fast one. */
export function naiveMdav(columns: readonly Float64Array[], k: number, options: NaiveOptions = {}): number[] {
  const n = columns[0].length
  const { columns: z, constant } = standardise(columns.map((column) => column.map((value) => value - column[0])))
  const rows = Array.from({ length: n }, (_, i) => z.filter((_, j) => !constant[j]).map((column) => column[i]))
  const labels = new Array<number>(n).fill(-1)
  let group = 0

  const rest = (): number[] => labels.flatMap((label, i) => (label < 0 ? [i] : []))
  const square = (value: number): number => value * value
  const distance = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((total, one, j) => total + square(one - b[j]), 0)
  // Sums of z rounded to a multiple of 2⁻⁵²·2^b, 2^b the least power of two above n.
  const bits = Array.from({ length: 32 }, (_, b) => b).find((b) => 2 ** b > n) ?? 32
  const round = (value: number): number => Math.round(value * 2 ** (52 - bits)) / 2 ** (52 - bits)
  const centroid = (records: readonly number[]): number[] =>
    rows[0].map((_, j) => records.reduce((total, i) => total + round(rows[i][j]), 0) / records.length)
  const farthest = (from: readonly number[]): number =>
    rest().reduce((best, i) => (distance(rows[i], from) > distance(rows[best], from) ? i : best))
  const formGroup = (r: number): void => {
    const others = rest().filter((i) => i !== r)
    others.sort((a, b) => distance(rows[a], rows[r]) - distance(rows[b], rows[r]) || a - b)
    for (const i of [r, ...others.slice(0, k - 1)]) labels[i] = group
    group++
  }
  const endInOneGroup = (): number[] => {
    const last = rest()
    for (const i of last) labels[i] = group
    return last
  }

  if (options.variant !== 'printed') {
    while (rest().length >= 3 * k) {
      const r = farthest(centroid(rest()))
      formGroup(r)
      formGroup(farthest(rows[r]))
    }
    if (rest().length >= 2 * k) formGroup(farthest(centroid(rest())))
    endInOneGroup()
    return labels
  }
  while (rest().length > k) {
    const r = farthest(centroid(rest()))
    formGroup(r)
    if (rest().length > k) formGroup(farthest(rows[r]))
  }
  const last = endInOneGroup()
  if (last.length < k && options.remainder !== 'keep') {
    const members = Array.from({ length: group }, (_, g) => labels.flatMap((label, i) => (label === g ? [i] : [])))
    const means = members.map(centroid)
    for (const i of last)
      labels[i] = means.reduce(
        (best, mean, g) => (distance(mean, rows[i]) < distance(means[best], rows[i]) ? g : best),
        0,
      )
  }
  return labels
}
