import type { RecordColumns } from './record-columns.js'

/** Columns that are linear in stored ones: y_k = level_k + (constant_k + Σ_l weight_kl·(x_l − centre_l)). */
export interface LinearColumns extends RecordColumns {
  /** x, s columns of n values. */
  readonly sources: readonly Float64Array[]
  /** Approximate means of x, which may be large relative to their spread. */
  readonly centres: Float64Array
  readonly constants: Float64Array
  /**
   * Constants that may be large relative to the spread. They are added last, so that the rounding of the sum before it
   * is small.
   */
  readonly levels: Float64Array
  /** A row of s weights for every column. */
  readonly weights: readonly Float64Array[]
}

/** Description of columns as linear in stored ones. */
export type LinearMap = Omit<LinearColumns, 'count' | 'rows' | 'read'>

/**
 * Makes columns that are linear in stored ones. They are computed when they are read, so no array of n values is made.
 *
 * @param rows - n.
 * @param map - Sources of n values, their centres, and weights. The sources are not copied.
 * @returns The columns.
 */
export function linearColumns(rows: number, map: LinearMap): LinearColumns {
  const { sources, centres, constants, levels, weights } = map
  const used = weights.map((own) => [...own.keys()].filter((l) => own[l] !== 0))
  return {
    ...map,
    count: weights.length,
    rows,
    read(from, count, into) {
      for (let k = 0; k < weights.length; k++) {
        const [own, part, at] = [weights[k], into[k], used[k]]
        part.fill(constants[k], 0, count)
        let u = 0
        // Three at a time: a third of the passes over the part.
        for (; u + 2 < at.length; u += 3) {
          const [a, b, c] = [at[u], at[u + 1], at[u + 2]]
          const [x, y, z] = [sources[a], sources[b], sources[c]]
          addThree(part, own[a], x, centres[a], own[b], y, centres[b], own[c], z, centres[c], from, count)
        }
        for (; u < at.length; u++) addOne(part, own[at[u]], sources[at[u]], centres[at[u]], from, count)
        const level = levels[k]
        if (level !== 0) for (let i = 0; i < count; i++) part[i] += level
      }
    },
  }
}

/**
 * Makes stored columns linear in themselves.
 *
 * @param columns - p of n values.
 * @param rows - n.
 * @param centres - Constants to subtract from each column; default 0.
 * @param levels - Constants to add again.
 * @returns p columns.
 */
export function identityColumns(
  columns: readonly Float64Array[],
  rows: number,
  centres: Float64Array = new Float64Array(columns.length),
  levels: Float64Array = new Float64Array(columns.length),
): LinearColumns {
  return linearColumns(rows, {
    sources: columns,
    centres: centres.slice(),
    constants: new Float64Array(columns.length),
    levels,
    weights: columns.map((_, j) => Float64Array.from(columns, (_, l) => (l === j ? 1 : 0))),
  })
}

/**
 * Joins the columns of one with those of the other.
 *
 * @param one - q linear columns of n.
 * @param other - p linear columns of n.
 * @returns q + p columns.
 */
export function sideBySide(one: LinearColumns, other: LinearColumns): LinearColumns {
  const { sources, centres, maps } = commonSources([one, other])
  return linearColumns(one.rows, {
    sources,
    centres,
    constants: Float64Array.of(...maps[0].constants, ...maps[1].constants),
    levels: Float64Array.of(...one.levels, ...other.levels),
    weights: [...maps[0].weights, ...maps[1].weights],
  })
}

/**
 * Selects a range of columns.
 *
 * @param columns - p linear columns of n.
 * @param first - First column of the range.
 * @param end - Column after the last one.
 * @returns The columns.
 */
export function linearRange({ rows, ...map }: LinearColumns, first: number, end: number): LinearColumns {
  const [constants, levels] = [map.constants.slice(first, end), map.levels.slice(first, end)]
  return linearColumns(rows, {
    sources: map.sources,
    centres: map.centres,
    constants,
    levels,
    weights: map.weights.slice(first, end),
  })
}

/**
 * Returns the same columns for other records, e.g. a block of a file whose sources replace the columns.
 *
 * @param columns - p linear columns.
 * @param arrays - Values that replace each source, m each.
 * @param rows - m.
 * @returns p columns of m.
 * @throws RangeError if a source has no replacement.
 */
export function readFrom(
  columns: LinearColumns,
  arrays: ReadonlyMap<Float64Array, Float64Array>,
  rows: number,
): LinearColumns {
  const sources = columns.sources.map((source) => {
    const values = arrays.get(source)
    if (values?.length !== rows) throw new RangeError(`a source of linear columns has no ${rows} values`)
    return values
  })
  return linearColumns(rows, { ...columns, sources })
}

/**
 * Returns true if columns are linear in stored ones.
 *
 * @param columns - p of n.
 * @returns True for linear columns.
 */
export function isLinear(columns: RecordColumns): columns is LinearColumns {
  return 'sources' in columns
}

/**
 * Expresses columns of several maps in the sources of all of them, each source once.
 *
 * @param parts - Linear columns of n rows.
 * @returns The sources of all, and the constants and weights of each part for these.
 */
export function commonSources(parts: readonly LinearColumns[]): {
  readonly sources: readonly Float64Array[]
  readonly centres: Float64Array
  readonly maps: readonly Pick<LinearMap, 'constants' | 'levels' | 'weights'>[]
} {
  const places = new Map<Float64Array, number>()
  const centres: number[] = []
  for (const part of parts) {
    part.sources.forEach((source, l) => {
      if (places.has(source)) return
      places.set(source, centres.length)
      centres.push(part.centres[l])
    })
  }
  const maps = parts.map((part) => {
    const at = part.sources.map((source) => places.get(source) ?? 0)
    const constants = part.constants.slice()
    const weights = part.weights.map((own, k) => {
      const row = new Float64Array(centres.length)
      own.forEach((weight, l) => {
        row[at[l]] += weight
        // w(x − c) = w(x − c') + w(c' − c).
        constants[k] += weight * (centres[at[l]] - part.centres[l])
      })
      return row
    })
    return { constants, levels: part.levels, weights }
  })
  return { sources: [...places.keys()], centres: Float64Array.from(centres), maps }
}

function addOne(y: Float64Array, w: number, x: Float64Array, c: number, from: number, rows: number): void {
  for (let i = 0; i < rows; i++) y[i] += w * (x[from + i] - c)
}

function addThree(
  to: Float64Array,
  u: number,
  x: Float64Array,
  cx: number,
  v: number,
  y: Float64Array,
  cy: number,
  w: number,
  z: Float64Array,
  cz: number,
  from: number,
  rows: number,
): void {
  for (let i = 0, at = from; i < rows; i++, at++) to[i] += u * (x[at] - cx) + v * (y[at] - cy) + w * (z[at] - cz)
}
