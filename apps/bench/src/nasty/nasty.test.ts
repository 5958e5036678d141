import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { thisMachine } from '../speed/measure/machine.js'
import { quickBudgets, shortBudgets } from '../speed/measure/time-runs.js'
import type { Operation } from '../speed/operation.js'
import { parseBenchmarks, tableRows } from '../speed/report/benchmarks-file.js'
import { standardRegistry } from '../stage-context.js'
import { checkNasty, checkScope } from './check-nasty.js'
import { cpuOf } from './cpu-time.js'
import { costOf, type Cost, type Measurer } from './nasty-child.js'
import { nastyColumns } from '../speed/measure/nasty-data.js'
import { inputsOf, nastyInputs, nastyOperation, nastySubjects, type Subject } from './nasty-inputs.js'
import { nastyRow, type NastyScope } from './nasty-run.js'
import { processCpu } from './process-cpu.js'
import { nastyHeading, nastySection } from './nasty-section.js'

const registry = standardRegistry()
const metric: Subject = { kind: 'metric', id: 'risk/x', masking: 'noise', numeric: true, params: {} }
const scope: NastyScope = { sizes: [100, 1_000, 10_000], seconds: 1, budgets: quickBudgets }

/** Measurer that follows a rule. */
function measuring(seconds: (operation: Operation) => number | Cost): Measurer & { readonly asked: Operation[] } {
  const asked: Operation[] = []
  return {
    asked,
    async cost(operation) {
      asked.push(operation)
      const cost = seconds(operation)
      return typeof cost === 'number' ? { status: 'measured', seconds: cost } : cost
    },
    end() {},
  }
}

const linear = ({ n }: Operation): number => n / 1e4
const slow =
  (times: number, data = 'zeros') =>
  (operation: Operation): number =>
    linear(operation) * (operation.data === data ? times : 1)

