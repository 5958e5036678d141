import type { Row } from '../compare/comparison.js'
import type { Limit } from '../limits/limits.js'
import type { Chosen } from './choice.js'
import { finalists, MOST_FINALISTS, runFinalists, withRows } from './finalists.js'
import type { Ground, RunSample } from './runs/ground.js'
import { measureFirst, type Pair } from './pairs.js'
import type { SearchFound, SearchInput } from './search.js'
import type { Yardsticks } from './runs/yardsticks.js'

/** Number of pairs to measure in a round before finalists are run; of named candidates, all. */
const PAIRS = 30
/** Maximum number of rounds: without a choice, a further round measures more pairs and runs other finalists. */
const ROUNDS = 4

/** Limits and settings by which pairs are measured and chosen. */
export interface RoundsInput {
  readonly limits: readonly Limit[]
  /** Columns that must not be released unchanged. */
  readonly required: readonly string[]
  /** Pairs that were measured before all parts were known. */
  readonly early: readonly Pair[]
  readonly marks: Yardsticks
  /** Number of runs of each finalist. */
  readonly runs: number
  readonly named: boolean
  readonly choose: (rows: readonly Row[]) => Chosen | undefined
  readonly found: (rows: readonly Row[]) => void
  /** Searches further around the pairs that the first round measured. */
  readonly search?: ((pairs: readonly Pair[], judge: SearchInput['judge']) => Promise<SearchFound>) | undefined
}

/** Result of the rounds. */
export interface Rounds {
  /** All measured pairs. */
  readonly rows: readonly Row[]
  /** Pairs that were run again, without those that failed. */
  readonly finalists: readonly Row[]
  readonly chosen: Chosen | undefined
  readonly searched: SearchFound | undefined
}

/**
 * Measures the best pairs and runs a few of them again. Where none of these can be chosen, continues with the next pairs.
 *
 * @param ground - The comparison.
 * @param first - Its first run.
 * @param pairs - All pairs, the best first.
 * @param input - Limits and settings.
 * @returns The measured pairs, and the choice.
 */
export async function measureRounds(
  ground: Ground,
  first: RunSample,
  pairs: readonly Pair[],
  input: RoundsInput,
): Promise<Rounds> {
  const { limits, required, early, marks, runs, named, choose } = input
  const rankOf = ({ metrics }: Row): number => ground.rank((id) => metrics.get(id)?.mean ?? null)
  const rowsOf = (some: readonly Pair[]): Row[] => withRows(ground, some, limits, required).map(({ row }) => row)
  const withEarly = (some: readonly Pair[]): readonly Pair[] => [...new Set([...some, ...early])]
  const again: Pair[] = []
  const lost = new Set<Pair>()
  let measured: readonly Pair[] = []
  let chosen: Chosen | undefined
  let searched: SearchFound | undefined
  let tried = 0
  for (let round = 0; round < ROUNDS && !chosen; round++) {
    const next = pairs.slice(tried, named ? undefined : tried + PAIRS)
    tried += next.length
    for (const [i, pair] of next.entries()) {
      if (withEarly(measured).length > 0 && ground.ends('pairs', i, next.length)) {
        measured = withEarly(measured)
        break
      }
      ground.tick('pairs of parts', i / next.length, { done: i, all: next.length })
      await measureFirst(ground, first, pair, marks)
      measured = [...measured, pair]
      input.found(rowsOf(withEarly(measured)))
    }
    if (round === 0 && input.search) {
      searched = await input.search(measured, (some) => withRows(ground, some, limits, required))
      measured = [...measured, ...searched.pairs]
    }
    const before = again.length
    // Finalists that break a limit in a further run are replaced once.
    for (let batch = 0; batch < 2; batch++) {
      const kept = rowsOf(again.filter((pair) => !lost.has(pair))).filter(({ beyond }) => beyond.length === 0)
      const open = measured.filter((pair) => !again.includes(pair))
      const last = finalists(withRows(ground, open, limits, required), rankOf).slice(0, MOST_FINALISTS - kept.length)
      for (const pair of await runFinalists(ground, first, last, runs)) lost.add(pair)
      again.push(...last)
    }
    chosen = choose(rowsOf(again.filter((pair) => !lost.has(pair))))
    if (next.length === 0 && again.length === before) break
  }
  const rows = rowsOf(withEarly(measured))
  return { rows, finalists: rowsOf(again.filter((pair) => !lost.has(pair))), chosen, searched }
}
