import { arrangements } from './arrangements.js'

/** Column whose set of unknown values is known, but not their records. */
export interface UnknownColumn {
  /** m values, ascending. */
  readonly values: Float64Array
  /** True if they are already in place: a column that was not permuted, or the one that names the records. */
  readonly fixed: boolean
}

/** Correlations of one kind, as conditions on the unknown records. */
export interface Condition {
  /**
   * Contribution of each value to a correlation by column, in the order of the values. Over all records they sum to 0,
   * their squares to 1.
   */
  readonly scores: readonly Float64Array[]
  /** Required sum of the unknown records' products of scores, by pair of columns j and k < j. */
  readonly wanted: readonly Float64Array[]
}

export interface AssignmentProblem {
  readonly columns: readonly UnknownColumn[]
  readonly conditions: readonly Condition[]
  /** Tolerance of a correlation. */
  readonly tolerance: number
  /** One number per unknown record, ascending; equal for records that only the assignment tells apart. */
  readonly classes: Int32Array
  readonly tick?: ((fraction: number) => void) | undefined
}

export interface AssignmentsLeft {
  /** Number of assignments that satisfy the conditions. */
  readonly left: number
  /** Index of the value on which all assignments agree, by column and record; −1 if they differ. */
  readonly determined: readonly Int32Array[]
}

/** Possible error of a condition that holds exactly: sums of a few products of numbers up to 1, each rounded. */
const ROUNDING = 1e-13

/**
 * Searches all assignments of the unknown records' values for those that give the correlations.
 *
 * A correlation concerns two columns, so every pair of arrangements of two columns is tested once, O(a_j·a_k·m). The
 * search through the columns continues with the arrangements that fit all earlier ones. Records of one class are
 * indistinguishable. Among assignments that exchange them whole, the one in ascending order counts.
 *
 * Cost: at most one step per assignment; fewer for a narrow tolerance.
 *
 * @param problem - Known facts; the values of a fixed column are in the order of the records.
 */
export function assignmentsLeft({ columns, conditions, tolerance, classes, tick }: AssignmentProblem): AssignmentsLeft {
  const d = columns.length
  const m = classes.length
  const inPlace = Int32Array.from({ length: m }, (_, i) => i)
  const choices = columns.map(({ values, fixed }) => (fixed ? [inPlace] : arrangements(values)))
  const fits = columns.map((_, j) =>
    columns.slice(0, j).map((__, k) => pairsThatFit(choices, conditions, tolerance, j, k)),
  )
  const chosen = new Int32Array(d)
  const seen = columns.map(() => new Int32Array(m).fill(-2))
  const outer = Math.max(
    0,
    choices.findIndex(({ length }) => length > 1),
  )
  let left = 0

  const keep = (): void => {
    left++
    for (let j = 0; j < d; j++) {
      const arrangement = choices[j][chosen[j]]
      for (let i = 0; i < m; i++) {
        const now = seen[j][i]
        // Equal values count as one: the first index of a value represents it.
        const value = firstOf(columns[j].values, arrangement[i])
        if (now === -2) seen[j][i] = value
        else if (now !== value) seen[j][i] = -1
      }
    }
  }
  const search = (j: number): void => {
    if (j === d) {
      if (isInOrder(columns, choices, chosen, classes)) keep()
      return
    }
    for (let a = 0; a < choices[j].length; a++) {
      let fit = true
      for (let k = 0; fit && k < j; k++) fit = fits[j][k][a * choices[k].length + chosen[k]] === 1
      if (!fit) continue
      chosen[j] = a
      search(j + 1)
      if (j === outer) tick?.((a + 1) / choices[j].length)
    }
  }
  search(0)
  return { left, determined: seen.map((column) => column.map((value) => Math.max(-1, value))) }
}

/**
 * Tests for each arrangement of column j and of column k if their correlations are the required ones; j's are the rows.
 */
function pairsThatFit(
  choices: readonly (readonly Int32Array[])[],
  conditions: readonly Condition[],
  tolerance: number,
  j: number,
  k: number,
): Uint8Array {
  const [ofJ, ofK] = [choices[j], choices[k]]
  const fits = new Uint8Array(ofJ.length * ofK.length)
  for (let a = 0; a < ofJ.length; a++) {
    for (let b = 0; b < ofK.length; b++) {
      const fit = conditions.every(({ scores, wanted }) => {
        let sum = 0
        for (let i = 0; i < ofJ[a].length; i++) sum += scores[j][ofJ[a][i]] * scores[k][ofK[b][i]]
        return Math.abs(sum - wanted[j][k]) <= tolerance + ROUNDING
      })
      fits[a * ofK.length + b] = fit ? 1 : 0
    }
  }
  return fits
}

/** True if the records of every class are in the lexicographic order of their values. */
function isInOrder(
  columns: readonly UnknownColumn[],
  choices: readonly (readonly Int32Array[])[],
  chosen: Int32Array,
  classes: Int32Array,
): boolean {
  for (let i = 1; i < classes.length; i++) {
    if (classes[i] !== classes[i - 1]) continue
    for (let j = 0; j < columns.length; j++) {
      const { values } = columns[j]
      const [before, after] = [values[choices[j][chosen[j]][i - 1]], values[choices[j][chosen[j]][i]]]
      if (before < after) break
      if (before > after) return false
    }
  }
  return true
}

function firstOf(values: Float64Array, at: number): number {
  let first = at
  while (first > 0 && values[first - 1] === values[at]) first--
  return first
}
