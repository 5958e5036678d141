import { createRegistry, type Dataset } from '@sdc/core'
import {
  localExecutor,
  measureRun,
  replicateRng,
  type Executor,
  type Journal,
  type MetricPlan,
  type RunResult,
  runSteps,
} from '@sdc/engine'
import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { usualComparison, withWishes } from '../candidates/comparison-plan.js'
import { refusalOf } from '../compare/refusal.js'
import { readTable } from '../files/tables.js'
import standard from '@sdc/standard'
import { filesOf, people, textIn } from '../in-memory.fixture.js'
import { produce } from '../release/produce.js'
import { readPlan } from '../release/replay.js'
import { rootRng } from '../root-rng.js'
import { checkFrontier, frontierFile, type FrontierOptions } from './frontier-file.js'
import type { Frontier } from './frontier.js'
import { frontierJson } from './frontier-json.js'
import { frontierText } from './frontier-text.js'
import { frontierOutput } from './output.js'

/** What the axes have, and what permuting is bounded by: the other metrics would take most of the time. */
const few = [
  'risk/dr-combine',
  'risk/dld',
  'risk/interval-disclosure',
  'risk/dbrl',
  'risk/dbrl-mahalanobis',
  'risk/max-knowledge',
  'loss/il-score',
  'loss/categorical-distance',
]
const registry = createRegistry()
  .use(standard.map((one) => ({ ...one, metrics: one.metrics?.filter(({ id }) => few.includes(id)) ?? [] })))
  .freeze()
/** Half of them: searches run every candidate often. */
const text = `${textIn(people()).split('\r\n').slice(0, 31).join('\r\n')}\r\n`
const source = readTable({ name: 'people.csv', content: text })
const original: Dataset = source.dataset
const everybody: Dataset = readTable(people()).dataset

function optionsOf(methods: readonly string[], more: Partial<FrontierOptions> = {}, of = original): FrontierOptions {
  const wishes = { columns: ['income', 'tax'], methods }
  const compare = withWishes(usualComparison(registry, wishes, of, undefined), wishes)
  return { compare, seed: '7', data: 'people.csv', extent: { generations: 1, seconds: 0, clock: () => 0 }, ...more }
}

/** Runs the tasks of every stage in an order of its own. */
function shuffling(seed: string): Executor {
  const draws = seededRng(seed)
  return {
    width: 1,
    open(work) {
      const open = localExecutor.open(work)
      return {
        ...open,
        async run(tasks, tick, done) {
          const order = [...draws.permutation(tasks.length)]
          const outcomes = await open.run(
            order.map((place) => tasks[place]),
            tick,
            done && ((i, outcome) => done(order[i], outcome)),
          )
          return tasks.map((_, t) => outcomes[order.indexOf(t)])
        },
      }
    },
  }
}

function journalInMemory(entries: string[]): Journal {
  return { name: 'outcomes', entries: [...entries], append: (entry) => void entries.push(entry), close: () => {} }
}

const methods = ['noise/additive', 'swapping/rank-swap', 'linear/ipso-a']
const several = ['noise/additive', 'microaggregation/mdav', 'swapping/rank-swap']

