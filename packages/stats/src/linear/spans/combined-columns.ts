import { commonSources, isLinear, linearColumns, type LinearColumns } from './linear-columns.js'
import { addMultiple, partBuffers, type RecordColumns } from './record-columns.js'

/**
 * Returns Σ_k w_jk·columns_k for every row j of the weights, computed when it is read. If the given columns are linear
 * in stored ones, so is the result.
 *
 * @param weights - m×p, by rows; missing entries at the end of a row are 0.
 * @param columns - p columns of n.
 * @returns m columns of n.
 */
export function combination(weights: readonly ArrayLike<number>[], columns: RecordColumns): RecordColumns {
  if (isLinear(columns)) return linearCombination(weights, columns)
  const z = partBuffers(columns.count, columns.rows)
  const used = weights.map((own) => Array.from(own).flatMap((weight, k) => (weight === 0 ? [] : [k])))
  return {
    count: weights.length,
    rows: columns.rows,
    read(from, rows, into) {
      columns.read(from, rows, z)
      weights.forEach((own, j) => {
        into[j].fill(0, 0, rows)
        const at = used[j]
        let u = 0
        for (; u + 2 < at.length; u += 3) {
          const [a, b, c] = [at[u], at[u + 1], at[u + 2]]
          addThree(into[j], own[a], z[a], own[b], z[b], own[c], z[c], rows)
        }
        for (; u < at.length; u++) addMultiple(into[j], own[at[u]], z[at[u]], rows)
      })
    },
  }
}

/**
 * Returns level_j + (constant_j + Σ_k w_jk·columns_k), for linear columns.
 *
 * @param weights - m×p, by rows; missing entries at the end of a row are 0.
 * @param columns - p columns of n.
 * @param constants - m numbers; default 0.
 * @param levels - m numbers; default 0.
 * @returns m columns of n.
 */
export function linearCombination(
  weights: readonly ArrayLike<number>[],
  { rows, ...map }: LinearColumns,
  constants: Float64Array = new Float64Array(weights.length),
  levels: Float64Array = new Float64Array(weights.length),
): LinearColumns {
  const [total, level] = [constants.slice(), levels.slice()]
  const made = weights.map((own, j) => {
    const row = new Float64Array(map.sources.length)
    for (let k = 0; k < own.length; k++) {
      if (own[k] === 0) continue
      total[j] += own[k] * map.constants[k]
      level[j] += own[k] * map.levels[k]
      for (let l = 0; l < row.length; l++) row[l] += own[k] * map.weights[k][l]
    }
    return row
  })
  const { sources, centres } = map
  return linearColumns(rows, { sources, centres, constants: total, levels: level, weights: made })
}

/**
 * Returns the sums of columns, value by value, in the given order. If the given columns are linear in stored ones, so
 * are the sums.
 *
 * @param first - p columns of n.
 * @param others - Further ones, p of n each.
 * @returns p columns of n, computed when they are read.
 */
export function sumOf(first: RecordColumns, ...others: readonly RecordColumns[]): RecordColumns {
  const all = [first, ...others]
  if (all.every(isLinear)) return linearSum(all)
  const parts = partBuffers(first.count, first.rows)
  return {
    count: first.count,
    rows: first.rows,
    read(from, rows, into) {
      first.read(from, rows, into)
      for (const other of others) {
        other.read(from, rows, parts)
        for (let j = 0; j < parts.length; j++) add(into[j], parts[j], rows)
      }
    },
  }
}

function linearSum(parts: readonly LinearColumns[]): LinearColumns {
  const { sources, centres, maps } = commonSources(parts)
  const [{ count, rows }] = parts
  const total = (of: (map: (typeof maps)[number]) => Float64Array): Float64Array =>
    Float64Array.from({ length: count }, (_, j) => maps.reduce((sum, map) => sum + of(map)[j], 0))
  const constants = total((map) => map.constants)
  const levels = total((map) => map.levels)
  const weights = Array.from({ length: count }, (_, j) =>
    Float64Array.from(sources, (_, l) => maps.reduce((total, map) => total + map.weights[j][l], 0)),
  )
  return linearColumns(rows, { sources, centres, constants, levels, weights })
}

/** Adds a·x, b·z and c·w to y, in that order, in a third of the passes over y. */
function addThree(
  y: Float64Array,
  a: number,
  x: Float64Array,
  b: number,
  z: Float64Array,
  c: number,
  w: Float64Array,
  rows: number,
): void {
  for (let i = 0; i < rows; i++) y[i] = y[i] + a * x[i] + b * z[i] + c * w[i]
}

function add(y: Float64Array, x: Float64Array, rows: number): void {
  for (let i = 0; i < rows; i++) y[i] += x[i]
}
