/**
 * Maximises c·x with A x = 0 and low ≤ x ≤ high, for which x = 0 is feasible. A plain tableau simplex with Bland's
 * rule, as an independent check of the solver. Bounds are finite.
 */
export function greatest(
  rows: readonly Float64Array[],
  c: Float64Array,
  low: Float64Array,
  high: Float64Array,
): number {
  const n = c.length
  // x = low + z, 0 ≤ z ≤ width: rows A z = −A low and z + s = width, started with artificial columns for the first.
  const width = high.map((value, j) => value - low[j])
  const m = rows.length
  const columns = 2 * n + m
  const table: Float64Array[] = []
  const basis: number[] = []
  rows.forEach((row, i) => {
    const right = -row.reduce((sum, value, j) => sum + value * low[j], 0)
    const sign = right < 0 ? -1 : 1
    const line = new Float64Array(columns + 1)
    row.forEach((value, j) => (line[j] = sign * value))
    line[2 * n + i] = 1
    line[columns] = sign * right
    table.push(line)
    basis.push(2 * n + i)
  })
  for (let j = 0; j < n; j++) {
    const line = new Float64Array(columns + 1)
    line[j] = 1
    line[n + j] = 1
    line[columns] = width[j]
    table.push(line)
    basis.push(n + j)
  }
  const phase = (cost: Float64Array, allowed: number): void => {
    for (;;) {
      let enter = -1
      for (let j = 0; j < allowed && enter < 0; j++) {
        let reduced = cost[j]
        for (let i = 0; i < table.length; i++) reduced -= cost[basis[i]] * table[i][j]
        if (reduced > 1e-9) enter = j
      }
      if (enter < 0) return
      let leave = -1
      for (let i = 0; i < table.length; i++) {
        if (table[i][enter] <= 1e-9) continue
        const ratio = table[i][columns] / table[i][enter]
        const best = leave < 0 ? Infinity : table[leave][columns] / table[leave][enter]
        if (ratio < best - 1e-12 || (ratio < best + 1e-12 && basis[i] < basis[leave])) leave = i
      }
      if (leave < 0) throw new Error('a bounded program has no bound')
      const pivot = table[leave][enter]
      for (let j = 0; j <= columns; j++) table[leave][j] /= pivot
      for (let i = 0; i < table.length; i++) {
        const factor = table[i][enter]
        if (i === leave || factor === 0) continue
        for (let j = 0; j <= columns; j++) table[i][j] -= factor * table[leave][j]
      }
      basis[leave] = enter
    }
  }
  const first = new Float64Array(columns)
  first.fill(-1, 2 * n)
  phase(first, 2 * n)
  // Artificial columns at 0 leave the basis for any possible column; a row without one is redundant.
  for (let i = table.length - 1; i >= 0; i--) {
    if (basis[i] < 2 * n) continue
    const enter = table[i].findIndex((value, j) => j < 2 * n && Math.abs(value) > 1e-9)
    if (enter < 0) {
      table.splice(i, 1)
      basis.splice(i, 1)
      continue
    }
    const pivot = table[i][enter]
    for (let j = 0; j <= columns; j++) table[i][j] /= pivot
    for (let k = 0; k < table.length; k++) {
      const factor = table[k][enter]
      if (k === i || factor === 0) continue
      for (let j = 0; j <= columns; j++) table[k][j] -= factor * table[i][j]
    }
    basis[i] = enter
  }
  const cost = new Float64Array(columns)
  cost.set(c)
  phase(cost, 2 * n)
  let value = c.reduce((sum, one, j) => sum + one * low[j], 0)
  basis.forEach((column, i) => (value += cost[column] * table[i][columns]))
  return value
}