describe('a search in memory', () => {
  // Generations are those of the other searches.
  const options = optionsOf(methods, { extent: { generations: 0, seconds: 0, clock: () => 0 } })
  const tried: number[] = []
  const found: FrontierOptions['found'] = (soFar) => void tried.push(soFar().cloud.length)
  const kept: string[] = []
  const searched = frontierFile(original, { ...options, found, journal: journalInMemory(kept) }, registry)

  it('tells all that was tried whenever that is more', async () => {
    const { result } = await searched
    expect(tried.length).toBeGreaterThan(1)
    expect(tried).toEqual([...new Set(tried)].sort((a, b) => a - b))
    expect(tried.at(-1)).toBe(result.cloud.length)
  })

  it('is a table, JSON of a described form, a map with all candidates, a verdict, and a plan', async () => {
    const { result, artefacts } = await searched
    expect(artefacts.map(({ kind, name }) => [kind, name])).toEqual([
      ['table', 'frontier.csv'],
      ['json', 'frontier.json'],
      ['plot', 'map.svg'],
      ['plot', 'map.html'],
      ['text', 'verdict.txt'],
      ['plan', 'chosen-plan.yaml'],
    ])
    expect(frontierOutput.parse(frontierJson(result))).toEqual(JSON.parse(textIn(filesOf(artefacts, 'json')[0])))
    expect(readTable(filesOf(artefacts, 'table')[0]).dataset.rows).toBe(result.cloud.length)
    expect(textIn(filesOf(artefacts, 'plot')[0])).toContain('tried, and not in the table')
    expect(textIn(filesOf(artefacts, 'text')[0]).trim()).toBe(result.verdict)
    const lines = frontierText(result).split('\n')
    expect(lines).toContain(result.verdict)
    expect(lines.at(-1)).toMatch(/^Verdict: (of|the least bad of) \d+ candidates/)
    // Reverse-mapped and permuted are tried; what keeps the marginals by itself is permuted as it is.
    const variants = (use: string): string[] => [
      ...new Set(result.cloud.filter((one) => one.use === use).map(({ then }) => then.join(' '))),
    ]
    expect(variants('noise/additive').sort()).toEqual(['', 'reverse-map/rank', 'reverse-map/rank optimize/permute'])
    expect(variants('swapping/rank-swap').sort()).toEqual(['', 'optimize/permute'])
    // A method that needs what is not there is in the list with its error.
    expect(
      result.cloud.filter(({ use }) => use === 'linear/ipso-a').every(({ failure }) => failure !== undefined),
    ).toBe(true)
    expect(result.verdict).toContain('Not possible on this file: linear/ipso-a.')
    expect(result.runs).toBeGreaterThan(result.grid)
    expect(checkFrontier(original, options, registry)).toBe(
      'searching: a grid of 11 candidates by 3 methods, the best of each improved, then 0 of 32 runs',
    )
  })

  it('holds the choice, the front and the knee to five runs, and prints ten others', async () => {
    const { result } = await searched
    expect(result.rows.length).toBeGreaterThan(2)
    for (const { row, fresh } of result.rows) {
      expect(row.replicates).toBe(5)
      const runs = row.chosen ? 30 : 10
      if (fresh) expect([fresh.risk.runs, fresh.loss.runs]).toEqual([runs, runs])
    }
    expect(result.chosen?.fresh).toBeDefined()
    expect(result.knee?.isFront ?? true).toBe(true)
    expect(result.gridBest?.row.then).not.toContain('optimize/permute')
    const front = result.rows.filter(({ isFront }) => isFront).map(({ row }) => row.metrics)
    const at = front.map((metrics) => ['risk/dr-combine', 'loss/il-score'].map((id) => metrics.get(id)?.mean ?? 0))
    for (const a of at) for (const b of at) expect(a[0] < b[0] && a[1] < b[1]).toBe(false)
  })

  it('is the same in any order of its runs, and with what an earlier search kept', async () => {
    const { artefacts } = await searched
    const entries = kept.slice(0, 1 + seededRng('cuts').int(Math.floor(kept.length / 2)))
    const shuffled = { ...options, executor: shuffling('a'), journal: journalInMemory(entries) }
    expect((await frontierFile(original, shuffled, registry)).artefacts).toEqual(artefacts)
    expect(entries).not.toEqual(kept)
    expect(entries.toSorted()).toEqual(kept.toSorted())
    const other = { ...options, seed: '8', journal: journalInMemory(entries) }
    await expect(frontierFile(original, other, registry)).rejects.toMatchObject({ code: 'WRONG_INPUT' })
    const fewer = optionsOf(methods.slice(1), { journal: journalInMemory(entries) })
    await expect(frontierFile(original, fewer, registry)).rejects.toThrow(/methods: noise\/additive then/)
  }, 240_000)

  it('without a seed keeps the numbers that it began with, and leaves the plan to draw its own', async () => {
    const entries: string[] = []
    const extent = { generations: 0, seconds: 0, clock: () => 0 }
    const kept = { journal: journalInMemory(entries), extent }
    const fresh = { ...optionsOf(['noise/tendick-matloff'], kept), seed: undefined }
    const { artefacts, result } = await frontierFile(original, fresh, registry)
    expect(readPlan(filesOf(artefacts, 'plan')[0]).plan.seed).toBeUndefined()
    expect(result.verdict).not.toContain('--seed')
    // All but some of the runs are there.
    const again = { ...fresh, journal: journalInMemory(entries.slice(0, -9)) }
    expect((await frontierFile(original, again, registry)).artefacts).toEqual(artefacts)
  }, 240_000)

  it('gives a plan that makes the very file of its first run', async () => {
    const { artefacts, result } = await searched
    const { plan } = readPlan(filesOf(artefacts, 'plan')[0])
    expect(plan).toMatchObject({ data: 'people.csv', seed: '7' })
    const run = await produce(
      { source, bytes: () => new TextEncoder().encode(text) },
      { steps: plan.steps, seed: String(plan.seed) },
      registry,
    )
    const { axes } = result.comparison
    const metrics = [axes.risk, axes.loss].map(({ id }) => ({ use: id, params: {} }))
    const values = await measured(run.result, metrics, 1)
    const chosen = result.chosen?.row.metrics
    for (const [i, { id }] of metrics.map(({ use }) => ({ id: use })).entries()) {
      const { min, max } = chosen?.get(id) ?? {}
      expect(values[i]).toBeGreaterThanOrEqual(min ?? Number.NaN)
      expect(values[i]).toBeLessThanOrEqual(max ?? Number.NaN)
    }
  })

  it('announces intervals that hold for at least 17 of 20 new draws', async () => {
    const { result } = await frontierFile(everybody, optionsOf(methods, {}, everybody), registry)
    const { comparison, chosen } = result
    const metrics = [comparison.axes.risk, comparison.axes.loss].map(({ id }) => ({ use: id, params: {} }))
    const inside = [0, 0]
    // Runs that neither chose nor were printed.
    for (let run = 5001; run <= 5020; run++) {
      const rng = replicateRng(rootRng('7'), run)
      const made = await runSteps({ registry, original: everybody, steps: chosen?.row.steps ?? [], rng })
      const values = await measured(made, metrics, run, everybody)
      for (const [i, next] of [chosen?.fresh?.risk.next, chosen?.fresh?.loss.next].entries())
        if (next && values[i] >= next[0] && values[i] <= next[1]) inside[i] += 1
    }
    expect(inside[0]).toBeGreaterThanOrEqual(17)
    expect(inside[1]).toBeGreaterThanOrEqual(17)
  })
})

