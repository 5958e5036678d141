import {
  dataset,
  defineAttack,
  numeric,
  numericValues,
  SdcError,
  type Attack,
  type AttackInput,
  type Column,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { leftOut, notUsed, table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { invert, type Inversion } from './inversion.js'
import { publishedFunction } from './inversion-functions.js'

const id = 'attacks/inversion'

const column = z.string().optional()

const published = z.union([
  z.strictObject({ kind: z.literal('linear'), a: z.number(), b: z.number(), column }),
  z.strictObject({
    kind: z.literal('rounding'),
    base: z.number().gt(0),
    halves: z.enum(['up', 'even', 'away']).optional(),
    column,
  }),
  z.strictObject({ kind: z.literal('table'), pairs: z.array(z.tuple([z.number(), z.number()])), column }),
])

const params = z.object({
  functions: z
    .array(published)
    .default([])
    .meta({
      description:
        'Published masking f, a list applied in order. { kind: linear, a, b } is a·x + b; { kind: rounding, base, halves ' +
        '} the nearest multiple; { kind: table, pairs } a list of [from, to]. With column, an entry applies to that ' +
        'column alone. Without entries, masked values are taken as the originals.',
    }),
  tolerance: z
    .number()
    .min(0)
    .default(0)
    .meta({
      description:
        'Maximum distance between f of a released value and the masked value: half of the last digit if the masked file ' +
        'is rounded.',
      unit: "the column's unit",
    }),
})

export type InversionAttackParams = z.infer<typeof params>

/**
 * Deterministic inversion: recovers the original of a masked record if exactly one released value maps to its value.
 *
 * The released values z are those of the originals in another order, and y_i = f(x_i) for a published f without random
 * numbers. The candidates for x_i are the z_j with |f(z_j) − y_i| ≤ tolerance, column by column.
 * Source: Muralidhar, Sarathy & Domingo-Ferrer 2014, section 3.
 */
export const inversionAttack: Attack<InversionAttackParams> = defineAttack({
  id,
  title: 'Deterministic inversion',
  summary: 'Recovers originals from permuted released values, the masked file and a published deterministic masking.',
  formula:
    'x_i is recovered if only one value z has |f(z) − y_i| ≤ tolerance;  100 · recovered/cells with a masked value',
  source: [{ key: 'muralidhar-sarathy-domingo-ferrer-2014', where: 'section 3' }],
  notes: [
    {
      topic: 'limits',
      text:
        'If f gives different values different images, the attack recovers every record. If t values share an image ' +
        '(rounding), their records have t candidates each. Masking with random numbers has no known f and resists this ' +
        'attack.',
    },
    {
      topic: 'limits',
      text:
        'The value counts cells of the attacked columns; with one column, records. The attack treats each column ' +
        'separately.',
    },
    {
      topic: 'missing',
      text:
        'A record is one of the masked file. Missing masked values do not count as cells. Missing released values are ' +
        'not candidates.',
    },
    {
      topic: 'limits',
      text: 'The attack needs more than the released values: keep f or the masked file confidential.',
    },
  ],
  knows: {
    masked: 'Masked file before reverse mapping: in record i the values f(x_i), in columns of the same names.',
  },
  unit: '%',
  params,
  attack: invertColumns,
})

function invertColumns(input: AttackInput<InversionAttackParams>): Measurement {
  const { released, columns, params: given } = input
  const masked = input.known.get('masked')
  if (!masked) {
    const fix = 'Give the masked file.'
    throw new SdcError('BAD_OPTION', `${id} needs the masked file`, { attack: id }, fix)
  }
  if (columns.length === 0) return unmeasured('no column is attacked')
  checkColumns(given.functions, columns)
  const inversions = columns.map((name, j): readonly [string, Inversion] => {
    input.tick(j / columns.length)
    const own = given.functions.filter((one) => one.column === undefined || one.column === name)
    const [z, y] = [numericValues(released, name), numericValues(masked, name)]
    return [name, invert(z, y, publishedFunction(own), given)]
  })
  const used = inversions.reduce((sum, [, one]) => sum + one.used, 0)
  const unmatched = inversions.reduce((sum, [, one]) => sum + one.unmatched, 0)
  const tables = new Map([
    ['columns', columnTable(inversions)],
    [
      'left-out',
      leftOut({ [notUsed.missingCells]: columns.length * masked.rows - used, 'cells that no value fits': unmatched }),
    ],
  ])
  if (used === 0) return unmeasured('no masked record has a value', 0, tables)
  const recovered = inversions.reduce((sum, [, one]) => sum + countRecovered(one), 0)
  return {
    value: (100 * recovered) / used,
    used,
    columns: new Map(inversions.map(([name, { rate }]) => [name, rate === null ? null : 100 * rate])),
    records: recordShares(inversions, masked),
    recordColumns: recordTable(inversions),
    tables,
  }
}

/** Checks that every function has a column, and every column a function, if there are any. */
function checkColumns(functions: InversionAttackParams['functions'], columns: readonly string[]): void {
  const place = { attack: id, parameter: 'functions' }
  const stray = functions.find((one) => one.column !== undefined && !columns.includes(one.column))
  if (stray) {
    const message = `a function names column "${stray.column}", which is not attacked`
    throw new SdcError('BAD_PARAMETER', message, place, `Attacked columns: ${columns.join(', ')}.`)
  }
  if (functions.length === 0) return
  const without = columns.find((name) => !functions.some((one) => one.column === undefined || one.column === name))
  if (without === undefined) return
  const fix = 'Add a function for it, add one for all columns (without column), or omit the column.'
  throw new SdcError('BAD_PARAMETER', `no function applies to column "${without}"`, { ...place, column: without }, fix)
}

function countRecovered({ candidates }: Inversion): number {
  return candidates.reduce((sum, count) => sum + (count === 1 ? 1 : 0), 0)
}

function columnTable(inversions: readonly (readonly [string, Inversion])[]): Dataset {
  return table({
    column: inversions.map(([name]) => name),
    recovered: Float64Array.from(inversions, ([, one]) => countRecovered(one)),
    used: Float64Array.from(inversions, ([, one]) => one.used),
    unmatched: Float64Array.from(inversions, ([, one]) => one.unmatched),
  })
}

/** Computes the percent of a record's cells that are recovered; NaN for one without a masked value. */
function recordShares(inversions: readonly (readonly [string, Inversion])[], masked: Dataset): Float64Array {
  const cells = new Float64Array(masked.rows)
  const found = new Float64Array(masked.rows)
  for (const [name, { candidates }] of inversions) {
    const y = numericValues(masked, name)
    for (let i = 0; i < y.length; i++) {
      if (y[i] === y[i]) cells[i]++
      if (candidates[i] === 1) found[i]++
    }
  }
  return found.map((count, i) => (cells[i] > 0 ? (100 * count) / cells[i] : Number.NaN))
}

/** Makes the table of recovered values by masked record and column, with the number of candidates. */
function recordTable(inversions: readonly (readonly [string, Inversion])[]): Dataset {
  return dataset(
    inversions.flatMap(([name, { recovered, candidates }]): [string, Column][] => [
      [`recovered ${name}`, numeric(recovered)],
      [`candidates ${name}`, numeric(Float64Array.from(candidates))],
    ]),
  )
}
