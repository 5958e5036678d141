/** A fraction; a denominator of 0 is infinity. */
export interface Fraction {
  readonly top: bigint
  readonly bottom: bigint
}

/**
 * Solves max c·x with Ax = b, x ≥ 0, in whole numbers throughout (Edmonds' division without remainder), by Bland's
 * rule. It has no tolerance and serves as reference for other solvers. Small programs only.
 *
 * @param a - Rows of coefficients.
 * @param b - Right sides, 0 or more.
 * @param c - Objective.
 * @returns The greatest value; infinity if unbounded, undefined if infeasible.
 */
export function exactMaximum(
  a: readonly (readonly bigint[])[],
  b: readonly bigint[],
  c: readonly bigint[],
): Fraction | undefined {
  const width = c.length
  let common = 1n
  // Each row with its artificial variable, which only marks the basis, and its right side.
  let rows = a.map((row, i) => [...row, b[i]])
  let basis = a.map((_, i) => width + i)
  const last = width

  const pivot = (r: number, q: number, z: bigint[]): void => {
    const p = rows[r][q]
    const cleared = (row: bigint[]): bigint[] => {
      const factor = row[q]
      return row.map((value, j) => (value * p - factor * rows[r][j]) / common)
    }
    const next = cleared(z)
    for (let j = 0; j < z.length; j++) z[j] = next[j]
    rows = rows.map((row, i) => (i === r ? row : cleared(row)))
    common = p
    basis[r] = q
  }
  /** Minimises the objective of row z; false if unbounded. */
  const solve = (z: bigint[]): boolean => {
    for (;;) {
      const q = z.findIndex((value, j) => j < last && value < 0n)
      if (q < 0) return true
      let r = -1
      rows.forEach((row, i) => {
        if (row[q] <= 0n) return
        const order = r < 0 ? -1n : row[last] * rows[r][q] - rows[r][last] * row[q]
        if (order < 0n || (order === 0n && basis[i] < basis[r])) r = i
      })
      if (r < 0) return false
      pivot(r, q, z)
    }
  }

  const first = Array.from({ length: width + 1 }, (_, j) => -rows.reduce((sum, row) => sum + row[j], 0n))
  solve(first)
  if (first[last] !== 0n) return undefined
  // Remaining artificial variables are 0: they leave the basis, or their row is redundant.
  for (let r = 0; r < rows.length; r++) {
    if (basis[r] < width) continue
    const q = rows[r].findIndex((value, j) => j < last && value !== 0n)
    if (q < 0) {
      rows = rows.filter((_, i) => i !== r)
      basis = basis.filter((_, i) => i !== r)
      r--
      continue
    }
    if (rows[r][q] < 0n) rows[r] = rows[r].map((value) => -value)
    pivot(r, q, first)
  }
  const z = Array.from({ length: width + 1 }, (_, j) =>
    rows.reduce((sum, row, i) => sum + c[basis[i]] * row[j], j < last ? -c[j] * common : 0n),
  )
  return solve(z) ? { top: z[last], bottom: common } : { top: 1n, bottom: 0n }
}