async function measured(
  made: RunResult,
  metrics: readonly MetricPlan[],
  run: number,
  of = original,
): Promise<number[]> {
  const { files, columns, given } = made
  const rng = replicateRng(rootRng('7'), run).child('measure')
  const all = await measureRun({ registry, original: of, files, columns, given, metrics, rng })
  return metrics.map(({ use }) => all.find(({ metric }) => metric.id === use)?.measurement.value ?? Number.NaN)
}

describe('bounds', () => {
  it('choose the least loss within them, and the verdict names the one that binds', async () => {
    const limits = { 'risk/dld': 5, 'risk/interval-disclosure': 90 }
    const { result, artefacts } = await frontierFile(original, optionsOf(several, { limits }), registry)
    const { chosen, bounds, verdict } = result
    expect(chosen?.row.metrics.get('risk/dld')?.max).toBeLessThanOrEqual(5)
    const [dld, interval] = bounds
    expect(dld.alone).toBeGreaterThan(interval.alone)
    expect(verdict).toMatch(/What binds is risk\/dld at most 5 %: \d+ candidates that would be better are beyond it/)
    // Of all that were tried and keep the bounds in every run, none that was run as often has less loss.
    const loss = chosen?.row.metrics.get('loss/il-score')?.mean ?? 0
    const better = result.cloud.filter((one) => one.beyond.length === 0 && one.runs >= 5 && (one.loss ?? 1e9) < loss)
    expect(better).toEqual([])
    expect(textIn(filesOf(artefacts, 'plot')[0])).not.toContain('equal score')
    expect(readPlan(filesOf(artefacts, 'plan')[0]).plan.limits).toEqual(limits)
  })

  it('that nothing keeps leave no plan, and the nearest is named', async () => {
    const { result, artefacts } = await frontierFile(
      original,
      optionsOf(['noise/additive'], {
        limits: { 'risk/interval-disclosure': 0 },
        extent: { generations: 0, seconds: 0, clock: () => 0 },
      }),
      registry,
    )
    expect(refusalOf(result.comparison)).toMatchObject({ code: 'BEYOND_LIMIT' })
    expect(artefacts.map(({ kind }) => kind)).not.toContain('plan')
    expect(result.verdict).toMatch(/No candidate can be chosen.*the nearest, noise\/additive/)
  })
})

