/**
 * Open columns: disclosure of the masked columns by the unmasked ones.
 *
 * A copy of a masked column, a band of it, or the other terms of a sum undo its masking, regardless of its strength.
 * For every masked column, the share of its original values that the unmasked columns disclose; value: that of the
 * worst column. An unchanged masked column is unmasked itself: 100 %, except for quasi-identifiers in classes of two
 * records or more.
 */
import { defineMetric, sameColumn, takeColumn, type Dataset, type MeasureInput, type Measurement } from '@sdc/core'
import { table, unknownOrigin, unmeasured } from '@sdc/toolkit'
import {
  anonymousColumns,
  looksAtColumns,
  openRelations,
  uniqueRecords,
  type OpenRelation,
  type UniqueRecords,
} from '@sdc/toolkit/internal'
import * as z from 'zod'
import { riskInPercent } from '../card-facts.js'

export const openColumnsMetric = defineMetric({
  id: 'risk/open-columns',
  title: 'Unmasked columns that disclose masked ones',
  summary: "Share of the worst masked column's values that the unmasked columns disclose.",
  brief: [
    '0 % means that the unmasked columns tell nothing about masked ones.',
    'It finds copies, sums and strong relations, not everything that an expert could infer.',
  ],
  formula:
    '100 · max_j max_S share{i : x_ij is disclosed by the unmasked columns S},  S: one column, a linear combination ' +
    'of several, a pair',
  honours: ['person'],
  source: [{ where: 'This project: disclosure of masked columns by unmasked ones' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        "A number is disclosed if a guess from the unmasked columns is so near that at most 1 % of the column's values " +
        'lie between. A category is disclosed if all records with its unmasked values have it. Right guesses that need ' +
        'no unmasked column do not count as a finding.',
    },
    {
      topic: 'interpretation',
      text:
        'The table relations has the unmasked columns and their relation. copy: equal. linear: a weighted sum, ' +
        'exceptions allowed. curve: a monotone or smooth function. classes: equal unmasked values have one masked value. ' +
        'band: an interval or a coarser version; narrowed to gives the remaining share of the values. A copy may consist ' +
        'of three records or more with values too rare to agree by chance. The table unique has unmasked columns that ' +
        'identify people, whatever is masked. These are columns by which a tenth of the records or more are unique, ' +
        'texts with more than 50 different values, and columns with more different values than half of their values, ' +
        'such as remarks.',
    },
    {
      topic: 'choices',
      text:
        'An intruder knows quasi-identifiers. If every combination of them, all unmasked, is shared by two released ' +
        'records or more, they and their mutual relations do not count. risk/k-anonymity measures how many records share ' +
        'it.',
    },
    {
      topic: 'choices',
      text:
        'A record does not inform about itself: linear relations are tested on other records than those of the fit, ' +
        'curves omit the record, classes have at least two records. The metric ignores relations that disclose less than ' +
        '10 % of the values beyond chance: columns may be related without disclosing each other.',
    },
    {
      topic: 'limits',
      text:
        'The search is limited to single columns, linear combinations of numbers, and 300 pairs of columns with at most ' +
        '1,000 different values. It does not find a product of two columns, or a function of three categories.',
    },
    {
      topic: 'release',
      text: 'A release refuses such columns until each is accepted by name (acceptOpen).',
    },
    {
      topic: 'missing',
      text: 'Shares refer to present values; a missing unmasked value discloses nothing.',
    },
  ],
  ...riskInPercent,
  accepts: ['numeric', 'ordered', 'nominal'],
  files: 'whole',
  cost: { time: 'O(n) a pair of columns, at most 300 pairs' },
  params: z.object({}),
  prepare: ({ original, columns, tick }) => {
    const open = original.names.filter((name) => !columns.includes(name))
    const looks = looksAtColumns()
    const relations = openRelations(original, open, columns, tick, looks)
    return { key: key(open, columns), relations, unique: uniqueRecords(original, open, looks) } satisfies Prepared
  },
  needsFile: () => ({ why: 'its curves and bands need all values of a column in their order' }),
  plan: () => ({ form: 'file', measure: measureOpenColumns }),
})

/** Number of records that share a combination of quasi-identifiers, so that it singles out nobody. */
const SHARED = 2

/** Facts that hold for every masked file of an original with all other columns unmasked. */
interface Prepared {
  readonly key: string
  readonly relations: readonly OpenRelation[]
  readonly unique: readonly UniqueRecords[]
}

function measureOpenColumns(input: MeasureInput<unknown>): Measurement {
  const { original, masked, origin, columns, roles } = input
  const known = Int32Array.from(origin.keys()).filter((i) => origin[i] >= 0)
  if (known.length === 0) return unmeasured(unknownOrigin())
  const rows = known.map((i) => origin[i])
  const isOpen = (name: string): boolean =>
    masked.names.includes(name) &&
    sameColumn(takeColumn(original.column(name), rows), takeColumn(masked.column(name), known))
  const open = original.names.filter(isOpen)
  const closed = columns.filter((name) => !open.includes(name))
  const prepared = input.prepared as Prepared | undefined
  const asPrepared = prepared?.key === key(open, closed) ? prepared : undefined
  const { keys } = anonymousColumns({ original, released: masked, origin }, roles, { records: SHARED })
  const areKeys = (names: readonly string[]): boolean => names.every((name) => keys.includes(name))
  const found = asPrepared?.relations ?? openRelations(original, open, closed, (done) => input.tick(done))
  const relations = found.filter((one) => !areKeys([...one.open, one.masked]))
  // Some of the records have other unique values.
  const isWhole = known.length === original.rows && masked.rows === original.rows
  const isPrepared = isWhole && keys.length === 0
  const unique = (isPrepared ? asPrepared?.unique : undefined) ?? uniqueRecords(masked, open, looksAtColumns(), keys)
  const told = new Map(
    columns.map((name) => {
      const shares = relations.filter((one) => one.masked === name).map(({ share }) => 100 * share)
      return [name, open.includes(name) && !keys.includes(name) ? 100 : Math.max(0, ...shares)] as const
    }),
  )
  return {
    value: Math.max(...told.values()),
    used: known.length,
    columns: told,
    tables: new Map([
      ['relations', relationTable(relations)],
      ['unique', uniqueTable(unique)],
    ]),
  }
}

/** Returns the key of an answer: both lists of columns, sorted, because their order in the file has no meaning. */
function key(open: readonly string[], masked: readonly string[]): string {
  return JSON.stringify([[...open].sort(), [...masked].sort()])
}

function relationTable(relations: readonly OpenRelation[]): Dataset {
  return table({
    open: relations.map(({ open }) => open.join(' + ')),
    tells: relations.map(({ masked }) => masked),
    by: relations.map(({ kind }) => kind),
    told: Float64Array.from(relations, ({ recovered }) => recovered),
    values: Float64Array.from(relations, ({ values }) => values),
    'narrowed to %': Float64Array.from(relations, ({ narrowedTo }) => 100 * (narrowedTo ?? Number.NaN)),
  })
}

function uniqueTable(found: readonly UniqueRecords[]): Dataset {
  return table({
    open: found.map(({ columns }) => columns.join(' + ')),
    'unique records': Float64Array.from(found, ({ unique }) => unique),
    records: Float64Array.from(found, ({ records }) => records),
  })
}
