import { compareKeys } from '../compare/place.js'
import type { Row } from '../compare/comparison.js'
import type { Limit } from '../limits/limits.js'
import type { Ground, RunSample } from './runs/ground.js'
import { runSample } from './runs/ground.js'
import { measureFurther, pairRow, type Pair } from './pairs.js'
import type { Part } from '../compare/part.js'
import { runPart, type TriedRun } from './runs/run-part.js'

/** Maximum number of finalists. */
export const MOST_FINALISTS = 6
/** Maximum number of finalists with the same part of the quasi-identifiers or of the confidential columns, or of one kind. */
const MOST = { keys: 2, values: 3, kind: 4 } as const

/**
 * Selects the pairs to run again: those of the lowest rank that keep the limits, no two alike, and not all of one sort.
 * Two pairs are alike if they have the same part of the confidential columns and equal ranks.
 *
 * @param pairs - The measured pairs, each with its row.
 * @param rankOf - Rank of a row; lower is better.
 * @returns Six at most, the best first.
 */
export function finalists(
  pairs: readonly { readonly pair: Pair; readonly row: Row }[],
  rankOf: (row: Row) => number,
): Pair[] {
  const passing = pairs
    .filter(({ row }) => row.beyond.length === 0 && rankOf(row) < Infinity)
    .sort((a, b) => compareKeys([rankOf(a.row)], [rankOf(b.row)]))
  const count = <T>(of: (pair: Pair) => T): number => new Set(passing.map(({ pair }) => of(pair))).size
  const many = { keys: count(({ keys }) => keys), values: count(({ values }) => values), kind: count(kindOf) }
  const chosen: typeof passing = []
  for (const one of passing) {
    if (chosen.length === MOST_FINALISTS) break
    const sharing = (of: (pair: Pair) => unknown): number =>
      chosen.filter(({ pair }) => of(pair) === of(one.pair)).length
    const isAlike = chosen.some(
      ({ pair, row }) => pair.values === one.pair.values && Math.abs(rankOf(row) - rankOf(one.row)) < 1e-9,
    )
    if (isAlike) continue
    if (many.keys > 1 && sharing(({ keys }) => keys) >= MOST.keys) continue
    if (many.values > 4 && sharing(({ values }) => values) >= MOST.values) continue
    if (many.kind > 1 && sharing(kindOf) >= MOST.kind) continue
    chosen.push(one)
  }
  return chosen.map(({ pair }) => pair)
}

function kindOf({ keys }: Pair): Part['kind'] {
  return keys.part.kind
}

/**
 * Runs the finalists again with fresh random numbers and fresh targets, each part once a run. If the comparison ends
 * early, one pair is still measured on the whole file.
 *
 * @param ground - The comparison.
 * @param first - Its first run.
 * @param pairs - The finalists; the measured values are added to them.
 * @param runs - Number of runs, including the first.
 * @returns The pairs that are no longer finalists: a part of them failed in a run, or they were not measured on the
 *   whole file.
 */
export async function runFinalists(
  ground: Ground,
  first: RunSample,
  pairs: readonly Pair[],
  runs: number,
): Promise<ReadonlySet<Pair>> {
  const failed = new Set<Pair>()
  // A first run on a sample has not measured the whole file.
  const from = first.rows === undefined ? 2 : 1
  const fixed = new Map<Part, TriedRun>()
  const all = Math.max(1, runs - from + 1) * pairs.length
  let done = 0
  let isOver = false
  for (let replicate = from; replicate <= runs; replicate++) {
    const sample = replicate === 1 ? first : runSample(ground, replicate)
    const made = new Map<Part, TriedRun>()
    const run = async (part: Part): Promise<TriedRun> => {
      const known = made.get(part) ?? fixed.get(part)
      if (known) return known
      const tried = await runPart(ground, sample, part, true)
      ;(draws(ground, part) ? made : fixed).set(part, tried)
      return tried
    }
    for (const pair of pairs) {
      const isNeeded = from === 1 && done === 0
      isOver ||= !isNeeded && ground.ends('runs', done, all)
      if (isOver && replicate === 1) failed.add(pair)
      if (isOver || failed.has(pair)) continue
      ground.tick('the finalists once more', done / all, { done, all })
      done++
      const parts = [await run(pair.keys.part), await run(pair.values.part)] as const
      if (replicate === 1) {
        pair.held.clear()
        pair.runs = 0
      }
      if (await measureFurther(ground, sample, pair, parts)) failed.add(pair)
    }
  }
  return failed
}

function draws({ registry }: Ground, { steps }: Part): boolean {
  return steps.some(({ use }) => registry.get('methods', use).traits.stochastic)
}

/** Returns the pairs, each with its row. */
export function withRows(
  ground: Ground,
  pairs: readonly Pair[],
  limits: readonly Limit[],
  required: readonly string[],
): { readonly pair: Pair; readonly row: Row }[] {
  return pairs.map((pair) => ({ pair, row: pairRow(ground, pair, limits, required) }))
}