describe('a budget', () => {
  interface Costed {
    readonly result: Frontier
    /** How many runs were made. */
    readonly spent: number
    readonly decided: readonly number[]
  }

  /** A search of which every run takes a second. */
  async function costing(methods: readonly string[], seconds: number, entries: string[] = []): Promise<Costed> {
    let spent = 0
    const generations: number[] = []
    const executor: Executor = {
      width: 1,
      open(work) {
        const open = localExecutor.open(work)
        return {
          ...open,
          run(tasks, tick, done) {
            spent += tasks.length
            return open.run(tasks, tick, done)
          },
        }
      },
    }
    const decided = (planned: number): void => void generations.push(planned)
    const extent = { seconds, clock: () => spent, decided }
    const more = { extent, executor, journal: journalInMemory(entries) }
    const { result } = await frontierFile(everybody, optionsOf(methods, more, everybody), registry)
    return { spent, result, decided: generations }
  }
  it('chooses the number of generations before they start, and keeps it for who goes on', async () => {
    const entries: string[] = []
    const { result, decided, spent } = await costing(['microaggregation/mdav'], 120, entries)
    expect(decided).toEqual([result.planned])
    expect(result.planned).toBeGreaterThan(0)
    // How many winners there will be to confirm is estimated before the generations.
    expect(spent).toBeLessThanOrEqual(1.1 * 120)
    expect(result.verdict).toContain(`--generations ${result.planned} --seed 7`)
    const again = await costing(['microaggregation/mdav'], 1, entries)
    expect(frontierJson(again.result)).toEqual(frontierJson(result))
  })

  it('bounds the grid as well: the simplest of every method are tried, and it says how far it came', async () => {
    const entries: string[] = []
    const { result, spent } = await costing(several, 1, entries)
    expect(result.cloud.map(({ use, then }) => [use, then])).toEqual([...several].sort().map((use) => [use, []]))
    expect(result.gridCut?.done).toBe(3)
    expect(result.chosen).toBeDefined()
    // The grid is over in its least form, and the best of it is run again and afresh, at the most.
    expect(spent).toBeLessThan(30)
    expect(result.shortBudget).toMatch(/the budget of 1 s ended the grid after 3 of up to \d+ runs.*only the best/)
    expect(result.verdict).toMatch(/the simplest 3 of the usual grid, which the budget ended after 3 of up to \d+ runs/)
    expect(result.verdict).not.toContain('The same again')
    // Who goes on does not think again, however much time there is then.
    const again = await costing(several, 1000, entries)
    expect(again.spent).toBe(0)
    expect(frontierJson(again.result)).toEqual(frontierJson(result))
  })

  it('that is shorter than a generation does as much of the grid as it can, and says so', async () => {
    const some = await costing(several, 14)
    expect(some.spent).toBeLessThanOrEqual(14 + 5)
    expect(some.result.gridCut?.done).toBeGreaterThan(3)
    const whole = await costing(several, 40)
    expect(whole.spent).toBeLessThanOrEqual(40)
    expect([whole.result.gridCut, whole.result.generations, whole.result.planned]).toEqual([undefined, 0, 0])
    expect(whole.result.chosen).toBeDefined()
    expect(whole.result.shortBudget).toMatch(
      /the budget of 40 s is shorter than the grid, one generation .* and the runs that confirm/,
    )
  })
})

describe('what cannot be searched', () => {
  it('ends with the error of the first, where no candidate can be made', async () => {
    await expect(frontierFile(original, optionsOf(['linear/ipso-a']), registry)).rejects.toMatchObject({
      code: expect.any(String) as string,
    })
  })

  it('is refused before anything runs', () => {
    const unknown = optionsOf(['noise/additive'], { limits: { 'risk/none': 1 } })
    expect(() => checkFrontier(original, unknown, registry)).toThrow(/risk\/none/)
    const compare = { ...optionsOf(['noise/additive']).compare, columns: ['incme'] }
    expect(() => checkFrontier(original, optionsOf(['noise/additive'], { compare }), registry)).toThrow(/incme/)
  })
})