describe('nastyColumns', () => {
  const columns = (shape: Parameters<typeof nastyColumns>[0], n = 2_000, d = 13): Float64Array[] =>
    nastyColumns(shape, seededRng(1), n, d)

  it('have the properties of their names', () => {
    const share = columns('zeros').map((values) => values.filter((value) => value === 0).length / 2_000)
    // Six standard errors of a share of .9.
    for (const one of share) expect(Math.abs(one - 0.9)).toBeLessThan(6 * Math.sqrt(0.09 / 2_000))
    for (const values of columns('digits')) expect([...new Set(values)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    for (const values of columns('outliers')) {
      const count = values.filter((value) => value === 1e12).length
      expect(count).toBeGreaterThan(15)
      expect(count).toBeLessThanOrEqual(20)
    }
    const constant = columns('constants').filter((values) => new Set(values).size === 1)
    expect(constant).toHaveLength(8)
    columns('sorted').forEach((values, j) =>
      expect(j % 2 === 0 ? values : values.slice().reverse()).toEqual(values.slice().sort()),
    )
  })

  it('repeats every record a thousand times', () => {
    const [a, b] = columns('duplicates')
    const counts = new Map<string, number>()
    a.forEach((value, i) => counts.set(`${value} ${b[i]}`, (counts.get(`${value} ${b[i]}`) ?? 0) + 1))
    expect([...counts.values()]).toEqual([1_000, 1_000])
  })
})

describe('nastySubjects', () => {
  const subjects = nastySubjects(registry)

  it('are all methods and metrics; a metric for rank swapping also has rank-swapped files', () => {
    const ids = [...registry.all('methods'), ...registry.all('metrics')].map(({ id }) => id)
    expect([...new Set(subjects.map(({ id }) => id))]).toEqual(ids)
    expect(subjects.filter(({ id }) => id === 'risk/rs-rl').map(({ masking }) => masking)).toEqual([
      'noise',
      'rank swapping',
    ])
  })

  it('inputs of masked files are for metrics, those of rank swapping for metrics of numbers', () => {
    const names = (subject: Subject): string[] => inputsOf(subject).map(({ name }) => name)
    expect(names(metric)).toEqual(nastyInputs.map(({ name }) => name))
    expect(names({ ...metric, numeric: false })).not.toContain('rank-swapped')
    expect(names({ ...metric, masking: 'rank swapping' })).toEqual(names({ ...metric, kind: 'method' }))
    expect(names({ ...metric, kind: 'method' })).toHaveLength(6)
  })

  it.each(['noise/additive', 'risk/rs-rl', 'risk/k-anonymity', 'optimize/post-mask'])(
    '%s is measured on each',
    async (id) => {
      for (const subject of subjects.filter((one) => one.id === id)) {
        const costs: Cost[] = []
        for (const input of inputsOf(subject)) {
          const budgets = {
            longRun: 1,
            warmUp: { runs: 0, seconds: 0, mostSeconds: 0, mostRuns: 0 },
            measured: { runs: 1, seconds: 0, mostSeconds: 1, mostRuns: 1 },
          }
          costs.push(await costOf(registry, nastyOperation(subject, input, 100), budgets, async () => {}))
        }
        expect(costs.filter(({ status }) => status === 'failed')).toEqual([])
        expect(costs.filter(({ status }) => status === 'measured').length).toBeGreaterThan(costs.length / 2)
      }
    },
  )
})

describe('processCpu', () => {
  it('is that of the process, or null', () => {
    const seconds = processCpu(process.pid)
    if (seconds === null) return
    const { user, system } = process.cpuUsage()
    expect(seconds).toBeGreaterThan(0)
    // Accurate to a few hundredths: threads of the process may run between the two.
    expect(Math.abs(seconds - (user + system) / 1e6)).toBeLessThan(0.5)
    expect(processCpu(undefined)).toBeNull()
  })
})

describe('nastyRow', () => {
  it('takes the largest size with a short normal row, separately for five and thirteen columns', async () => {
    const measure = measuring(
      (operation) => linear(operation) * (operation.d === 13 ? 20 : 1) * (operation.data === 'digits' ? 3 : 1),
    )
    const { cells, normal } = await nastyRow(metric, measure, scope)
    expect([...normal].map(([d, points]) => [d, points.at(-1)?.n])).toEqual([
      [5, 10_000],
      [13, 100],
    ])
    expect(cells.map(({ input, n }) => [input.name, n])).toContainEqual(['constants', 100])
    expect(cells.find(({ input }) => input.name === 'digits')?.ratio).toBeCloseTo(3, 10)
    expect(measure.asked.filter(({ data }) => data === 'zeros').map(({ n }) => n)).toEqual([10_000])
  })

  it('reports why there is none', async () => {
    const { cells, why } = await nastyRow(
      metric,
      measuring(() => ({ status: 'refused', why: 'no\nmore' })),
      scope,
    )
    expect([cells, why]).toEqual([[], 'no\nmore'])
  })
})

describe('cpuOf', () => {
  it('is measured until it is at most enough, and no further', async () => {
    let runs = 0
    // Each run takes long enough for the clock, and the first two take four times as long as the others.
    const run = (): void => {
      const since = process.cpuUsage()
      const most = runs++ < 2 ? 40_000 : 10_000
      for (let spent = 0; spent < most;) {
        const { user, system } = process.cpuUsage(since)
        spent = user + system
      }
    }
    await cpuOf(run, quickBudgets, 60)
    expect(runs).toBe(1)
    runs = 0
    expect(await cpuOf(run, quickBudgets, 0.03)).toBeLessThan(0.03)
    expect(runs).toBe(3)
    runs = 0
    await cpuOf(run, quickBudgets)
    expect(runs).toBeGreaterThan(6)
  })

  it('is not repeated if one call takes the time of all', async () => {
    let runs = 0
    const run = (): void => {
      runs++
      for (const since = process.cpuUsage(); process.cpuUsage(since).user < 80_000;);
    }
    expect(await cpuOf(run, shortBudgets)).toBeGreaterThanOrEqual(0.08)
    expect(runs).toBe(1)
  })
})

describe('checkNasty', () => {
  const check = (
    first: (operation: Operation) => number | Cost,
    again: (operation: Operation) => number | Cost = first,
  ) => checkNasty(metric, measuring(first), () => measuring(again), { ...scope, sizes: [100] })

  it('permits twice the normal row and a little more', async () => {
    expect(await check(slow(2.4))).toEqual({ measured: 8, faults: [] })
  })

  it('only tests if a nasty row is within its limit', async () => {
    const normal = measuring(linear)
    const enough: (number | undefined)[] = []
    const measure: Measurer = {
      ...normal,
      cost(operation, budgets, limit, most) {
        if (operation.data !== 'amounts') enough.push(most)
        return normal.cost(operation, budgets, limit, most)
      },
    }
    await checkNasty(metric, measure, () => normal, { ...checkScope, sizes: [100] })
    expect(enough).toEqual(Array.from({ length: 6 }, () => 2 * (100 / 1e4)))
  })

  it('fails an input that is slower in every measurement', async () => {
    const { faults } = await check(slow(2.7))
    // The least ratio of all measurements.
    expect(faults.map(({ what }) => what)).toEqual(['zeros, n = 1000: 2.7 × NORMAL'])
    expect((await check(slow(2.7), slow(1.9))).faults).toEqual([])
    expect((await check((operation) => (operation.data === 'zeros' ? { status: 'cut off' } : 1))).faults).toHaveLength(
      1,
    )
  })

  it('fails a bug, and an operation that cannot be measured at all, but not a refused input', async () => {
    const only = (cost: Cost) => (operation: Operation) => (operation.data === 'sorted' ? cost : 1)
    expect((await check(only({ status: 'failed', why: 'a bug\nat' }))).faults[0].what).toBe('sorted, n = 100: a bug')
    expect(await check(only({ status: 'refused', why: 'no' }))).toEqual({ measured: 7, faults: [] })
    expect((await check(() => ({ status: 'refused', why: 'no' }))).faults[0].what).toBe('no normal row: no')
  })
})

describe('nastySection', () => {
  it('has a line an operation, with the worst first', async () => {
    const rows = [
      await nastyRow(metric, measuring(slow(2.7)), scope),
      await nastyRow(
        { ...metric, kind: 'method', id: 'a/b' },
        measuring((operation) => (operation.data === 'outliers' ? { status: 'cut off' } : linear(operation))),
        scope,
      ),
    ]
    const section = nastySection(rows, thisMachine())
    const [first, second] = tableRows(section, nastyHeading)
    expect(first.get('zeros')).toBe('2.70')
    expect(first.get('sorted')).toBe('1.00')
    expect(first.get('note')).toBe('zeros 2.7 × NORMAL')
    expect(second.get('outliers')).toBe('> 10')
    expect(second.get('note')).toBe('outliers over 10 × NORMAL')
    expect(second.get('rank-swapped')).toBe('')
    expect(parseBenchmarks(section).size).toBe(0)
  })
})
