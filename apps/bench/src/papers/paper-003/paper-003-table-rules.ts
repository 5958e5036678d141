import { categorical, numericValues, type Table, type TableResult } from '@sdc/core'
import { paper003CellNumber, paper003Contributions, paper003Salaries, paper003Tables } from '@sdc/datasets'
import type { PaperOptions, PaperTable } from '../paper.js'
import type { Misprint } from '../verdict.js'
import { cellName, tableResult } from './paper-003-table-call.js'

/** The two printed tables: every total is the sum of its parts. */
export function additiveTables(): PaperTable {
  const salary = numericValues(paper003Salaries, 'salary')
  const sum = (from: number, to: number): number => salary.subarray(from, to).reduce((a, b) => a + b, 0)
  return {
    id: 'Tables',
    title: 'People and their salaries, by profession and town',
    sentence:
      'How many of the ten totals of each printed table are the sum of their parts, which the slides say they are; and what ' +
      'the printed records come to: two of M1 P1, which has two, and three of the fifteen of M1 P2.',
    given: ['what'],
    checks: ['value'],
    rows: [
      ...(['frequencies', 'salaries'] as const).map((name) => ({
        given: [`${name}: totals that add up`],
        checks: [{ ours: relationsThatHold(paper003Tables[name]), printed: 10 }],
      })),
      {
        given: ['salaries of M1 P1: 160 + 200'],
        checks: [{ ours: sum(0, 2), printed: paper003Tables.salaries.values[0] }],
      },
      {
        given: ['salaries of M1 P2 so far: 40 + 60 + 75'],
        checks: [{ ours: sum(2, 5), printed: null, derived: { value: 175, how: 'from the printed records.' } }],
      },
    ],
  }
}

function relationsThatHold({ equations, values }: Table): number {
  return equations.filter(({ cells, signs }) => cells.reduce((sum, cell, i) => sum + signs[i] * values[cell], 0) === 0)
    .length
}

/** The cells whose contributions are printed, as a table of their own: nothing adds up to anything. */
const known: Table = {
  dimensions: [categorical(paper003Contributions.map((one) => cellName(paper003CellNumber(one))))],
  counts: Int32Array.from(paper003Contributions, ({ salaries }) => salaries.length),
  values: Float64Array.from(paper003Contributions, ({ salaries }) => salaries.reduce((a, b) => a + b, 0)),
  top: 5,
  largest: Float64Array.from(paper003Contributions.flatMap(({ salaries }) => [...salaries, 0, 0, 0, 0].slice(0, 5))),
  equations: [],
}

/** Who learns what from the two tables, of the cells whose contributions are printed. */
export async function attackTable({ registry }: PaperOptions): Promise<PaperTable> {
  const result = await tableResult(registry, known, { method: 'tabular/attacks' })
  const findings = findingsOf(result)
  const learnt = (cell: string, kind: string, own?: string): Finding | undefined =>
    findings.find((one) => one.cell.endsWith(cell) && one.kind === kind && (own === undefined || one.who.includes(own)))
  const row = (name: string, found: Finding | undefined, printed: string): PaperTable['rows'][number] => ({
    given: [name, found?.who ?? 'nobody'],
    checks: [{ ours: found ? learntText(found) : null, reason: 'no attack was found.', printed }],
  })
  return {
    id: 'Attacks',
    title: 'Who learns what from the two tables',
    sentence:
      'The slides’ three examples (tabular/attacks): the only one of a cell, the two of a cell of each other, and the one of a ' +
      'cell who has most of it of the others.',
    given: ['attack', 'by'],
    checks: ['learns'],
    rows: [
      row('external, on M2 P3', learnt('M2 P3', 'external'), '22'),
      row('internal, on M1 P1', learnt('M1 P1', 'internal', '200'), '160'),
      row('internal, on M1 P1', learnt('M1 P1', 'internal', '160'), '200'),
      row('with dominance, on M3 P5', learnt('M3 P5', 'dominance', 'the largest'), 'at most 13'),
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

/** Which cells the rules find, and what must remain unknown of them. */
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
    title: 'Dominance and the p % rule',
    sentence:
      'The slides show both rules on M3 P5: five people, of 350, 4, 3, 3 and 3. The other two cells have one person of 22, and ' +
      'two of 200 and 160. Level: what must remain unknown above the value (tabular/dominance, tabular/p-percent). Threshold: ' +
      'what the rest, X − x₁ − x₂ = 9, is compared with.',
    given: ['rule', 'cell'],
    checks: ['verdict of the rule', 'level', 'threshold'],
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
          { ours: word(asPrinted.status[dominant]), printed: 'sensitive' },
          null,
          { ours: rest + (asPrinted.levels?.upper[dominant] ?? Number.NaN), printed: 181.5, decimals: 1 },
        ],
      },
    ],
  }
}

const m10: Misprint = {
  id: 'M10',
  should: 175,
  why: 'the slides compare the rest with 50 % of the value, 363; their rule says of the largest contribution, 350. The cell is sensitive either way.',
}
