import { paper003CellNumber, paper003Pattern, type Paper003Cell } from '@sdc/datasets'
import type { PaperOptions, PaperTable } from '../../paper.js'
import type { Check, Misprint } from '../../verdict.js'
import { cellName, cellsOf, intervalText, reported, salaries, sensitiveCells, tableResult } from './table-call.js'

const lone: Paper003Cell = { town: 'M2', profession: 'P3' }
const dominated: Paper003Cell = { town: 'M3', profession: 'P5' }
const couple: Paper003Cell = { town: 'M1', profession: 'P1' }

/** No respondent attacks, only readers. */
const params = { singletons: 'ignore' }

/** Place of the printed pattern. */
export const suppressionPlace = 'Primary and secondary suppression'

/** Returns the cost of the printed pattern and the intervals that an intruder can compute by linear programs. */
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
  const how = 'from the printed table, by another program.'
  const derived = (name: string, ours: Check['ours'], value: number | string): PaperTable['rows'][number] => ({
    given: [name],
    checks: [{ ours, printed: null, derived: { value, how } }],
  })
  return {
    id: 'Suppression',
    where: suppressionPlace,
    title: 'Audit of the printed suppression pattern',
    sentence:
      'The slides suppress the sensitive cell M2 P3 and three others, and publish all totals. Cost: sum of the three. ' +
      'Unprotected: number of sensitive cells with less than 20 % unknown. Intervals: least and greatest possible salary ' +
      '(tabular/audit), with salaries of at least 0.',
    given: ['quantity'],
    checks: ['value'],
    rows: [
      derived('cost', cost, 1400),
      derived('unprotected, M2 P3 sensitive', reported(alone, 'unprotected'), 0),
      derived('unprotected, M3 P5 also sensitive', reported(both, 'unprotected'), 1),
      derived('interval of M1 P3', intervalText(alone, { town: 'M1', profession: 'P3' }), '[400, 742]'),
      derived('interval of M1 P5', intervalText(alone, { town: 'M1', profession: 'P5' }), '[338, 680]'),
      derived('interval of M2 P3', intervalText(alone, lone), '[0, 342]'),
      derived('interval of M2 P5', intervalText(alone, { town: 'M2', profession: 'P5' }), '[0, 342]'),
    ],
    notes: ['M11: the pattern publishes the 363 of M3 P5, which the same slides call sensitive.'],
  }
}

const printedCells = paper003Pattern.secondary.map((one) => cellName(paper003CellNumber(one))).join(', ')

const m11: Misprint = {
  id: 'M11',
  should: 'M2 P5, M3 P3, M3 P5',
  why: 'the printed pattern is valid and costs 1400. The cells of ours protect the same cell for 1058.',
}

/** Sensitive cells, with the secondary suppression of least cost. */
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

/** Returns the secondary suppression of least cost for one, two and three sensitive cells. */
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
      where: suppressionPlace,
      title: 'Optimal secondary suppression',
      sentence:
        'Secondary suppression if the given percentage of each sensitive cell must remain unknown on both sides and all ' +
        'totals are published (tabular/exact-suppression): least sum of suppressed salaries, its cells, and least number of ' +
        'cells. Printed: pattern of the slides.',
      given: ['sensitive', '%'],
      checks: ['cost', 'suppressed cells', 'fewest'],
      rows: costs,
    },
    {
      id: 'Least suppression, audited',
      where: suppressionPlace,
      title: 'Audit of the optimal secondary suppression',
      sentence: 'Intervals of the sensitive cells under the patterns of least cost (tabular/audit).',
      given: ['sensitive', '%', 'cell'],
      checks: ['interval'],
      rows: ranges,
    },
  ]
}

const enumerated = 'from the printed table, by enumeration of every pattern in another program.'

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
  const derived = (value: number | string): NonNullable<Check['derived']> => ({ value, how: enumerated })
  const isSlides = cells.length === 1 && percent === 20
  return {
    cost: { ours: reported(least, 'cost'), printed: null, derived: derived(cost) },
    fewest: [
      isSlides
        ? { ours: cellsOf(least.status, 2), printed: printedCells, misprint: m11 }
        : { ours: cellsOf(least.status, 2), printed: null, derived: derived(secondary) },
      { ours: reported(few, 'cost'), printed: null, derived: derived(secondary.split(',').length) },
    ],
    audited,
  }
}
