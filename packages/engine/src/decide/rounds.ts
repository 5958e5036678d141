import type { Row } from '../compare/comparison.js'
import { canBeChosen } from '../compare/place.js'
import type { Limit } from '../limits/limits.js'
import type { Chosen } from './choice.js'
import { finalists, MOST_FINALISTS, runFinalists, withRows } from './finalists.js'
import type { Ground, RunSample } from './runs/ground.js'
import { measureFirst, pairLabel, type Pair } from './pairs.js'
import type { SearchFound, SearchInput } from './search.js'
import type { Yardsticks } from './runs/yardsticks.js'

/** Number of pairs to measure in a round before finalists are run; of named candidates, all. */
const PAIRS = 30
/** Maximum number of rounds: without a choice, a further round measures more pairs and runs other finalists. */
const ROUNDS = 4
/** Maximum number of plans that are checked as a release. */
const MOST_CHECKED = 12

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
  /** Limits that decide if no pair keeps all, and further pairs for them; undefined if all have to be kept. */
  readonly lesser?: { readonly limits: readonly Limit[]; readonly pairs: readonly Pair[] } | undefined
  readonly check?: ((row: Row) => Promise<readonly string[]>) | undefined
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
  /** Limits that the choice was made by. */
  readonly keeps: readonly Limit[]
  readonly searched: SearchFound | undefined
}

/**
 * Measures the best pairs and runs a few of them again. If none of these can be chosen, continues with the next pairs.
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
  const { required, early, marks, runs, named, choose } = input
  let { limits } = input
  const rankOf = ({ metrics }: Row): number => ground.rank((id) => metrics.get(id)?.mean ?? null)
  const refused = new Map<Pair, readonly string[]>()
  const rowsOf = (some: readonly Pair[]): Row[] =>
    withRows(ground, some, limits, required).map(({ pair, row }) => {
      const refusals = refused.get(pair)
      return refusals === undefined ? row : { ...row, refusals }
    })
  const withEarly = (some: readonly Pair[]): readonly Pair[] => [...new Set([...some, ...early])]
  const again: Pair[] = []
  const lost = new Set<Pair>()
  let measured: readonly Pair[] = []
  let chosen: Chosen | undefined
  let searched: SearchFound | undefined
  let tried = 0
  /** Returns the first choice that passes the check, and drops those that do not. */
  const checkedChoice = async (some: readonly Pair[]): Promise<Chosen | undefined> => {
    for (;;) {
      const best = choose(rowsOf(some))
      const pair = some.find((one) => pairLabel(one.keys.part, one.values.part) === best?.row.label)
      if (best === undefined || pair === undefined || input.check === undefined) return best
      if (refused.size >= MOST_CHECKED) return undefined
      if (ground.ends('checks', refused.size, refused.size + 1)) return best
      ground.tick('the choice, as its release is checked', refused.size / MOST_CHECKED, {
        done: refused.size,
        all: MOST_CHECKED,
      })
      const refusals = await input.check(best.row)
      if (refusals.length === 0) return best
      refused.set(pair, refusals)
      input.found(rowsOf(measured))
    }
  }
  /** Runs the best pairs that are not finalists yet, and chooses among all finalists. */
  const chooseAgain = async (): Promise<Chosen | undefined> => {
    // Finalists that break a limit in a further run are replaced once.
    for (let batch = 0; batch < 2; batch++) {
      const kept = rowsOf(again.filter((pair) => !lost.has(pair))).filter(canBeChosen)
      const open = measured.filter((pair) => !again.includes(pair))
      const last = finalists(withRows(ground, open, limits, required), rankOf).slice(0, MOST_FINALISTS - kept.length)
      for (const pair of await runFinalists(ground, first, last, runs)) lost.add(pair)
      again.push(...last)
    }
    return await checkedChoice(again.filter((pair) => !lost.has(pair)))
  }
  const measureNext = async (next: readonly Pair[]): Promise<void> => {
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
  }
  for (let round = 0; round < ROUNDS && !chosen; round++) {
    const next = pairs.slice(tried, named ? undefined : tried + PAIRS)
    tried += next.length
    await measureNext(next)
    if (round === 0 && input.search) {
      searched = await input.search(measured, (some) => withRows(ground, some, limits, required))
      measured = [...measured, ...searched.pairs]
    }
    const before = again.length
    chosen = await chooseAgain()
    if (next.length === 0 && again.length === before) break
  }
  if (!chosen && input.lesser) {
    limits = input.lesser.limits
    chosen = await chooseAgain()
    if (!chosen) {
      await measureNext(input.lesser.pairs.filter((pair) => !measured.includes(pair)).slice(0, PAIRS))
      chosen = await chooseAgain()
    }
    if (!chosen) limits = input.limits
  }
  const finalRows = rowsOf(again.filter((pair) => !lost.has(pair)))
  return { rows: rowsOf(withEarly(measured)), finalists: finalRows, chosen, keeps: limits, searched }
}
