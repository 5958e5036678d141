import type { Row } from '../compare/comparison.js'
import type { Limit } from '../limits/limits.js'
import type { Chosen } from './choice.js'
import { finalists, runFinalists, withRows } from './finalists.js'
import type { Ground, RunSample } from './ground.js'
import { measureFirst, type Pair } from './pairs.js'
import type { SearchFound, SearchInput } from './search.js'
import type { Yardsticks } from './yardsticks.js'

/** So many pairs are measured before finalists are run; of named candidates all. */
const PAIRS = 30
/** So often more pairs and other finalists are looked at where nothing could be chosen. */
const ROUNDS = 4

/** What pairs are measured by, and held to. */
export interface RoundsInput {
  readonly limits: readonly Limit[]
  /** The columns that a release may not leave as they are. */
  readonly required: readonly string[]
  readonly marks: Yardsticks
  /** How often finalists are run. */
  readonly runs: number
  readonly named: boolean
  readonly choose: (rows: readonly Row[]) => Chosen | undefined
  readonly found?: ((rows: readonly Row[]) => void) | undefined
  /** Looks further around what the first round measured. */
  readonly search?: ((pairs: readonly Pair[], judge: SearchInput['judge']) => Promise<SearchFound>) | undefined
}

/** What came of the rounds. */
export interface Rounds {
  /** All pairs that were measured. */
  readonly rows: readonly Row[]
  /** Those that were run again. */
  readonly finalists: readonly Row[]
  readonly chosen: Chosen | undefined
  readonly searched: SearchFound | undefined
}

/**
 * Measures the best pairs and runs a few of them again; where none of these keeps the limits in every run, the next ones.
 *
 * @param ground - The comparison.
 * @param first - Its first run.
 * @param pairs - All pairs, the best first.
 * @param input - What they are held to.
 * @returns What was measured, and the choice.
 */
export async function measureRounds(
  ground: Ground,
  first: RunSample,
  pairs: readonly Pair[],
  input: RoundsInput,
): Promise<Rounds> {
  const { limits, required, marks, runs, named, choose } = input
  const rankOf = ({ metrics }: Row): number => ground.rank((id) => metrics.get(id)?.mean ?? null)
  const rowsOf = (some: readonly Pair[]): Row[] => withRows(ground, some, limits, required).map(({ row }) => row)
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
      if (measured.length > 0 && ground.ends('pairs', i, next.length)) break
      ground.tick('pairs of parts', i / next.length, { done: i, all: next.length })
      await measureFirst(ground, first, pair, marks)
      measured = [...measured, pair]
      input.found?.(rowsOf(measured))
    }
    if (round === 0 && input.search) {
      searched = await input.search(measured, (some) => withRows(ground, some, limits, required))
      measured = [...measured, ...searched.pairs]
    }
    const open = measured.filter((pair) => !again.includes(pair))
    const last = finalists(withRows(ground, open, limits, required), rankOf)
    for (const pair of await runFinalists(ground, first, last, runs)) lost.add(pair)
    again.push(...last)
    chosen = choose(rowsOf(again.filter((pair) => !lost.has(pair))))
    if (next.length === 0 && last.length === 0) break
  }
  return { rows: rowsOf(measured), finalists: rowsOf(again.filter((pair) => !lost.has(pair))), chosen, searched }
}
