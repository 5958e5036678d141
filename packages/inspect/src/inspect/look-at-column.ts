import type { Column } from '@sdc/core'
import { tieRuns } from '@sdc/stats'

/** A column with its distinct values, sorted or counted once for all inspections. */
export interface LookedColumn {
  readonly name: string
  readonly column: Column
  readonly records: number
  readonly present: number
  /** Number of distinct values. */
  readonly distinct: number
  /**
   * Distinct numbers in ascending order, or codes of the levels that occur; `counts` has the number of records of each.
   */
  readonly values: Float64Array
  readonly counts: Uint32Array
  /** Returns the index in `values` of every record's value, −1 if missing; computed on demand. */
  classes(): Int32Array
}

/**
 * Sorts or counts the values of a column.
 *
 * @param name - Its name.
 * @param column - Its values.
 * @returns Its distinct values and their frequencies. Cost: one sort of numbers, one pass over categories.
 */
export function lookAtColumn(name: string, column: Column): LookedColumn {
  return column.kind === 'numeric' ? numbers(name, column.values) : categories(name, column.codes, column.levels)

  function numbers(of: string, values: Float64Array): LookedColumn {
    const { order, starts } = tieRuns(values)
    const distinct = starts.length - 1
    const own = new Float64Array(distinct)
    const counts = new Uint32Array(distinct)
    for (let r = 0; r < distinct; r++) {
      own[r] = values[order[starts[r]]]
      counts[r] = starts[r + 1] - starts[r]
    }
    const classes = (): Int32Array => {
      const classOf = new Int32Array(values.length).fill(-1)
      for (let r = 0; r < distinct; r++) for (let at = starts[r]; at < starts[r + 1]; at++) classOf[order[at]] = r
      return classOf
    }
    return { name: of, column, records: values.length, present: order.length, distinct, values: own, counts, classes }
  }

  function categories(of: string, codes: Int32Array, levels: readonly string[]): LookedColumn {
    const all = new Uint32Array(levels.length)
    for (let i = 0; i < codes.length; i++) if (codes[i] >= 0) all[codes[i]]++
    const places = new Int32Array(levels.length).fill(-1)
    const used: number[] = []
    for (let code = 0; code < all.length; code++) {
      if (all[code] === 0) continue
      places[code] = used.length
      used.push(code)
    }
    const counts = Uint32Array.from(used, (code) => all[code])
    const values = Float64Array.from(used)
    const classes = (): Int32Array => {
      const classOf = new Int32Array(codes.length)
      for (let i = 0; i < codes.length; i++) classOf[i] = codes[i] < 0 ? -1 : places[codes[i]]
      return classOf
    }
    const present = counts.reduce((sum, count) => sum + count, 0)
    return { name: of, column, records: codes.length, present, distinct: used.length, values, counts, classes }
  }
}

/**
 * Returns true if equal values are always in consecutive records, like the members of a household.
 *
 * @param column - A column with at least two distinct values.
 * @returns False if a value recurs after another one. Cost: one pass.
 */
export function standsInRuns({ column, distinct }: LookedColumn): boolean {
  const values = column.kind === 'numeric' ? column.values : column.codes
  let runs = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value !== value || (column.kind === 'categorical' && value < 0)) return false
    if (i === 0 || value !== values[i - 1]) runs++
    if (runs > distinct) return false
  }
  return runs === distinct
}
