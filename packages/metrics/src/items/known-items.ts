/**
 * Risk that an intruder knows the quasi-identifiers of a person and a few answers to a questionnaire.
 *
 * F_i(S) = |{j : t_iq ∈ y_jq for every q ∈ K ∪ S}| over the released records j, with the quasi-identifiers K, a set S of m items,
 * the true answers t_i and the released cells y_j. Value = 100 · mean over S of share{i : F_i(S) < k, own record among them}.
 * Source: this project.
 */
import { defineMetric, type MeasureInput, type Measurement } from '@sdc/core'
import { figures, table, unknownOrigin, unmeasured } from '@sdc/toolkit'
import { knownItemsRisk, type KnownItemsRisk } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { riskOfRoles } from '../decision/risks/key-linkage.js'

const params = z.object({
  k: z.int().min(2).default(3).meta({
    description: 'A person is at risk if their answers fit fewer than k released records, one of them their own.',
    unit: 'records',
  }),
  sets: z.int().min(1).default(500).meta({
    description: 'Largest number of sets of items. If there are more sets, this many are drawn.',
    unit: 'sets',
  }),
})

/** Number of items that an intruder knows, if the schema does not say it. */
const USUAL_KNOWN = 3
/** Number of cells of a column that all sets may read; at least `FEWEST` sets are measured. */
const MOST_CELLS = 5_000_000
const FEWEST = 50
/** Number of worst sets in the table. */
const SHOWN = 10

export const knownItemsMetric = defineMetric({
  ...riskOfRoles,
  id: 'risk/known-items',
  of: 'keys and items',
  title: 'Known items',
  summary: 'Share of people whom an intruder singles out by their quasi-identifiers and a few questionnaire items.',
  formula: '100 · mean over sets S of m items of share{i : F_i(S) < k, own record among the F_i(S)}',
  honours: ['person'],
  source: [{ where: 'This project: subsets of items as quasi-identifiers' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'Nobody knows all answers of a person to a questionnaire. All items as one key make every record unique, which ' +
        'overrates the risk. The schema sets the number of known answers m (knownItems, by default 3).',
    },
    {
      topic: 'interpretation',
      text:
        'F counts the released records that fit the true quasi-identifiers and answers of a person. A person counts if ' +
        'F is below k and one of these records is their own. So perturbed answers protect, and independent data have ' +
        'about (k − 1)/n.',
    },
    {
      topic: 'interpretation',
      text:
        'The table sets has the sets of items with the greatest risk. The table risk has the share of people who fit ' +
        'one record only, and the expected share of right guesses (mean of 1/F).',
    },
    {
      topic: 'limits',
      text:
        'The intruder takes the known answers as exact. Against answers perturbed with known probabilities they may ' +
        'also look for the most similar record, as risk/key-linkage does for quasi-identifiers.',
    },
    {
      topic: 'limits',
      text:
        'Above 10,000 records fewer sets are measured: 5,000,000 divided by the number of records, at least 50. The ' +
        'mean hardly changes, but the worst set may be missed.',
    },
    {
      topic: 'interpretation',
      text: 'If a column has the role person, F counts persons, and a person counts by the record that tells most.',
    },
    {
      topic: 'missing',
      text: 'A missing released value fits every value. A missing original value is unknown, and is ignored for that record.',
    },
  ],
  high: { share: 0.5, meaning: 'a few known answers single out {value} of the people' },
  cost: { time: 'O(n) a set of items and column, at most 500 sets', sampleAbove: 10_000 },
  params,
  needsFile: () => ({ why: 'it compares all people with all masked records for each set of items' }),
  plan: () => ({ form: 'file', measure }),
})

function measure(input: MeasureInput<z.infer<typeof params>>): Measurement {
  const { original, masked, origin, columns, params, roles, rng, tick } = input
  const { keys, items: named = [], knownItems = USUAL_KNOWN } = roles
  // The draw of sets depends on the names of the items, not on the order of the columns.
  const items = columns.filter((name) => named.includes(name)).sort()
  if (items.length === 0) return unmeasured('it needs items of a questionnaire: set the role item in a schema')
  if (original.rows === 0) return unmeasured('the original has no records')
  if (masked.rows === 0) return unmeasured('the masked file has no records')
  if (origin.every((row) => row < 0)) return unmeasured(unknownOrigin())
  const found = knownItemsRisk({
    original,
    released: masked,
    origin,
    keys: columns.filter((name) => keys.includes(name)),
    items,
    known: knownItems,
    k: params.k,
    most: Math.min(params.sets, Math.max(FEWEST, Math.floor(MOST_CELLS / original.rows))),
    roles,
    rng: rng.child('sets'),
    tick,
  })
  if (typeof found === 'string') return unmeasured(found)
  const { below, people, records } = found
  return {
    value: 100 * meanOf(below),
    used: people,
    ...(people < original.rows && { unit: 'persons' as const }),
    records,
    tables: tablesOf(found, items),
  }
}

function tablesOf(found: KnownItemsRisk, items: readonly string[]): ReadonlyMap<string, ReturnType<typeof table>> {
  const { sets, possible, below, unique, found: guessed } = found
  const worst = [...sets.keys()].sort((a, b) => below[b] - below[a] || a - b).slice(0, SHOWN)
  const percent = (of: Float64Array): Float64Array => Float64Array.from(worst, (s) => 100 * of[s])
  return new Map([
    [
      'sets',
      table({
        items: worst.map((s) => Array.from(sets[s], (item) => items[item]).join(', ')),
        percent: percent(below),
        unique: percent(unique),
        'expected right guesses': percent(guessed),
      }),
    ],
    [
      'risk',
      figures({
        'known items': sets[0].length,
        items: items.length,
        'measured sets': sets.length,
        'possible sets': possible,
        'worst set (%)': 100 * below.reduce((most, share) => Math.max(most, share), 0),
        'unique (%)': 100 * meanOf(unique),
        'expected right guesses (%)': 100 * meanOf(guessed),
      }),
    ],
  ])
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
