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
      text: 'A suppressed cell is at least 0; at least 1 in a table of counts whose empty cells are published, and whole; not bounded in a table with negative values; or what the table says everybody knows of it (known). A level is judged with a tolerance of 1e-6. A secondary cell that can be computed exactly protects nothing: it is counted as wasteful, and is no error. A sensitive cell that can be computed exactly is never protected, also where no level is asked for it.',
    },
    {
      topic: 'attacks',
      text: 'Attackers are everybody; with singletons each respondent who is alone in suppressed cells, who knows them, on every sensitive cell of the component; with own each respondent of several cells, who knows each to be at least what they gave to it. From a respondent what remains of a cell without their part must be kept. Sums over suppressed cells of a relation that one respondent contributes to are judged as a cell is. Not covered: two respondents who put together what they know, and respondents of whom nobody says where they contribute (alone, contributions).',
    },
    {
      topic: 'limits',
      text: 'What readers know from elsewhere (other tables, other years) is not in the programs: join the tables first. Intervals of counts are whole numbers in components of up to 200 cells; in larger ones an end may be farther out than whole numbers allow. The levels are judged in whole numbers always.',
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

/** From whom, in numbers; those that were not asked for are not there, nor a least value where values have none. */
function coveredNumbers({ covered }: Audit): (readonly [string, number])[] {
  const { whole, least, alone, several, unions } = covered
  const numbers = { 'least value': least, whole: Number(whole), alone, several, unions }
  return Object.entries(numbers).filter((pair): pair is [string, number] => Number.isFinite(pair[1]))
}

/** What is not kept, a line each. */
function exceptionsOf(table: Table, status: Uint8Array, { breaches }: Audit): Dataset {
  const rows = breachRows(table, status, breaches)
  const text = (of: (row: (typeof rows)[number]) => string): ReturnType<typeof categorical> => categorical(rows.map(of))
  return dataset([
    ['cell', text(({ cell }) => cell)],
    ['side', text(({ side }) => side)],
    ['who', text(({ who }) => who)],
    ['value', numeric(Float64Array.from(rows, ({ value }) => value))],
    ['asked', numeric(Float64Array.from(rows, ({ asked }) => asked))],
    ['kept', numeric(Float64Array.from(rows, ({ kept }) => kept))],
    ['help', text(({ help }) => help)],
  ])
}

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
