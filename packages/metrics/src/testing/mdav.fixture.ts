import { standardise } from '@sdc/stats'

/**
 * MDAV-generic by brute force, a reference for tests, O(n²d/k). Distances on
 * standardised columns, centroids of the raw ones, ties to the lowest index.
 */
export function plainMdav(columns: readonly Float64Array[], k: number): Float64Array[] {
  const z = standardise(columns).columns
  let left = Array.from(columns[0].keys())
  const groups: number[][] = []
  const at = (i: number): number[] => z.map((column) => column[i])
  const centre = (): number[] => z.map((column) => left.reduce((sum, i) => sum + column[i], 0) / left.length)
  const distance = (i: number, point: readonly number[]): number =>
    z.reduce((sum, column, j) => sum + (column[i] - point[j]) ** 2, 0)
  const farthest = (point: readonly number[]): number =>
    left.reduce((best, i) => (distance(i, point) > distance(best, point) ? i : best), left[0])
  const takeGroup = (seed: number): void => {
    const point = at(seed)
    const near = left.map((i): [number, number] => [distance(i, point), i]).sort((a, b) => a[0] - b[0] || a[1] - b[1])
    const group = near.slice(0, k).map(([, i]) => i)
    groups.push(group)
    left = left.filter((i) => !group.includes(i))
  }
  while (left.length >= 3 * k) {
    const r = farthest(centre())
    const fromR = at(r)
    takeGroup(r)
    takeGroup(farthest(fromR))
  }
  if (left.length >= 2 * k) takeGroup(farthest(centre()))
  groups.push(left)
  return columns.map((column) => {
    const masked = column.slice()
    for (const group of groups) {
      const mean = group.reduce((sum, i) => sum + column[i], 0) / group.length
      for (const i of group) masked[i] = mean
    }
    return masked
  })
}
