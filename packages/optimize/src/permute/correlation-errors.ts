import { correlate, hasMissing, type CorrelationKind } from '@sdc/stats'
import { recompute, valuesOf, type PairedColumn, type PermuteState, type Relations } from './permute-state.js'

/** Errors of the correlations of one kind. */
export interface KindErrors {
  /** Largest |r(z) − r(x)|; 0 without a pair. */
  readonly greatest: number
  /** Columns with the largest error. */
  readonly between: readonly [string, string] | undefined
  /** Mean error over all pairs. */
  readonly mean: number
}

/** Errors of the correlations of a masked file. */
export interface CorrelationErrors {
  readonly pearson: KindErrors
  readonly spearman: KindErrors
}

/** A column with its name. */
export type NamedColumn = PairedColumn & { readonly name: string }

/**
 * Computes the errors of a file's correlations: from the state if no values are missing, else from the complete pairs
 * of the columns. Pairs of two given columns do not count.
 *
 * @param state - The state, with its errors computed again.
 * @param moving - The columns that move, with their present values.
 * @param given - Those that do not.
 * @returns The errors of both kinds.
 */
export function correlationErrors(
  state: PermuteState,
  moving: readonly NamedColumn[],
  given: readonly NamedColumn[],
): CorrelationErrors {
  const all = [...moving, ...given]
  const numbers = all.filter(({ isNumber }) => isNumber)
  const movingNumbers = moving.filter(({ isNumber }) => isNumber).length
  const of = (columns: readonly NamedColumn[], free: number, kind: CorrelationKind, held: Relations): KindErrors =>
    kindErrors(columns, free, isIncomplete(all) ? pairwise(columns, kind) : entry(held))
  return {
    pearson: of(numbers, movingNumbers, 'pearson', state.pearson),
    spearman: of(all, moving.length, 'spearman', state.spearman),
  }
}

/** Returns true if the columns have a missing value in either file. */
export function isIncomplete(columns: readonly PairedColumn[]): boolean {
  return columns.some(({ x, z }) => hasMissing(x) || hasMissing(z))
}

/**
 * Makes the errors of a state those of the complete pairs of its columns; the state itself counts missing values as
 * means.
 *
 * The difference between the two counts changes little when values are exchanged. So the target correlations are
 * shifted by it; when they are reached, those of the complete pairs nearly are, too.
 *
 * @param state - Its targets, errors and gradients change.
 * @param moving - The columns that move; their present values are those of the state.
 * @param given - Those that do not.
 * @returns The largest error of complete pairs.
 */
export function aimAtPairs(
  state: PermuteState,
  moving: readonly PairedColumn[],
  given: readonly PairedColumn[],
): number {
  let greatest = 0
  const now = moving.map((column, j) => ({ ...column, z: valuesOf(state.moving[j], state.records) }))
  const all = [...now, ...given]
  recompute(state)
  for (const [kind, { target, errors, size }, columns] of [
    ['pearson', state.pearson, all.filter(({ isNumber }) => isNumber)],
    ['spearman', state.spearman, all],
  ] as const) {
    const of = pairwise(columns, kind)
    for (let j = 0; j < size; j++)
      for (let k = 0; k < size; k++) {
        const error = j === k ? 0 : of(j, k)
        const known = error === error && (j < moving.length || k < moving.length) ? error : 0
        greatest = Math.max(greatest, Math.abs(known))
        target[j * size + k] += errors[j * size + k] - known * sharedRecords(columns[j], columns[k])
      }
  }
  recompute(state)
  return greatest
}

/**
 * Returns the change of a correlation with missing values as means, if that of the complete pairs changes by 1: the
 * number of pairs over the mean number of values of both columns.
 */
function sharedRecords({ z: a }: PairedColumn, { z: b }: PairedColumn): number {
  let [both, ofA, ofB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [isA, isB] = [a[i] === a[i], b[i] === b[i]]
    if (isA) ofA++
    if (isB) ofB++
    if (isA && isB) both++
  }
  return both > 0 ? both / Math.sqrt(ofA * ofB) : 0
}

type Entry = (j: number, k: number) => number

function entry({ errors, size }: Relations): Entry {
  return (j, k) => errors[j * size + k]
}

function pairwise(columns: readonly PairedColumn[], kind: CorrelationKind): Entry {
  const [before, after] = [columns.map(({ x }) => x), columns.map(({ z }) => z)].map((one) => correlate(one, kind))
  return (j, k) => after.get(j, k) - before.get(j, k)
}

function kindErrors(columns: readonly NamedColumn[], free: number, of: Entry): KindErrors {
  let greatest = 0
  let between: readonly [string, string] | undefined
  let total = 0
  let pairs = 0
  for (let j = 0; j < free; j++) {
    for (let k = j + 1; k < columns.length; k++) {
      const error = Math.abs(of(j, k))
      if (error !== error) continue
      total += error
      pairs++
      if (error < greatest || (between !== undefined && error === greatest)) continue
      greatest = error
      between = [columns[j].name, columns[k].name]
    }
  }
  return { greatest, between, mean: pairs > 0 ? total / pairs : 0 }
}
