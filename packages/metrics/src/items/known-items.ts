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
import { itemSets, personsOf, sampledRows } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { riskOfRoles } from '../decision/risks/key-linkage.js'
import { itemAttacks, type ItemAttack } from './item-attacks.js'

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

/** Number of items that an intruder knows, if the schema does not state it. */
const USUAL_KNOWN = 3
/** Largest number of attacked people, and of pairs of attacked people and records times sets. */
const MOST_TARGETS = 500
const MOST_PAIRS = 50_000_000
/** Smallest number of attacked people and sets in large files. */
const FEWEST_TARGETS = 100
const FEWEST = 50
/** Number of worst sets in the table. */
const SHOWN = 10

export const knownItemsMetric = defineMetric({
  ...riskOfRoles,
  id: 'risk/known-items',
  of: 'keys and items',
  title: 'Known items',
  summary: 'Share of people whom an intruder singles out by their quasi-identifiers and a few questionnaire items.',
  brief: [
    'So many of 100 people are singled out by a few known answers.',
    'It counts answers of the released file; which answers an intruder knows is an assumption.',
  ],
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
        'At most 500 people are attacked. Fewer people and sets are drawn where people · records · sets exceed ' +
        '50,000,000, but at least 100 people and 50 sets. The mean hardly changes, but the worst set may be missed.',
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
  const targets = sampledRows(
    Int32Array.from({ length: original.rows }, (_, i) => i),
    Math.min(MOST_TARGETS, Math.max(FEWEST_TARGETS, Math.floor(MOST_PAIRS / masked.rows / FEWEST))),
    rng.child('targets'),
  )
  const most = Math.min(params.sets, Math.max(FEWEST, Math.floor(MOST_PAIRS / masked.rows / targets.length)))
  const { sets, possible } = itemSets(items.length, knownItems, most, rng.child('sets'))
  const attacks = itemAttacks({
    original,
    released: masked,
    origin,
    keys: columns.filter((name) => keys.includes(name)),
    items,
    sets,
    k: params.k,
    targets,
    roles,
    tick,
  })
  if (typeof attacks === 'string') return unmeasured(attacks)
  const { people, exact, similar } = attacks
  const values = { exact: 100 * meanOf(exact.below), similar: 100 * meanOf(similar.below) }
  const found = values.similar > values.exact ? similar : exact
  return {
    value: Math.max(values.exact, values.similar),
    used: people,
    ...(personsOf(original, roles) && { unit: 'persons' as const }),
    records: found.records,
    tables: tablesOf(
      found,
      Array.from(sets, (set) => Array.from(set, (item) => items[item])),
      { people, possible, ...values },
    ),
  }
}

function tablesOf(
  { below, unique, found }: ItemAttack,
  sets: readonly (readonly string[])[],
  of: { readonly people: number; readonly possible: number; readonly exact: number; readonly similar: number },
): ReadonlyMap<string, ReturnType<typeof table>> {
  const worst = [...sets.keys()].sort((a, b) => below[b] - below[a] || a - b).slice(0, SHOWN)
  const percent = (shares: Float64Array): Float64Array => Float64Array.from(worst, (s) => 100 * shares[s])
  return new Map([
    [
      'sets',
      table({
        items: worst.map((s) => sets[s].join(', ')),
        percent: percent(below),
        unique: percent(unique),
        'expected right guesses': percent(found),
      }),
    ],
    [
      'risk',
      figures({
        'known items': sets[0].length,
        'attacked people': of.people,
        'measured sets': sets.length,
        'possible sets': of.possible,
        'exact intruder (%)': of.exact,
        'similar intruder (%)': of.similar,
        'worst set (%)': 100 * below.reduce((most, share) => Math.max(most, share), 0),
        'unique (%)': 100 * meanOf(unique),
        'expected right guesses (%)': 100 * meanOf(found),
      }),
    ],
  ])
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
