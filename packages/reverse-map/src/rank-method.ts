/**
 * Reverse mapping: every masked value becomes the original value of the same rank, which restores the original
 * distributions.
 */
import {
  SdcError,
  columnLength,
  defineMethod,
  isMissing,
  isSdcError,
  kindOf,
  takeColumn,
  type Aggregate,
  type Column,
  type Dataset,
  type Facts,
  type MaskInput,
  type MaskingMethod,
  type MaskResult,
  type Order,
  type Rng,
} from '@sdc/core'
import { hasMissing } from '@sdc/stats'
import * as z from 'zod'
import { rankableColumns } from './rankable-columns.js'
import { refuseInfinite, refuseUnknownOrigin } from '@sdc/toolkit'
import { addedNumbers, besideOthers, rankedNumbers } from '@sdc/toolkit/internal'
import { ORIGINAL_TIES, reverseMap, reverseMapQuantiles, type ReverseMapOptions } from './reverse-map.js'

const id = 'reverse-map/rank'

/**
 * z_i = x_(rank(y_i)) column by column, with x the original column and y the masked one.
 *
 * Numbers are ranked by value, ordered categories by their order, nominal ones by their marginality. Source:
 * Muralidhar, Sarathy & Domingo-Ferrer 2014, section 3. Its table 1 is a worked example: x = 1122 was masked to y =
 * 1023.59, the 13th smallest of the masked values, and so gets the 13th smallest original value, 1015.
 */
const params = z.object({
  ties: z
    .enum(['random', 'first'])
    .default('random')
    .meta({
      description:
        'Order of equal values: random, or the order of the records (repeatable, but shows the order of the ' +
        'file).',
    }),
  mode: z
    .enum(['linked', 'quantile'])
    .default('linked')
    .meta({
      description:
        'Pairing of the files. linked: each masked record with its original one. quantile: for files of ' +
        'different lengths or without a link, each masked value with the original value at its quantile.',
    }),
  distance: z
    .enum(['ancestors', 'path'])
    .default('ancestors')
    .meta({
      description:
        'Distance of two nominal categories of a hierarchy: by the share of ancestors that they do not have in ' +
        'common, or by the path between them.',
    }),
})

export type ReverseMapRankParams = z.infer<typeof params>

export const rankMethod: MaskingMethod<ReverseMapRankParams> = defineMethod({
  id,
  title: 'Reverse mapping',
  summary: 'Gives every masked column exactly the values of the original one, in the order of the masked values.',
  brief: [
    'It keeps exactly the values of every column, and so all statistics of single columns.',
    'Masked values come nearer to the originals, so that the risk can grow.',
  ],
  formula:
    'z_i = x_(r), r the rank of y_i, x_(1) ≤ x_(2) ≤ … the sorted original values; nominal categories by m(a) = Σ_i sd(a, x_i)',
  source: [
    { key: 'muralidhar-sarathy-domingo-ferrer-2014', where: 'section 3' },
    { key: 'domingo-ferrer-muralidhar-2016', where: 'algorithm 1' },
    { key: 'domingo-ferrer-sanchez-rufian-torrell-2013', where: 'marginality' },
  ],
  notes: [
    {
      topic: 'limits',
      text:
        'Use it after the masking steps of a plan: its input is their masked file. Mode linked needs the ' +
        'original record of every masked one.',
    },
    {
      topic: 'choices',
      text:
        'Ordered categories are ranked by their order, others by their marginality in the original. Marginality ' +
        "is the sum of a category's semantic distances to all records: common and central categories have " +
        'little, rare and remote ones much. A hierarchy in the schema defines which categories are similar; ' +
        'without one only frequency counts.',
    },
    {
      topic: 'parameters',
      text:
        'Mode quantile keeps the distribution up to 1/n of the masked file, not the very values. Use it for ' +
        'files with more or fewer records than the original.',
    },
    {
      topic: 'attacks',
      text:
        'Every released value is a value of the original file. The largest one may point to its owner in any ' +
        'record. Apply top and bottom coding or rounding afterwards, as you would to the original.',
    },
    {
      topic: 'missing',
      text:
        'A pair with a missing original or masked value is not mapped and becomes missing; a warning gives the ' +
        'number. The others are a permutation of their own originals.',
    },
  ],
  enables: [
    'If the masking was a published function without randomness, an intruder can apply it to the released ' +
      'values and recover the records. In this case publish neither the function nor its parameters.',
  ],
  traits: {
    accepts: ['numeric', 'ordered', 'nominal'],
    stochastic: true,
    draws: 'choices',
    missing: 'keep',
    scope: 'column',
    postMasking: true,
    claims: { marginals: { when: { mode: 'linked' } }, means: { when: { mode: 'linked' } } },
  },
  params,
  examples: [{ ties: 'first' }, { mode: 'quantile' }, { distance: 'path' }],
  needsFile({ params: { mode }, columns, masked }) {
    if (mode === 'quantile')
      return {
        why:
          'mode quantile is for files whose records are not those of the original, which must be in memory as a ' +
          'whole',
        instead: 'mode linked maps files out of core',
      }
    const nominal = columns.find((name) => kindOf(masked.column(name)) === 'nominal')
    if (nominal === undefined) return undefined
    return {
      why: `column "${nominal}" is nominal: its categories are ranked by their distances to all records of the original`,
    }
  },
  *plan(facts) {
    const { columns, params, rng, rows } = facts
    const isLinked = params.mode === 'linked' && rows.pairs === rows.masked
    if (!isLinked || !columns.every((name) => isRanked(name, facts))) return { form: 'file', mask: maskFile }
    const [lost] = yield [lostAggregate(columns)]
    return {
      form: 'ranks',
      walks: columns.map((name, j) => {
        const own = rng.child(name)
        const order = (reads: 'masked' | 'original', beside: 'masked' | 'original', purpose: string): Order => ({
          name: `${reads}-${j}`,
          reads: 'pairs',
          ties: params.ties === 'first' ? 'record' : { random: own.child(purpose) },
          of: (block) => besideOthers(rankedNumbers(block[reads], name), rankedNumbers(block[beside], name)),
        })
        return {
          columns: [name],
          order: order('masked', 'original', 'ties'),
          values: 'none',
          beside: order('original', 'masked', ORIGINAL_TIES),
          window: () => 0,
          walk: ({ missing }) => ({
            push: (_, originals) => originals,
            end: () => new Float64Array(0),
            findings: () => ({ warnings: lostSentence(name, { left: missing, lost: lost[j], rows: rows.masked }) }),
          }),
        }
      }),
    }
  },
})

