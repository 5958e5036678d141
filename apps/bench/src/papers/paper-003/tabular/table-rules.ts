import { categorical, numericValues, type Table, type TableResult } from '@sdc/core'
import { paper003CellNumber, paper003Contributions, paper003Salaries, paper003Tables } from '@sdc/datasets'
import type { PaperOptions, PaperTable } from '../../paper.js'
import type { Check, Misprint } from '../../verdict.js'
import { cellName, tableResult } from './table-call.js'

/** Place of the printed tables of frequencies and magnitudes. */
export const tablesPlace = 'Tables of frequencies and magnitudes'

/** Returns the totals of the two printed tables, each compared with the sum of its parts. */
export function additiveTables(): PaperTable {
  const salary = numericValues(paper003Salaries, 'salary')
  const sum = (from: number, to: number): number => salary.subarray(from, to).reduce((a, b) => a + b, 0)
  const [ofFrequencies, ofSalaries] = [totals(paper003Tables.frequencies), totals(paper003Tables.salaries)]
  return {
    id: 'Tables',
    where: tablesPlace,
    title: 'Totals of the tables of frequencies and magnitudes',
    sentence:
      'Sum of the parts of each printed total, by profession (P1 to P5) and town (M1 to M3). The last rows have the sums of ' +
      'the printed records: both records of M1 P1, and three of the fifteen of M1 P2.',
    given: ['cell'],
    checks: ['people', 'salaries'],
    rows: [
      ...[...ofSalaries].map(([cell, salaries]) => ({
        given: [cell],
        checks: [ofFrequencies.get(cell) ?? null, salaries],
      })),
      {
        given: ['M1 P1: 160 + 200'],
        checks: [null, { ours: sum(0, 2), printed: paper003Tables.salaries.values[0] }],
      },
      {
        given: ['M1 P2: 40 + 60 + 75'],
        checks: [null, { ours: sum(2, 5), printed: null, derived: { value: 175, how: 'from the printed records.' } }],
      },
    ],
  }
}

/** Returns a check for each total of a table; the first cell of a relation is the total of the others. */
function totals({ equations, values }: Table): ReadonlyMap<string, Check> {
  return new Map(
    equations.map(({ cells: [total, ...parts] }): [string, Check] => [
      cellName(total),
      { ours: parts.reduce((sum, cell) => sum + values[cell], 0), printed: values[total] },
    ]),
  )
}

/** Cells with printed contributions, as a table without totals. */
const known: Table = {
  dimensions: [categorical(paper003Contributions.map((one) => cellName(paper003CellNumber(one))))],
  counts: Int32Array.from(paper003Contributions, ({ salaries }) => salaries.length),
  values: Float64Array.from(paper003Contributions, ({ salaries }) => salaries.reduce((a, b) => a + b, 0)),
  top: 5,
  largest: Float64Array.from(paper003Contributions.flatMap(({ salaries }) => [...salaries, 0, 0, 0, 0].slice(0, 5))),
  equations: [],
}

/** Place of the printed examples of disclosure and of the rules. */
export const sensitivePlace = 'Disclosure and sensitive cells'

/** Returns the slides' examples of attacks, on the cells with printed contributions. */
export async function attackTable({ registry }: PaperOptions): Promise<PaperTable> {
  const result = await tableResult(registry, known, { method: 'tabular/attacks' })
  const findings = findingsOf(result)
  const learnt = (cell: string, kind: string, own?: string): Finding | undefined =>
    findings.find((one) => one.cell.endsWith(cell) && one.kind === kind && (own === undefined || one.who.includes(own)))
  const row = (
    name: string,
    found: Finding | undefined,
    compared: Pick<Check, 'printed' | 'derived'>,
  ): PaperTable['rows'][number] => ({
    given: [name, found?.who ?? 'nobody'],
    checks: [{ ours: found ? learntText(found) : null, reason: 'no attack was found.', ...compared }],
  })
  const fromRecords = (value: string): Pick<Check, 'printed' | 'derived'> => ({
    printed: null,
    derived: { value, how: 'from the printed records.' },
  })
  return {
    id: 'Attacks',
    where: sensitivePlace,
    title: 'External attack, internal attack, internal attack with dominance',
    sentence:
      'Examples of the slides (tabular/attacks): the salary of the only person in a cell, and of the other of two. With ' +
      'dominance: the upper limit of the other four if one person has most of the cell.',
    given: ['attack', 'intruder'],
    checks: ['salary'],
    rows: [
      row('external, on M2 P3', learnt('M2 P3', 'external'), { printed: '22' }),
      row('internal, on M1 P1', learnt('M1 P1', 'internal', '200'), fromRecords('160')),
      row('internal, on M1 P1', learnt('M1 P1', 'internal', '160'), fromRecords('200')),
      row('with dominance, on M3 P5', learnt('M3 P5', 'dominance', 'the largest'), { printed: 'at most 13' }),
    ],
  }
}

