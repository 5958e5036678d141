import { categorical, dataset, defineTableMethod, numeric, type Dataset, type Table, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { cellName } from '../table/cell-name.js'
import { auditPattern, type Audit } from './audit-pattern.js'

export interface AuditParams {
  readonly singletons: 'protect' | 'ignore'
}

/** The least and greatest value of every suppressed cell that agrees with what is published. */
export const auditMethod: TableMethod<AuditParams> = defineTableMethod({
  id: 'tabular/audit',
  title: 'Audit of a suppression pattern',
  summary:
    'Finds what a reader can compute of every suppressed cell, and which sensitive cells are less protected than they must be.',
  formula:
    'min and max of x_c with Σ sign·x = 0 in every relation, x published where it is, and x within what everybody knows',
  source: [{ key: 'hundepool-et-al-2012', where: 'Chapter 4: the feasibility interval of a suppressed cell' }],
  notes: [
    {
      topic: 'choices',
      text: 'Cells are at least 0 unless the table has negative ones, or says what everybody knows of each (known). An interval is judged with a tolerance of 1e-6 of the cell. A secondary cell that can be computed exactly protects nothing: it is counted as wasteful, and is no error. A sensitive cell that can be computed exactly is never protected, also where no level is asked for it.',
    },
    {
      topic: 'attacks',
      text: 'A respondent who is alone in a suppressed cell knows it: with singletons=protect the programs are solved once more for each of them, for the sensitive cells in one relation with theirs. Without a column that says who is alone where (alone), each cell is taken for another respondent’s.',
    },
    {
      topic: 'limits',
      text: 'What readers know from elsewhere (other tables, other years) is not in the programs: join the tables first.',
    },
  ],
  step: 'audit',
  params: z.object({
    singletons: z.enum(['protect', 'ignore']).default('protect').meta({
      description: 'Whether respondents who are alone in a suppressed cell are attackers, too, who know it.',
    }),
  }),
  async protect({ table, params: { singletons }, pattern, sensitive, witnesses, tick }) {
    const status = pattern ?? new Uint8Array(table.values.length)
    const audit = await auditPattern(table, status, sensitive, { singletons, witnesses, tick })
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
        ['cells', cellsOf(table, status, audit)],
      ]),
      warnings: [
        ...(wasteful.length > 0
          ? [`${wasteful.length} secondary cell(s) can be computed exactly: they protect nothing`]
          : []),
        ...(audit.atLeast > 0
          ? [
              `${audit.atLeast} suppressed cells are joined by relations, too many to find every interval to its ends: theirs are as wide as said or wider; that every level is kept or not is exact`,
            ]
          : []),
      ],
    }
  },
})

const statuses = ['published', 'primary', 'secondary']

/** A line for every suppressed cell, and for every sensitive one that is published; the narrowest interval of an insider beside. */
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