/** True if values of both files have one order: numbers, or the same ordered categories. */
function isRanked(name: string, { original, masked }: Pick<Facts<unknown>, 'original' | 'masked'>): boolean {
  const [before, after] = [original.column(name), masked.column(name)]
  if (before.kind === 'numeric' || after.kind === 'numeric') return before.kind === after.kind
  const isSame =
    before.levels.length === after.levels.length && before.levels.every((one, c) => one === after.levels[c])
  return before.ordered && after.ordered && isSame
}

/** Counts the masked values of each column that have no original value; refuses infinite values. */
function lostAggregate(columns: readonly string[]): Aggregate {
  return {
    reads: 'pairs',
    of: ({ original, masked, first }) =>
      Float64Array.from(columns, (name) =>
        inColumn(name, () => {
          const [x, y] = [rankedNumbers(original, name), rankedNumbers(masked, name)]
          refuseInfinite(x, 'original', first)
          refuseInfinite(y, 'masked', first)
          return countLost(x, y)
        }),
      ),
    merge: addedNumbers,
  }
}

function countLost(x: Float64Array, y: Float64Array): number {
  let lost = 0
  for (let i = 0; i < x.length; i++) if (x[i] !== x[i] && y[i] === y[i]) lost++
  return lost
}

function maskFile(input: MaskInput<ReverseMapRankParams>): MaskResult {
  const { original, data, whole, origin, columns, params, rng, tick } = input
  const linked = params.mode === 'linked'
  if (linked) refuseUnknownOrigin(id, origin, data.rows)
  const masked = new Map<string, Column>()
  const warnings: string[] = []
  columns.forEach((name, j) => {
    tick(j / columns.length)
    const before = original.column(name)
    // A group has only the original records of its own records.
    const x = linked || data.rows < whole.rows ? takeColumn(before, origin) : before
    const column = inColumn(name, () => mappedColumn(name, x, data, params, rng.child(name)))
    warnings.push(...lostValues(name, data.column(name), column))
    masked.set(name, column)
  })
  return { files: [{ columns: masked }], warnings }
}

function mappedColumn(name: string, x: Column, data: Dataset, params: ReverseMapRankParams, rng: Rng): Column {
  const map = params.mode === 'linked' ? reverseMap : reverseMapQuantiles
  const options: ReverseMapOptions = params.ties === 'first' ? { ties: 'first' } : { rng }
  const byCategory = params.ties === 'first' ? undefined : rng.child('categories')
  const column = rankableColumns(x, data, name, params.distance, byCategory)
  return column.back(map(column.x, column.y, options))
}

interface LostValues {
  /** Number of records that become missing. */
  readonly left: number
  /** Number of these with a masked value. */
  readonly lost: number
  readonly rows: number
}

/** Message about records that become missing; none if there are none. */
function lostSentence(name: string, { left, lost, rows }: LostValues): string[] {
  if (left === 0) return []
  const also = lost > 0 ? `; ${lost} of them had a masked value but no original one` : ''
  return [
    `${name}: ${left} of ${rows} records are missing in the original or the masked file and become missing${also}`,
  ]
}

/** Message about records of a mapped column that became missing. */
function lostValues(name: string, before: Column, after: Column): string[] {
  if (after.kind === 'numeric' && !hasMissing(after.values)) return []
  const rows = columnLength(after)
  let left = 0
  let lost = 0
  for (let i = 0; i < rows; i++) {
    if (!isMissing(after, i)) continue
    left++
    if (!isMissing(before, i)) lost++
  }
  return lostSentence(name, { left, lost, rows })
}

/** Adds the method and the column to the place of an error. */
function inColumn<T>(column: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!isSdcError(error)) throw error
    throw new SdcError(
      error.code,
      `column "${column}": ${error.message}`,
      { ...error.place, method: id, column },
      error.fix,
    )
  }
}