interface Finding {
  readonly cell: string
  readonly kind: string
  readonly who: string
  readonly low: number
  readonly high: number
}

function findingsOf({ report }: TableResult): Finding[] {
  const findings = report?.get('findings')
  if (typeof findings !== 'object') return []
  const text = (name: string): ((row: number) => string) => {
    const column = findings.column(name)
    return (row) => (column.kind === 'categorical' ? column.levels[column.codes[row]] : '')
  }
  const [cell, kind, who] = ['cell', 'kind', 'who'].map(text)
  const [low, high] = ['low', 'high'].map((name) => numericValues(findings, name))
  return Array.from({ length: findings.rows }, (_, row) => ({
    cell: cell(row),
    kind: kind(row),
    who: who(row),
    low: low[row],
    high: high[row],
  }))
}

function learntText({ low, high }: Finding): string {
  if (low === high) return String(low)
  return low === 0 ? `at most ${high}` : `${low} to ${high}`
}

/** Returns the sensitive cells by both rules, with the part of each that must remain unknown. */
export async function sensitiveByRules({ registry }: PaperOptions): Promise<PaperTable> {
  const dominance = await tableResult(registry, known, { method: 'tabular/dominance', params: { n: 1, k: 50 } })
  const percent = (asPrinted: boolean) =>
    tableResult(registry, known, { method: 'tabular/p-percent', params: { p: 50, asPrinted } })
  const [byRule, asPrinted] = [await percent(false), await percent(true)]
  const derived = { '(1, 50)': [40, 22, 337], 'p = 50 %': [100, 11, 166] } as const
  const rules = { '(1, 50)': dominance, 'p = 50 %': byRule } as const
  const word = (status: number): string => (status === 1 ? 'sensitive' : 'safe')
  const dominant = 2
  const { salaries } = paper003Contributions[dominant]
  const rest = known.values[dominant] - salaries[0] - salaries[1]
  return {
    id: 'Sensitive cells',
    where: sensitivePlace,
    title: 'Dominance rule and p % rule',
    sentence:
      'The slides apply both rules to M3 P5, with five people: 350, 4, 3, 3 and 3. The other cells have one person (22) and two ' +
      '(200, 160). Level: upper protection level (tabular/dominance, tabular/p-percent). Threshold: limit of the rest, X − x₁ ' +
      '− x₂ = 9.',
    given: ['rule', 'cell'],
    checks: ['status', 'level', 'threshold'],
    rows: [
      ...(['(1, 50)', 'p = 50 %'] as const).flatMap((rule) =>
        paper003Contributions.map((one, c) => ({
          given: [rule, cellName(paper003CellNumber(one))],
          checks: [
            c === dominant
              ? { ours: word(rules[rule].status[c]), printed: 'sensitive' }
              : {
                  ours: word(rules[rule].status[c]),
                  printed: null,
                  derived: { value: 'sensitive', how: 'from the contributions.' },
                },
            {
              ours: rules[rule].levels?.upper[c] ?? null,
              printed: null,
              derived: { value: derived[rule][c], how: 'from the equation of the rule.' },
            },
            c === dominant && rule === 'p = 50 %'
              ? { ours: rest + (byRule.levels?.upper[c] ?? Number.NaN), printed: 181.5, decimals: 1, misprint: m10 }
              : null,
          ],
        })),
      ),
      {
        given: ['p = 50 %, as printed', cellName(paper003CellNumber(paper003Contributions[dominant]))],
        checks: [
          { ours: word(asPrinted.status[dominant]), printed: 'sensitive', again: true },
          null,
          { ours: rest + (asPrinted.levels?.upper[dominant] ?? Number.NaN), printed: 181.5, decimals: 1, again: true },
        ],
      },
    ],
  }
}

const m10: Misprint = {
  id: 'M10',
  should: 175,
  why: 'the slides compare the rest with 50 % of the cell, 363. Their rule takes 50 % of the largest contribution, 350. The cell is sensitive either way.',
}
