import { correlate, hasMissing, type CorrelationKind } from '@sdc/stats'
import type { PairedColumn, PermuteState, Relations } from './permute-state.js'

/** What correlations of one kind are off by. */
export interface KindErrors {
  /** The greatest |r(z) − r(x)|; 0 where there is no pair. */
  readonly greatest: number
  /** The columns that it is of. */
  readonly between: readonly [string, string] | undefined
  /** The mean over all pairs. */
  readonly mean: number
}

/** What the correlations of a masked file are off by. */
export interface CorrelationErrors {
  readonly pearson: KindErrors
  readonly spearman: KindErrors
}

/** A column with its name. */
export type NamedColumn = PairedColumn & { readonly name: string }

/**
 * What a file's correlations are off by: from the state where all cells are there, else of the complete pairs of the
 * columns themselves. Pairs of two given columns do not count.
 *
 * @param state - The state, its errors computed anew.
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
  const isComplete = all.every(({ x, z }) => !hasMissing(x) && !hasMissing(z))
  const movingNumbers = moving.filter(({ isNumber }) => isNumber).length
  const of = (columns: readonly NamedColumn[], free: number, kind: CorrelationKind, held: Relations): KindErrors =>
    kindErrors(columns, free, isComplete ? entry(held) : pairwise(columns, kind))
  return {
    pearson: of(numbers, movingNumbers, 'pearson', state.pearson),
    spearman: of(all, moving.length, 'spearman', state.spearman),
  }
}

type Entry = (j: number, k: number) => number

function entry({ errors, size }: Relations): Entry {
  return (j, k) => errors[j * size + k]
}

function pairwise(columns: readonly NamedColumn[], kind: CorrelationKind): Entry {
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
