/**
 * Risk that an intruder knows the quasi-identifiers of a person and a few answers to a questionnaire.
 *
 * B_i(S) by two intruders, over the released records j, with the quasi-identifiers K, a set S of m items, the true answers t_i and
 * the released cells y_j. Exact: {j : t_iq ∈ y_jq for every q ∈ K ∪ S}. Similar: the records with the greatest sum of weights of
 * agreement over K ∪ S. Value = 100 · mean over S of share{i : |B_i(S)| < k, own record in B_i(S)}, the greater of the two.
 * Source: Fellegi & Sunter 1969 (weights of agreement); this project.
 */
import { defineMetric, type MeasureInput, type Measurement } from '@sdc/core'
import { figures, table, unknownOrigin, unmeasured } from '@sdc/toolkit'
import { knownItemsRisk, sampledRows, type KnownItemsRisk } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { riskOfRoles } from '../decision/risks/key-linkage.js'
import { similarItemsRisk } from './similar-records.js'

const params = z.object({
  k: z.int().min(2).default(3).meta({
    description:
      'A person is at risk if an intruder has fewer than k candidates for them, one of them their own record.',
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
/** Largest number of targets of the search for similar records, and largest number of pairs of records times sets. */
const MOST_TARGETS = 500
const MOST_PAIRS = 200_000_000
/** Fewest targets in large files. */
const FEWEST_TARGETS = 100
/** Number of worst sets in the table. */
const SHOWN = 10

export const knownItemsMetric = defineMetric({
  ...riskOfRoles,
  id: 'risk/known-items',
  of: 'keys and items',
  title: 'Known items',
  summary: 'Share of people whom an intruder singles out by their quasi-identifiers and a few questionnaire items.',
  formula:
    '100 · mean over sets S of m items of share{i : |B_i(S)| < k, own record ∈ B_i(S)}, the greater of two intruders',
  honours: ['person'],
  source: [
    { key: 'fellegi-sunter-1969', where: 'weights of agreement' },
    { where: 'This project: subsets of items as quasi-identifiers' },
  ],
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
        'The exact intruder takes released cells as true: B has the records that fit the known keys and answers. The ' +
        'similar intruder allows for wrong cells: B has the records with the greatest sum of weights of agreement, as ' +
        'in risk/key-linkage. The value is that of the more successful one. Independent data have about (k − 1)/n.',
    },
    {
      topic: 'interpretation',
      text:
        'The table sets has the sets of items with the greatest risk. The table risk has the values of both intruders, ' +
        'the share of people with one candidate only, and the expected share of right guesses (mean of 1/|B|).',
    },
    {
      topic: 'limits',
      text:
        'An intruder who knows how the answers were masked, or who knows answers to all items, may find more people. ' +
        'Records whose answers were exchanged as a whole are found by other people than their own.',
    },
    {
      topic: 'limits',
      text:
        'Above 10,000 records fewer sets are measured: 5,000,000 divided by the number of records, at least 50. The ' +
        'mean hardly changes, but the worst set may be missed. The similar intruder looks for at most 500 people, and ' +
        'for fewer people with fewer sets where targets · records · sets exceed 200,000,000.',
    },
    {
      topic: 'interpretation',
      text: 'If a column has the role person, B counts persons, and a person counts by the record that tells most.',
    },
    {
      topic: 'missing',
      text: 'A missing released value fits every value. A missing original value is unknown, and is ignored for that record.',
    },
  ],
  high: { share: 0.2, meaning: 'a few known answers single out {value} of the people' },
  cost: { time: 'O(n · (columns + targets)) a set of items, at most 500 sets and targets', sampleAbove: 10_000 },
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
  const known = {
    original,
    released: masked,
    origin,
    keys: columns.filter((name) => keys.includes(name)),
    items,
    k: params.k,
    roles,
  }
  const exact = knownItemsRisk({
    ...known,
    known: knownItems,
    most: Math.min(params.sets, Math.max(FEWEST, Math.floor(MOST_CELLS / original.rows))),
    rng: rng.child('sets'),
    tick: (fraction) => tick(fraction / 2),
  })
  if (typeof exact === 'string') return unmeasured(exact)
  const { sets, possible } = exact
  const perTarget = MOST_PAIRS / masked.rows
  const most = Math.min(MOST_TARGETS, Math.max(FEWEST_TARGETS, Math.floor(perTarget / FEWEST)))
  const all = Int32Array.from({ length: original.rows }, (_, i) => i)
  const targets = sampledRows(all, most, rng.child('targets'))
  const similar = similarItemsRisk({
    ...known,
    targets,
    sets: sets.slice(0, Math.max(FEWEST, Math.floor(perTarget / targets.length))),
    tick: (fraction) => tick(0.5 + fraction / 2),
  })
  const values = { exact: 100 * meanOf(exact.below), similar: 100 * meanOf(similar.below) }
  const isSimilar = values.similar > values.exact
  const found = isSimilar ? { ...similar, possible } : exact
  const { people, records } = found
  return {
    value: isSimilar ? values.similar : values.exact,
    used: people,
    ...(exact.people < original.rows && { unit: 'persons' as const }),
    records,
    tables: tablesOf(found, items, values),
  }
}

function tablesOf(
  found: KnownItemsRisk,
  items: readonly string[],
  values: { readonly exact: number; readonly similar: number },
): ReadonlyMap<string, ReturnType<typeof table>> {
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
        'exact intruder (%)': values.exact,
        'similar intruder (%)': values.similar,
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
