import {
  defineAttack,
  numericValues,
  option,
  SdcError,
  type Attack,
  type AttackInput,
  type Measurement,
} from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { table, unmeasured } from '@sdc/toolkit'
import { largestTotals, largestValues, type LargestValue } from '@sdc/toolkit/internal'
import * as z from 'zod'

const id = 'attacks/largest'

const params = z.object({
  percent: z
    .number()
    .gt(0)
    .max(100)
    .default(10)
    .meta({ description: 'A guess is right if its error is below this limit.', unit: 'percent of the value' }),
})

export type LargestAttackParams = z.infer<typeof params>

/** Largest-values attack: guesses that the person with the largest value has the largest released value. */
export const largestAttack: Attack<LargestAttackParams> = defineAttack({
  id,
  title: 'Largest values',
  summary: 'Guesses the value of the person known to have the largest, from the largest released value.',
  formula:
    'x̂_1 = y_1, or k·y_1 − x_2 where k records share y_1 as their mean;  100 · share{columns : |x̂_1 − x_1| < p/100 · x_1}',
  source: [
    { key: 'hundepool-et-al-2012', where: 'p % rule: the owner of the second largest value subtracts it from a total' },
    { where: 'This project: for released records' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'The table has both guesses of each column. The owner of the second largest value makes the guess k·y_1 − x_2. ' +
        'Columns in which several people have nearly the largest value count, too; risk/largest omits them.',
    },
    {
      topic: 'limits',
      text:
        'The attack assumes that records with the value y_1 belong to the k largest values, and that y_1 is their mean ' +
        'if it is so to 1 %: an intruder knows the method. Groups made by several columns may contain other records.',
    },
    { topic: 'missing', text: 'The attack omits missing values.' },
  ],
  knows: {
    original: 'The original: names the person with the largest value, which is publicly known, and checks the guess.',
  },
  unit: '%',
  params,
  attack: guessLargest,
})

const ends = ['largest', 'losses'] as const

/** Computes totals of two lists whose first values belong together; the surplus of the longer one is left out. */
function paired(x: Float64Array, y: Float64Array): Float64Array {
  const long = (values: Float64Array): Float64Array =>
    Float64Array.from({ length: Math.max(x.length, y.length) }, (_, i) => values[i] ?? Number.NaN)
  return largestTotals(long(x), long(y))
}

function guessLargest({
  released,
  known,
  columns,
  params: { percent },
}: AttackInput<LargestAttackParams>): Measurement {
  const original = known.get('original')
  if (!original) {
    const message = `${id} needs the original to compare its guesses with`
    throw new SdcError('BAD_OPTION', message, { attack: id }, `Give ${option('known', 'original=FILE')}.`)
  }
  const isNumeric = (name: string): boolean =>
    [original, released].every((file) => file.names.includes(name) && file.column(name).kind === 'numeric')
  const names = columns.filter(isNumeric)
  const found = names.flatMap((name) => {
    // The intruder has no link between the files, so the largest values are matched with each other.
    const [x, y] = [original, released].map((file) => sortedValues(numericValues(file, name)).reverse())
    const [top, bottom] = [paired(x, y), paired(x.slice().reverse(), y.slice().reverse())]
    const [largest, losses] = [top, bottom].map((totals, e) =>
      largestValues(totals, percent).filter(({ end }) => end === ends[e]),
    )
    return [...largest, ...losses].map((end) => ({ name, ...end }))
  })
  if (found.length === 0) return unmeasured('no attacked column has numbers other than 0 in both files')
  const isRight = ({ error }: LargestValue): boolean => 100 * error < percent
  const right = names.map((name): [string, number] => [name, found.some((end) => end.name === name && isRight(end)) ? 100 : 0]) // oxfmt-ignore
  const percents = (of: (end: LargestValue) => number): Float64Array => Float64Array.from(found, (end) => 100 * of(end))
  return {
    value: right.reduce((sum, [, one]) => sum + one, 0) / names.length,
    used: names.length,
    columns: new Map(right),
    tables: new Map([
      [
        'guesses',
        table({
          column: found.map(({ name }) => name),
          'known value': found.map(({ end }) => end),
          'error of y_1, percent': percents(({ errors }) => errors[0] ?? Number.NaN),
          'error by the second largest, percent': percents(({ remainder }) => remainder),
          right: found.map((end) => (isRight(end) ? 'yes' : 'no')),
        }),
      ],
    ]),
  }
}
