import { categorical, dataset, defineTableMethod, numeric, type Dataset, type Table, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { cellName } from '../table/cell-name.js'
import { attackParams } from '../attackers/attack-params.js'
import { auditPattern, type Audit } from './audit-pattern.js'
import { breachRows } from './breach-rows.js'

export interface AuditParams {
  readonly singletons: 'auto' | 'protect' | 'ignore'
  readonly own: 'protect' | 'ignore'
}

/** Audit method: the least and greatest value of every suppressed cell that agree with the published cells. */
export const auditMethod: TableMethod<AuditParams> = defineTableMethod({
  id: 'tabular/audit',
  title: 'Audit of a suppression pattern',
  summary:
    'Computes the interval that a reader can compute for every suppressed cell, and lists sensitive cells with too little protection.',
  formula:
    'min and max of x_c with Σ sign·x = 0 in every relation, x = published value where published, and x within its public bounds',
  source: [{ key: 'hundepool-et-al-2012', where: 'Chapter 4: the feasibility interval of a suppressed cell' }],
  notes: [
    {
      topic: 'choices',
      text: 'A suppressed cell is at least 0. In a table of counts it is a whole number, and at least 1 if empty cells are published. In a table with negative values it has no bounds. Public bounds of the table (known) replace these. Levels have a tolerance of 1e-6. A secondary cell that can be computed exactly protects nothing and counts as wasteful, not as an error. A sensitive cell that can be computed exactly is never protected, even without a level.',
    },
    {
      topic: 'attacks',
      text: 'The audit always attacks as an outsider. With singletons, each respondent who is alone in suppressed cells knows them and attacks every sensitive cell of the component. With own, each respondent of several cells uses their own contributions as lower bounds. Against a respondent, the rest of a cell without their part must be protected. Sums of suppressed cells of one relation to which one respondent contributes are judged like cells. Not covered: two cooperating respondents, and respondents whose cells the table does not name (alone, contributions).',
    },
    {
      topic: 'limits',
      text: 'The programs contain no knowledge from other tables or years: join the tables first. Intervals of counts are whole numbers in components of up to 200 cells; in larger components they may be slightly wider. Levels are always judged in whole numbers.',
    },
  ],
  step: 'audit',
  params: z.object(attackParams),
  async protect({ table, params, pattern, sensitive, witnesses, tick }) {
    const status = pattern ?? new Uint8Array(table.values.length)
    const audit = await auditPattern(table, status, sensitive, { ...params, witnesses, tick })
    const wasteful = audit.disclosed.filter((c) => (sensitive ? sensitive.status[c] !== 1 : status[c] === 2))
    return {
      status: status.slice(),
      intervals: { low: audit.low, high: audit.high },
      report: new Map<string, Dataset | number>([
        ['unprotected', audit.unprotected.length],
        ['disclosed', audit.disclosed.length],
        ['wasteful', wasteful.length],
        ['at least', audit.atLeast],
        ['suppressed', status.filter((one) => one !== 0).length],
        ...coveredNumbers(audit),
        ['exceptions', exceptionsOf(table, status, audit)],
        ['cells', cellsOf(table, status, audit)],
      ]),
      warnings: [
        ...(wasteful.length > 0
          ? [`${wasteful.length} secondary cell(s) can be computed exactly and protect nothing`]
          : []),
        ...(audit.atLeast > 0
          ? [
              `the intervals of ${audit.atLeast} suppressed cells may be wider than stated, because too many cells are connected for exact intervals; the judgement of every level is exact`,
            ]
          : []),
      ],
    }
  },
})

/** Numbers of attackers covered, without attackers who are switched off, and the least value if there is one. */
function coveredNumbers({ covered }: Audit): (readonly [string, number])[] {
  const { whole, least, alone, several, unions } = covered
  const numbers = { 'least value': least, whole: Number(whole), alone, several, unions }
  return Object.entries(numbers).filter((pair): pair is [string, number] => Number.isFinite(pair[1]))
}

/** Unprotected levels, one line each. */
function exceptionsOf(table: Table, status: Uint8Array, { breaches }: Audit): Dataset {
  const rows = breachRows(table, status, breaches)
  const text = (of: (row: (typeof rows)[number]) => string): ReturnType<typeof categorical> => categorical(rows.map(of))
  return dataset([
    ['cell', text(({ cell }) => cell)],
    ['side', text(({ side }) => side)],
    ['who', text(({ who }) => who)],
    ['value', numeric(Float64Array.from(rows, ({ value }) => value))],
    ['required', numeric(Float64Array.from(rows, ({ required }) => required))],
    ['kept', numeric(Float64Array.from(rows, ({ kept }) => kept))],
    ['help', text(({ help }) => help)],
  ])
}

const statuses = ['published', 'primary', 'secondary']

/** A line for every suppressed cell and every published sensitive cell, with the narrowest interval of an insider. */
function cellsOf(table: Table, status: Uint8Array, { low, high, unprotected, disclosed, insiders }: Audit): Dataset {
  const missed = new Set(unprotected)
  const exact = new Set(disclosed)
  const cells = Array.from(status.keys()).filter((c) => status[c] !== 0 || missed.has(c))
  const inner = new Map<number, Audit['insiders'][number]>()
  for (const one of insiders) {
    const known = inner.get(one.cell)
    if (!known || one.high - one.low < known.high - known.low) inner.set(one.cell, one)
  }
  const numbers = (of: (cell: number) => number): ReturnType<typeof numeric> => numeric(Float64Array.from(cells, of))
  const verdict = (c: number): string => {
    if (missed.has(c)) return 'not protected'
    return exact.has(c) ? 'computed exactly' : 'protected'
  }
  const insider = (c: number): string => {
    const one = inner.get(c)
    return one === undefined ? '' : cellName(table, one.by)
  }
  return dataset([
    ['cell', categorical(cells.map((c) => cellName(table, c)))],
    ['status', categorical(cells.map((c) => statuses[status[c]]))],
    ['value', numbers((c) => table.values[c])],
    ['low', numbers((c) => low[c])],
    ['high', numbers((c) => high[c])],
    ['verdict', categorical(cells.map(verdict))],
    ['insider', categorical(cells.map(insider))],
    ['insiderLow', numbers((c) => inner.get(c)?.low ?? Number.NaN)],
    ['insiderHigh', numbers((c) => inner.get(c)?.high ?? Number.NaN)],
  ])
}
