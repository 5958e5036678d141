import { paper003CellNumber, paper003Pattern, type Paper003Cell } from '@sdc/datasets'
import type { PaperOptions, PaperTable } from '../paper.js'
import type { Check, Misprint } from '../verdict.js'
import {
  cellName,
  cellsOf,
  intervalText,
  reported,
  salaries,
  sensitiveCells,
  tableResult,
} from './paper-003-table-call.js'

const lone: Paper003Cell = { town: 'M2', profession: 'P3' }
const dominated: Paper003Cell = { town: 'M3', profession: 'P5' }
const couple: Paper003Cell = { town: 'M1', profession: 'P1' }

/** Every reader is an attacker here, and nobody else. */
const params = { singletons: 'ignore' }

/** The printed pattern, as an attacker sees it who solves the linear programs. */
export async function printedPattern({ registry }: PaperOptions): Promise<PaperTable> {
  const status = new Uint8Array(salaries.values.length)
  for (const one of paper003Pattern.primary) status[paper003CellNumber(one)] = 1
  for (const one of paper003Pattern.secondary) status[paper003CellNumber(one)] = 2
  const audit = (cells: readonly Paper003Cell[]) =>
    tableResult(registry, salaries, {
      method: 'tabular/audit',
      params,
      sensitive: sensitiveCells(cells, 20),
      pattern: status,
    })
  const [alone, both] = [await audit([lone]), await audit([lone, dominated])]
  const cost = paper003Pattern.secondary.reduce((sum, one) => sum + salaries.values[paper003CellNumber(one)], 0)
  const intervals: readonly [Paper003Cell, string][] = [
    [{ town: 'M1', profession: 'P3' }, '[400, 742]'],
    [{ town: 'M1', profession: 'P5' }, '[338, 680]'],
    [lone, '[0, 342]'],
    [{ town: 'M2', profession: 'P5' }, '[0, 342]'],
  ]
  const how = 'from the printed table, as another program worked it out.'
  return {
    id: 'Suppression',
    title: 'The printed pattern audited',
    sentence:
      'The slides suppress M2 P3, the sensitive cell, and three others, and publish all totals. Its cost: the sum of the ' +
      'three. Intervals: the least and the greatest salary that a reader can compute (tabular/audit), salaries being at least ' +
      '0. Unprotected: the sensitive cells of which less than 20 % remain unknown.',
    given: ['what'],
    checks: ['value'],
    rows: [
      { given: ['cost'], checks: [{ ours: cost, printed: null, derived: { value: 1400, how } }] },
      {
        given: ['unprotected, with M2 P3 sensitive'],
        checks: [{ ours: reported(alone, 'unprotected'), printed: 0 }],
      },
      {
        given: ['unprotected, with M3 P5 sensitive, too'],
        checks: [{ ours: reported(both, 'unprotected'), printed: 0, misprint: m11Published }],
      },
      ...intervals.map(([cell, value]) => ({
        given: [`interval of ${cellName(paper003CellNumber(cell))}`],
        checks: [{ ours: intervalText(alone, cell), printed: null, derived: { value, how } }],
      })),
    ],
  }
}

const m11Published: Misprint = {
  id: 'M11',
  should: 1,
  why: 'the pattern publishes the 363 of M3 P5, which the same slides call sensitive.',
}

const m11Cost: Misprint = {
  id: 'M11',
  should: 1058,
  why: 'the printed pattern is valid and costs 1400; M2 P5, M3 P3 and M3 P5 protect the same cell for 1058.',
}

/** Sensitive cells, and what suppresses the least value besides. */
const optima: readonly {
  readonly cells: readonly Paper003Cell[]
  readonly cost: number
  readonly secondary: string
  readonly intervals: readonly string[]
}[] = [
  { cells: [lone], cost: 1058, secondary: 'M2 P5, M3 P3, M3 P5', intervals: ['[0, 342]'] },
  {
    cells: [lone, dominated],
    cost: 1775,
    secondary: 'M1 P3, M1 P5, M2 P5, M3 P3',
    intervals: ['[0, 342]', '[0, 738]'],
  },
  {
    cells: [lone, dominated, couple],
    cost: 1777,
    secondary: 'M1 P5, M2 P5, M3 P1, M3 P3',
    intervals: ['[0, 342]', '[0, 1043]', '[0, 720]'],
  },
]

/** The least that must be suppressed besides one, two and three sensitive cells. */
export async function leastSuppression(options: PaperOptions): Promise<readonly PaperTable[]> {
  const costs: PaperTable['rows'][number][] = []
  const ranges: PaperTable['rows'][number][] = []
  for (const optimum of optima) {
    for (const percent of [20, 50, 100]) {
      const { cost, fewest, audited } = await suppressed(options, optimum, percent)
      const name = optimum.cells.map((one) => cellName(paper003CellNumber(one))).join(', ')
      costs.push({ given: [name, percent], checks: [cost, ...fewest] })
      optimum.cells.forEach((cell, i) => {
        const ours = intervalText(audited, cell)
        const given = [name, percent, cellName(paper003CellNumber(cell))]
        ranges.push({
          given,
          checks: [{ ours, printed: null, derived: { value: optimum.intervals[i], how: enumerated } }],
        })
      })
    }
  }
  return [
    {
      id: 'Least suppression',
      title: 'The patterns of least cost',
      sentence:
        'Cells whose value is to remain unknown to so many percent on both sides, all totals published; what must be suppressed ' +
        'besides, at the least sum of values (tabular/exact-suppression), and how many cells at the least number of cells. ' +
        'Printed: of the slides’ own pattern for the first.',
      given: ['sensitive', '%'],
      checks: ['cost', 'suppressed besides', 'fewest'],
      rows: costs,
    },
    {
      id: 'Least suppression, audited',
      title: 'What a reader computes of the sensitive cells',
      sentence: 'Under the patterns of least cost (tabular/audit).',
      given: ['sensitive', '%', 'cell'],
      checks: ['interval'],
      rows: ranges,
    },
  ]
}

const enumerated = 'from the printed table: another program tried every pattern.'

async function suppressed(
  { registry }: PaperOptions,
  { cells, cost, secondary }: (typeof optima)[number],
  percent: number,
): Promise<{
  readonly cost: Check
  readonly fewest: readonly Check[]
  readonly audited: Awaited<ReturnType<typeof tableResult>>
}> {
  const sensitive = sensitiveCells(cells, percent)
  const suppress = (by: 'value' | 'one') =>
    tableResult(registry, salaries, {
      method: 'tabular/exact-suppression',
      params: { ...params, cost: by },
      sensitive,
    })
  const [least, few] = [await suppress('value'), await suppress('one')]
  const audited = await tableResult(registry, salaries, {
    method: 'tabular/audit',
    params,
    sensitive,
    pattern: least.status,
  })
  const derived = (value: number | string): Check['derived'] => ({ value, how: enumerated })
  const isSlides = cells.length === 1 && percent === 20
  return {
    cost: isSlides
      ? { ours: reported(least, 'cost'), printed: 1400, misprint: m11Cost }
      : { ours: reported(least, 'cost'), printed: null, derived: derived(cost) },
    fewest: [
      { ours: cellsOf(least.status, 2), printed: null, derived: derived(secondary) },
      { ours: reported(few, 'cost'), printed: null, derived: derived(secondary.split(',').length) },
    ],
    audited,
  }
}
