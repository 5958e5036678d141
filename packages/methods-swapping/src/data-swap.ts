/**
 * Data swapping on matched keys (Dalenius & Reiss 1982; Fienberg & McIntyre 2005): pairs of records that agree in the
 * keys exchange their values of the swapped columns.
 */
import { defineMethod, SdcError, takeColumn, type Column, type MaskingMethod, type Rng } from '@sdc/core'
import { equalRecords, randomPermutation, rowsByGroup, type RecordGroups } from '@sdc/stats'
import { percentOf, smallestPercent } from '@sdc/stats/internal'
import * as z from 'zod'

const id = 'swapping/data-swap'

const params = z.object({
  percent: z
    .number()
    .gt(0)
    .max(100)
    .default(10)
    .meta({
      description: 'Share of the records that are swapped, two per pair.',
      unit: 'percent of the records',
      search: { min: 1, max: 50, scale: 'log', usual: [1, 5, 10] },
    }),
})

export type DataSwapParams = z.infer<typeof params>

export const dataSwapMethod: MaskingMethod<DataSwapParams> = defineMethod({
  id,
  title: 'Data swapping',
  summary: 'Exchanges the values of the masked columns between pairs of records that agree in the given columns.',
  brief: [
    'It keeps the values of every column, and their distribution by the given columns.',
    'Most records stay unchanged, and relations with other columns weaken.',
  ],
  formula: 'for ⌊f·n/2⌋ random pairs (i, l) with given_i = given_l: x_i ↔ x_l, all masked columns together',
  source: [
    { key: 'dalenius-reiss-1982', where: 'data swapping' },
    { key: 'fienberg-mcintyre-2005', where: 'its variations' },
  ],
  notes: [
    {
      topic: 'keeps',
      text:
        'The joint distributions of masked and given columns, and of all unmasked columns, are kept exactly. ' +
        'Relations of the masked columns with the remaining columns change.',
    },
    {
      topic: 'parameters',
      text:
        'Two records are paired only if all given columns are equal (missing equals missing), so choose columns ' +
        'with few values each. A record that is unique on the given columns is never swapped. If there are too ' +
        'few pairs, all are swapped, and a warning says how many.',
    },
    {
      topic: 'attacks',
      text:
        "With a low percent most records keep their values, and an intruder's inference about them is true. The " +
        'report counts the records that differ.',
    },
  ],
  enables: [
    'An intruder who knows percent knows that a record they found is the right one with a probability of at ' +
      'least 1 − percent/100.',
  ],
  traits: {
    accepts: ['numeric', 'ordered', 'nominal'],
    stochastic: true,
    draws: 'choices',
    missing: 'own',
    given: 'keys',
    claims: { marginals: true, means: true },
  },
  params,
  examples: [{ percent: 100 }],
  needsFile: () => ({
    why: 'its pairs are drawn among all records that agree in the given columns, anywhere in the file',
    instead: 'swapping/rank-swap exchanges values within a window of ranks of each column',
  }),
  plan: () => ({
    form: 'file',
    mask({ data, columns, given, params: { percent }, rng, tick }) {
      tick(0)
      const keys = equalRecords(given.map((name) => keyValues(data.column(name))))
      const wanted = percentOf(percent, data.rows / 2)
      const { from, pairs } = pairedRecords(keys, wanted, rng)
      if (pairs === 0) throw nothingToSwap(wanted, given, data.rows, percent)
      const masked = new Map(columns.map((name) => [name, takeColumn(data.column(name), from)]))
      const changed = changedRecords(
        columns.map((name) => keyValues(data.column(name))),
        from,
      )
      const report = new Map([
        ['swapped records', 2 * pairs],
        ['records with changed values', changed],
      ])
      const share = ((200 * pairs) / data.rows).toPrecision(3)
      const warnings =
        pairs < wanted
          ? [
              `only ${2 * pairs} records (${share} %) have a partner with the same ${given.join(', ')}: all of them ` +
                'are swapped',
            ]
          : []
      return { files: [{ columns: masked }], report, warnings }
    },
  }),
})

/**
 * Pairs records with equal keys at random: for every record the record that it gets its values from; itself if
 * unpaired.
 *
 * Within every key the records are put in random order and paired one after another. Among all these pairs `wanted` are
 * drawn, each set equally likely, or all if there are no more. The order is by a number of each record from its block
 * of `rng.child('order')`, that of the pairs by one of each pair from `rng.child('pairs')`. Cost: O(n).
 *
 * @param keys - Groups of the n records by key.
 * @param wanted - Number of pairs to exchange.
 * @param rng - Node of the random streams.
 * @returns An involution of the records, and the number of exchanged pairs.
 */
export function pairedRecords(
  keys: RecordGroups,
  wanted: number,
  rng: Rng,
): { readonly from: Int32Array; readonly pairs: number } {
  const placeOf = new Int32Array(keys.ids.length)
  randomPermutation(keys.ids.length, rng.child('order')).forEach((row, place) => (placeOf[row] = place))
  const all: number[] = []
  for (const rows of rowsByGroup(keys)) {
    rows.sort((a, b) => placeOf[a] - placeOf[b])
    for (let at = 0; at + 1 < rows.length; at += 2) all.push(rows[at], rows[at + 1])
  }
  const pairs = Math.min(wanted, all.length / 2)
  const chosen = randomPermutation(all.length / 2, rng.child('pairs')).subarray(0, pairs)
  const from = Int32Array.from(keys.ids.keys())
  for (const pair of chosen) {
    const [a, b] = [all[2 * pair], all[2 * pair + 1]]
    from[a] = b
    from[b] = a
  }
  return { from, pairs }
}

function keyValues(column: Column): Float64Array {
  return column.kind === 'numeric' ? column.values : Float64Array.from(column.codes)
}

function nothingToSwap(wanted: number, given: readonly string[], rows: number, percent: number): SdcError {
  if (wanted === 0) {
    const message = `${percent} % of ${rows} records is less than one pair`
    const fix = `Set percent to ${smallestPercent(rows / 2)} or more, or mask larger groups.`
    return new SdcError('NOTHING_MOVES', message, { method: id, parameter: 'percent' }, fix)
  }
  const message = `no two records have the same ${given.join(', ')}: no record has a partner`
  return new SdcError('NOTHING_MOVES', message, { method: id }, 'Name fewer given columns, or recode them.')
}

/** Counts the records with at least one changed value: a partner may have had equal values. */
function changedRecords(columns: readonly Float64Array[], from: Int32Array): number {
  let changed = 0
  for (let i = 0; i < from.length; i++) {
    if (from[i] !== i && columns.some((values) => !Object.is(values[i], values[from[i]]))) changed++
  }
  return changed
}
