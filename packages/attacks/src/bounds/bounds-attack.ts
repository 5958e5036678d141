import {
  defineAttack,
  numericValues,
  option,
  SdcError,
  type Attack,
  type AttackInput,
  type Measurement,
} from '@sdc/core'
import { countBelow, countUpTo, sortedValues } from '@sdc/stats'
import { figures, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'

const id = 'attacks/bounds'

const params = z.object({
  law: z
    .enum(['ratio', 'difference', 'ranks'])
    .default('ratio')
    .meta({
      description:
        'Law of the masking. ratio: each value moved by at most width times itself (multiplicative noise); difference: ' +
        'by at most width (additive noise, rounding); ranks: by at most width places of the sorted column (rank ' +
        'swapping).',
    }),
  width: z.number().min(0).default(0.5).meta({
    description: 'Maximum distance that values moved: a share of the value, an amount, or a number of places.',
    unit: 'depends on law',
  }),
})

export type BoundsAttackParams = z.infer<typeof params>

/** Bounds attack: names the people whose values fit exactly one released record. */
export const boundsAttack: Attack<BoundsAttackParams> = defineAttack({
  id,
  title: 'Bounds',
  summary: 'Names known people in a released file whose masked values moved by a limited distance.',
  formula:
    'C_i = {released t : y_tj ∈ B(x_ij) for every column j};  100 · share{people : |C_i| = 1},  B(x) = x ± w·|x|, x ± w, or the values ' +
    'within w places of x',
  source: [
    { where: 'This project: the candidates under a bounded law' },
    { key: 'nin-herranz-torra-2008', where: 'the same for rank windows' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        "An intruder who has a method's parameters knows the law and its width. If the law holds, a person with one " +
        'candidate is identified for certain. A person without candidates moved farther, or is not in the file. For your ' +
        'own files, risk/bounds measures the same with the least widths that hold.',
    },
    {
      topic: 'limits',
      text:
        'All columns have one width; attack columns with different widths in separate groups. If products were rounded ' +
        'to the digits of the column, widen the limits of small values by half a unit.',
    },
    {
      topic: 'missing',
      text: 'A missing value of a person, or in the released file, fits every value.',
    },
  ],
  knows: {
    people: 'People with known values in the attacked columns, one record each; in the worst case the original.',
  },
  unit: '%',
  params,
  attack: namePeople,
})

function namePeople({
  released,
  known,
  columns,
  origin,
  params: { law, width },
  tick,
}: AttackInput<BoundsAttackParams>): Measurement {
  const people = known.get('people')
  if (!people) {
    const fix = `Give ${option('known', 'people=FILE')}.`
    throw new SdcError('BAD_OPTION', `${id} needs people with known values`, { attack: id }, fix)
  }
  const names = columns.filter((name) =>
    [people, released].every((file) => file.names.includes(name) && file.column(name).kind === 'numeric'),
  )
  if (people.rows === 0 || names.length === 0) return unmeasured('no person has a known number in the attacked columns')
  const values = names.map((name) => {
    const y = numericValues(released, name)
    return { x: numericValues(people, name), y, sorted: sortedValues(y) }
  })
  const candidates = new Float64Array(people.rows)
  const isKnown = origin.some((row) => row >= 0)
  let right = 0
  for (let i = 0; i < people.rows; i++) {
    if ((i & 127) === 0) tick(i / people.rows)
    const bounds = values.map(({ x, sorted }) => boundsOf(x[i], sorted, law, width))
    let last = -1
    for (let t = 0; t < released.rows; t++) {
      // A missing number is within every bound.
      if (values.some(({ y }, j) => y[t] < bounds[j][0] || y[t] > bounds[j][1])) continue
      candidates[i]++
      last = t
    }
    if (candidates[i] === 1 && origin[last] === i) right++
  }
  const count = (holds: (one: number) => boolean): number =>
    candidates.reduce((sum, one) => sum + (holds(one) ? 1 : 0), 0)
  const named = count((one) => one === 1)
  return {
    value: (100 * named) / people.rows,
    used: people.rows,
    records: candidates,
    tables: new Map([
      [
        'people',
        figures({
          people: people.rows,
          'with one candidate': named,
          ...(isKnown && { correct: right }),
          'without any': count((one) => one === 0),
          'mean of candidates': candidates.reduce((sum, one) => sum + one, 0) / people.rows,
        }),
      ],
    ]),
  }
}

/** Returns the least and the greatest released value that x may have become; any if x is unknown. */
function boundsOf(
  x: number,
  sorted: Float64Array,
  law: BoundsAttackParams['law'],
  width: number,
): readonly [number, number] {
  if (x !== x) return [-Infinity, Infinity]
  if (law === 'ranks') {
    const [low, high] = [countBelow(sorted, x) - width, countUpTo(sorted, x) + width - 1]
    return [
      sorted[Math.max(0, Math.ceil(low))] ?? -Infinity,
      sorted[Math.min(sorted.length - 1, Math.floor(high))] ?? Infinity,
    ]
  }
  // Sums and products may have errors in their last bits.
  const reach = (law === 'ratio' ? width * Math.abs(x) : width) + 2 ** -40 * Math.abs(x)
  return [x - reach, x + reach]
}
