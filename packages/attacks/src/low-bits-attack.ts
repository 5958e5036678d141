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
import { boundByLastBit, isZeroForCertain, touchedByDigits, type KnownAmounts } from './low-bits.js'

const id = 'attacks/low-bits'

const params = z.object({
  step: z.number().gt(0).default(1).meta({
    description: 'Known step of the originals: 1 for whole numbers, 0.01 for cents.',
    unit: "the column's unit",
  }),
  least: z.number().gt(0).optional().meta({
    description: 'Smallest possible amount other than 0; by default the step.',
    unit: "the column's unit",
  }),
  negative: z.boolean().default(false).meta({ description: 'True if originals can be negative.' }),
})

export type LowBitsParams = z.infer<typeof params>

/**
 * Last-bits attack on noise: finds zeros and untouched cells by the binary and decimal digits of the released values.
 *
 * A released y = fl(x + e) with 17 digits keeps the last bits of a small e only if x is small. An x that no double e
 * can take to y is ruled out. If this holds for all amounts but 0, x is certainly 0. Next to values of few digits, a
 * value of 17 digits was imputed or added to.
 */
export const lowBitsAttack: Attack<LowBitsParams> = defineAttack({
  id,
  title: 'Last bits of noise',
  summary:
    'Identifies zeros, bounds amounts and separates masked from unmasked cells by the last digits of released values.',
  formula:
    '|x| < |y| + 2^(b + 53) where 2^b is the last bit of y;  x = 0 where fl(x + e) = y for no other x;  100 · (named ' +
    'or told apart)/cells',
  source: [
    { key: 'mironov-2012', where: "noise added to a query's answer in doubles; here added to a record's value" },
  ],
  notes: [
    {
      topic: 'limits',
      text:
        'Its findings are certain if step, least and negative are right; they are public facts about such a column. ' +
        'Values masked by sdc with precision auto, column or fine disclose nothing: they are multiples of one step.',
    },
    {
      topic: 'limits',
      text:
        'Noise that is a multiple of the value leaves zeros unchanged. Anybody can see these zeros, so they do not count ' +
        'as found.',
    },
    {
      topic: 'missing',
      text: 'A missing released value does not count as a cell.',
    },
    {
      topic: 'interpretation',
      text:
        'For each column, the table has the cells identified as 0, the cells classified as masked or unmasked and, with ' +
        'the original, the correct ones of both. The records have the limit of each cell.',
    },
  ],
  knows: {},
  mayKnow: {
    original: 'Original file, with record i for released record i: counts the correct findings.',
  },
  unit: '%',
  params,
  attack: readLowBits,
})

interface Findings {
  readonly name: string
  readonly cells: number
  readonly zeros: Uint8Array
  readonly touched: Int8Array
  readonly bounds: Float64Array
  readonly original: Float64Array | undefined
  readonly released: Float64Array
}

function readLowBits(input: AttackInput<LowBitsParams>): Measurement {
  const { released, columns, known } = input
  const original = known.get('original')
  if (original && original.rows !== released.rows) {
    const message = `the original has ${original.rows} records, the released file ${released.rows}`
    const fix = 'Give the original of these records, in their order.'
    throw new SdcError('LENGTH_MISMATCH', message, { attack: id }, fix)
  }
  const numbers = columns.filter((name) => released.column(name).kind === 'numeric')
  if (numbers.length === 0) return unmeasured('the attacked columns contain no numbers')
  const found = numbers.map((name, j) => {
    input.tick(j / numbers.length)
    return findingsIn(name, numericValues(released, name), input.params, original && numbersOf(original, name))
  })
  const used = found.reduce((sum, { cells }) => sum + cells, 0)
  const missing = numbers.length * released.rows - used
  const tables = new Map([
    ['columns', columnTable(found)],
    ['left-out', leftOut({ [notUsed.missingCells]: missing })],
  ])
  if (used === 0) return unmeasured('no released cell has a value', 0, tables)
  const share = ({ cells, ...one }: Findings): number | null => (cells === 0 ? null : (100 * countFound(one)) / cells)
  return {
    value: (100 * found.reduce((sum, one) => sum + countFound(one), 0)) / used,
    used,
    columns: new Map(found.map((one) => [one.name, share(one)])),
    recordColumns: dataset(
      found.flatMap(({ name, zeros, touched, bounds }): [string, Column][] => [
        [`0 for certain ${name}`, numeric(Float64Array.from(zeros))],
        [`touched ${name}`, numeric(Float64Array.from(touched, (one) => (one < 0 ? Number.NaN : one)))],
        [`size below ${name}`, numeric(bounds)],
      ]),
    ),
    tables,
  }
}

function numbersOf(original: Dataset, name: string): Float64Array | undefined {
  return original.names.includes(name) && original.column(name).kind === 'numeric'
    ? numericValues(original, name)
    : undefined
}

function findingsIn(
  name: string,
  released: Float64Array,
  { step, least = step, negative }: LowBitsParams,
  original: Float64Array | undefined,
): Findings {
  const amounts: KnownAmounts = { step, least, negative }
  const zeros = new Uint8Array(released.length)
  const bounds = new Float64Array(released.length).fill(Number.NaN)
  let cells = 0
  for (let i = 0; i < released.length; i++) {
    const y = released[i]
    if (!Number.isFinite(y)) continue
    cells++
    if (y === 0) continue
    bounds[i] = boundByLastBit(y)
    if (isZeroForCertain(y, amounts)) zeros[i] = 1
  }
  return { name, cells, zeros, touched: touchedByDigits(released), bounds, original, released }
}

function countFound({ zeros, touched }: Pick<Findings, 'zeros' | 'touched'>): number {
  let count = 0
  for (let i = 0; i < zeros.length; i++) if (zeros[i] === 1 || touched[i] >= 0) count++
  return count
}

/** Makes one row for each column; the number of correct findings is missing without the original. */
function columnTable(found: readonly Findings[]): Dataset {
  const counts = (of: (one: Findings, i: number) => boolean): Float64Array =>
    Float64Array.from(found, (one) => {
      let count = 0
      for (let i = 0; i < one.released.length; i++) if (of(one, i)) count++
      return count
    })
  const right = (of: (one: Findings, i: number, x: number) => boolean): Float64Array =>
    counts((one, i) => one.original !== undefined && of(one, i, one.original[i])).map((count, j) =>
      found[j].original === undefined ? Number.NaN : count,
    )
  return table({
    column: found.map(({ name }) => name),
    cells: Float64Array.from(found, ({ cells }) => cells),
    'named 0': counts(({ zeros }, i) => zeros[i] === 1),
    'correctly named 0': right(({ zeros }, i, x) => zeros[i] === 1 && x === 0),
    'told apart': counts(({ touched }, i) => touched[i] >= 0),
    'correctly told apart': right(
      ({ touched, released }, i, x) => touched[i] >= 0 && (touched[i] === 1) === (released[i] !== x),
    ),
  })
}
