import type { Column } from '@sdc/core'

/** MDAV-generic on mixed columns as its definition reads: every distance and representative computed afresh. */
export function naiveMixedMdav(columns: readonly Column[], k: number): number[] {
  const n = columns[0].kind === 'numeric' ? columns[0].values.length : columns[0].codes.length
  const bits = Array.from({ length: 32 }, (_, b) => b).find((b) => 2 ** b > n) ?? 32
  const round = (value: number): number => Math.round(value * 2 ** (52 - bits)) / 2 ** (52 - bits)
  // Ordered and numeric columns first, then the nominal ones.
  const nominal = (column: Column): boolean => column.kind === 'categorical' && !column.ordered
  const used = [...columns.filter((column) => !nominal(column)), ...columns.filter(nominal)].map((column) => {
    if (column.kind === 'categorical') return { column, values: [...column.codes] }
    const [least, most] = [Math.min(...column.values), Math.max(...column.values)]
    return {
      column,
      values: Array.from(column.values, (x) => (most > least ? round((x - least) / (most - least)) : 0)),
    }
  })
  const rows = Array.from({ length: n }, (_, i) => used.map(({ values }) => values[i]))
  const distance = (a: readonly number[], b: readonly number[]): number =>
    used.reduce((total, { column }, j) => {
      if (column.kind === 'numeric') return total + Math.abs(a[j] - b[j])
      if (!column.ordered) return total + (a[j] === b[j] ? 0 : 1)
      return total + (1 / Math.max(1, column.levels.length - 1)) * Math.abs(a[j] - b[j])
    }, 0)
  const representative = (records: readonly number[]): number[] =>
    used.map(({ column, values }) => {
      const sorted = records.map((i) => values[i]).sort((a, b) => a - b)
      if (column.kind === 'numeric') return sorted.reduce((total, value) => total + value, 0) / sorted.length
      if (column.ordered) return sorted[Math.floor((sorted.length - 1) / 2)]
      const count = (code: number): number => sorted.filter((one) => one === code).length
      return sorted.reduce((best, code) => (count(code) > count(best) ? code : best))
    })

  const labels = new Array<number>(n).fill(-1)
  const rest = (): number[] => labels.flatMap((label, i) => (label < 0 ? [i] : []))
  const farthest = (from: readonly number[]): number =>
    rest().reduce((best, i) => (distance(rows[i], from) > distance(rows[best], from) ? i : best))
  let group = 0
  const formGroup = (r: number): void => {
    const others = rest().filter((i) => i !== r)
    others.sort((a, b) => distance(rows[a], rows[r]) - distance(rows[b], rows[r]) || a - b)
    for (const i of [r, ...others.slice(0, k - 1)]) labels[i] = group
    group++
  }
  while (rest().length >= 3 * k) {
    const r = farthest(representative(rest()))
    formGroup(r)
    formGroup(farthest(rows[r]))
  }
  if (rest().length >= 2 * k) formGroup(farthest(representative(rest())))
  return labels.map((label) => (label < 0 ? group : label))
}
