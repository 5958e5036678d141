import type { CellByChance } from './interval-chance.js'

/** A value so many standard errors below chance is no luck: one file in some 700 without a link lies there. */
const STANDARD_ERRORS = 3

/** The cells of records against what they are by chance. */
export interface ChanceOfRecords {
  /** Adds a column: its cells by record, NaN where there is none, and what they are by chance. */
  add(cells: Float64Array, chance: CellByChance): void
  /** What whoever reads the value must know; undefined where it is not below chance. */
  warning(value: number): string | undefined
}

/**
 * Compares interval disclosure with chance.
 *
 * With d_i the sum over the cells of record i of what they are less what they are by chance, the value is Σ d_i/used above
 * chance. The cells of a record are not independent, records are: the standard error is √(R·Var d)/used of R records. It is no
 * less than that of independent cells, since in a file whose every value was moved out of its windows all d_i are alike.
 *
 * @param records - How many records may have cells.
 */
export function chanceOfRecords(records: number): ChanceOfRecords {
  const differences = new Float64Array(records)
  const cells = new Int32Array(records)
  let expected = 0
  let used = 0
  let variance = 0
  return {
    add(inside, chance) {
      for (let r = 0; r < records; r++) {
        if (inside[r] !== inside[r]) continue
        differences[r] += inside[r] - chance.mean
        cells[r]++
        used++
        expected += chance.mean
        variance += chance.variance
      }
    },
    warning(value) {
      const chance = (100 * expected) / used
      const error = (100 * Math.sqrt(Math.max(variance, varianceOfSum(differences, cells)))) / used
      if (!(value < chance - STANDARD_ERRORS * error)) return undefined
      return (
        `interval disclosure is ${value.toFixed(1)} %, below the ${chance.toFixed(1)} % (standard error ${error.toFixed(1)}) of ` +
        'data without any link to the original: values lie outside every window because they were moved there, on purpose or by ' +
        'a method that always moves them far, and who knows how links the records the other way; look at risk/max-knowledge'
      )
    },
  }
}

/** R·Var over the R records that have a cell: the variance of their sum. */
function varianceOfSum(values: Float64Array, cells: Int32Array): number {
  let count = 0
  let sum = 0
  let squares = 0
  for (let r = 0; r < values.length; r++) {
    if (cells[r] === 0) continue
    count++
    sum += values[r]
    squares += values[r] * values[r]
  }
  return count < 2 ? Infinity : (Math.max(0, squares - (sum * sum) / count) * count) / (count - 1)
}
