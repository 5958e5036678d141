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
    description: 'What the originals are known to be multiples of: 1 for whole numbers, 0.01 for cents.',
    unit: "the column's unit",
  }),
  least: z.number().gt(0).optional().meta({
    description: 'The smallest amount besides 0 that anybody has; by default the step.',
    unit: "the column's unit",
  }),
  negative: z.boolean().default(false).meta({ description: 'Whether originals can be below 0.' }),
})

export type LowBitsParams = z.infer<typeof params>

/**
 * The last bits of noise: finds zeros and untouched cells by the binary and decimal digits of the released values.
 *
 * A released y = fl(x + e) with 17 digits keeps the last bits of a small e only where x is small: an x that no double e
 * can take to y is ruled out. Where all amounts but 0 are, x is 0 for certain. And beside values of few digits, a value
 * of 17 is one that was imputed or added to.
 */
export const lowBitsAttack: Attack<LowBitsParams> = defineAttack({
  id,
  title: 'The last bits of noise',
  summary:
    'Names zeros, bounds amounts and tells touched cells from untouched ones by the last digits of released values.',
  formula:
    '|x| < |y| + 2^(b + 53) where 2^b is the last bit of y;  x = 0 where fl(x + e) = y for no other x;  100 · (named or told apart)/cells',
  source: [
    { key: 'mironov-2012', where: 'noise added to a query’s answer in doubles; here it is added to a record’s value' },
  ],
  notes: [
    {
      topic: 'limits',
      text:
        'What it finds is certain as far as step, least and negative are right: they are what anybody knows of such a column. ' +
        'Values of sdc masked with the precision auto or column or fine give it nothing: they are multiples of one step.',
    },
    {
      topic: 'limits',
      text:
        'Noise that is a multiple of the value itself leaves zeros as they are, which anybody can see: they are not counted ' +
        'as found.',
    },
    {
      topic: 'missing',
      text: 'A missing released value is no cell.',
    },
    {
      topic: 'interpretation',
      text:
        'The table has, for each column, the cells that are named 0, those told apart as touched or untouched, and, where the ' +
        'original is given, how many of both are right. The records have the bound of each cell.',
    },
  ],
  knows: {},
  mayKnow: {
    original:
      'The original file, its record i being that of the released record i: counts how many findings are right.',
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
  if (numbers.length === 0) return unmeasured('no column of numbers is attacked')
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

/** A row for each column; how many findings are right is missing where no original is given. */
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
    'of them right': right(({ zeros }, i, x) => zeros[i] === 1 && x === 0),
    'told apart': counts(({ touched }, i) => touched[i] >= 0),
    'of these right': right(
      ({ touched, released }, i, x) => touched[i] >= 0 && (touched[i] === 1) === (released[i] !== x),
    ),
  })
}
