/**
 * Confidentiality via camouflage (Gopal, Garfinkel & Goes 2002): a column a of confidential numbers hides among k vectors, of
 * which it is a mixture, and every query is answered by the interval of all mixtures.
 *
 * a = Σ_j γ_j·P^j with γ > 0, Σγ = 1. Answer of f: [min f, max f] over the polytope of P^1, …, P^k, in which a is.
 */
import {
  asNote,
  asWarning,
  defineService,
  SdcError,
  type Built,
  type MaskInput,
  type Message,
  type QueryMethod,
} from '@sdc/core'
import { constantOf, countValues } from '@sdc/stats'
import * as z from 'zod'
import { openCamouflage } from './camouflage/open-camouflage.js'
import { protectionScale } from './camouflage/protection.js'
import { openColumn, toSaved } from './camouflage/saved.js'
import { camouflageVectors, type Camouflage, type DataBounds } from './camouflage/vectors.js'

const id = 'services/camouflage'

/** No file has numbers beyond; a parameter states its bounds. */
const bound = (which: string): z.ZodOptional<z.ZodNumber> =>
  z
    .number()
    .min(-1e300)
    .max(1e300)
    .optional()
    .meta({
      description: `The ${which} value that the columns can have, as anybody knows: no vector goes beyond it. Without it there is none.`,
      unit: "the column's unit",
    })

const params = z.object({
  protect: z
    .number()
    .gt(0)
    .max(1000)
    .default(20)
    .meta({
      description:
        "The width of a record's protection interval: its upper end is so many hundredths above its lower one, 60,000 to " +
        '72,000 by 20. Near 0 it is as wide as at the median size m of the values that are not 0: the intervals are equally ' +
        'wide on the scale asinh(x/m), so that a 0 has one, and none tells its value by its width.',
      unit: "hundredths of a value's size",
    }),
  vectors: z.int().min(3).max(8).default(3).meta({
    description:
      'How many vectors a column hides among, k. An intruder who knows k − 1 values, totals or means of a column can have all values.',
    unit: 'vectors',
  }),
  least: bound('least'),
  greatest: bound('greatest'),
  minimumDifference: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(10)
    .meta({
      description:
        'In how many records, at least, the set of records of a query must differ from that of every query answered before ' +
        'about the column, unless it is the same set. It slows an attack by sums; it does not stop it.',
      unit: 'records',
    }),
})

export type CamouflageParams = z.infer<typeof params>

export const camouflageService: QueryMethod<CamouflageParams> = defineService({
  id,
  title: 'Camouflage (confidentiality via camouflage)',
  summary:
    'Answers any number of queries about confidential numbers by intervals that always hold the truth; together the answers tell more.',
  formula:
    'a = Σ_j γ_j P^j, γ > 0, Σγ = 1; min_j P^j_i <= l_i <= a_i <= u_i <= max_j P^j_i;  f(a) in [min f(y), max f(y)] over y in ' +
    'conv{P^1, …, P^k}',
  source: [{ key: 'gopal-garfinkel-goes-2002', where: 'the polytope and its intervals' }],
  notes: [
    {
      topic: 'keeps',
      text:
        'Every interval holds the true answer, and a query asked again gets the same one, however it is written. Sums, means, ' +
        'covariances and coefficients: ends at the vertices. Variances: the greatest at a vertex, the least by a quadratic ' +
        'program. Minima and maxima: one end at a vertex, the other by a linear program. Counts of open columns are exact.',
    },
    {
      topic: 'limits',
      text:
        'No query alone is answered by less than [l_i, u_i] for one value. Many together are: see the attacks. That a value is ' +
        'not below 0, say, is not known to the service without least: an intruder who knows it cuts the interval there.',
    },
    {
      topic: 'limits',
      text:
        'Medians are searched by halving the simplex: exact for some thousand records, wider than they need be beyond, and ' +
        'for many vectors.',
    },
    {
      topic: 'limits',
      text:
        'Columns that conditions may name (--given) are not protected: a count tells them to who asks long enough. So a ' +
        'condition on a camouflaged column is refused, and a category that only one record has names that record.',
    },
    {
      topic: 'limits',
      text:
        'Each column has vectors and weights of its own. The answers keep no relation between columns: a total may lie outside ' +
        'the sum of the intervals of its parts, and who knows the relation cuts one by the other.',
    },
    {
      topic: 'attacks',
      text:
        'An intruder who knows k − 1 exact linear facts of a column (values, published totals or means) and asks enough sums ' +
        'learns all values: sums give the vertices, the facts the weights, and one weighting serves all records. Of 200 ' +
        'records and k = 3 two known values and 466 sums gave all 198, with minimumDifference = 10 it took 722. Two published ' +
        'totals do as well, and no value need be known: sdc attack camouflage --known tries it on a service of your own.',
    },
    {
      topic: 'attacks',
      text:
        'An intruder who knows no fact at all has the bounds l_i <= a_i <= u_i of all records once they have the vertices. These ' +
        'leave little room for the weights; of whole numbers and k = 3 one weighting is left that makes all values whole (sdc attack ' +
        'camouflage --know 0). So the service ' +
        'protects against few queries, and against nobody who may ask several for each record.',
    },
    {
      topic: 'attacks',
      text:
        'minimumDifference does not stop it: queries that differ in more records give the same equations. The log shows who ' +
        'asks hundreds of sums; watch it. Weights of its own for each record would be no way out: then the column is not in ' +
        'the polytope, and the sums may leave their intervals.',
    },
    {
      topic: 'attacks',
      text: 'Two services of the same data tell more than one: the truth is in both intervals. Build one, and keep its log.',
    },
    {
      topic: 'choices',
      text:
        'The interval [l_i, u_i] has a random place around a_i. With a_i in the middle of each and k = 3 all vectors lie on one ' +
        'line, whose outer points have a as their mean: nothing would have to be known.',
    },
    {
      topic: 'choices',
      text:
        'γ is 1/(4k) each and three quarters of a draw that is uniform on the simplex, so that P^k stays within 4k widths of ' +
        'its value. An entry is drawn again only where P^k leaves the bounds; where no draw fits, the weights are.',
    },
    {
      topic: 'choices',
      text:
        'The same set of records may be asked about again, by any kind of query; sets are held apart by column. A regression ' +
        'has a constant and numeric columns that are not camouflaged.',
    },
    { topic: 'missing', text: 'A missing value meets no condition, and is left out of what is asked of its column.' },
  ],
  traits: { accepts: ['numeric'], stochastic: true, missing: 'keep', given: 'optional' },
  params,
  build,
  open: openCamouflage,
})

function build({ data, columns, given, params: own, rng, tick }: MaskInput<CamouflageParams>): Built {
  const bounds = boundsOf(own)
  const messages: Message[] = []
  const camouflaged = columns.map((name, j): [string, Camouflage] => {
    tick(j / columns.length)
    const found = camouflageColumn(data.column(name), name, own, bounds, rng)
    if (found.redraws > 0) messages.push(asNote(`${name}: ${drawnAgain(found)}`))
    return [name, found]
  })
  const open = new Map(given.map((name) => [name, openColumn(data, name)]))
  messages.push(weakness(own), openWord(given))
  const { minimumDifference } = own
  return { ...toSaved({ rows: data.rows, minimumDifference, camouflaged: new Map(camouflaged), open }), messages }
}

function camouflageColumn(
  column: ReturnType<MaskInput<unknown>['data']['column']>,
  name: string,
  own: CamouflageParams,
  bounds: DataBounds,
  rng: MaskInput<unknown>['rng'],
): Camouflage {
  const place = { service: id, column: name }
  const values = column.kind === 'numeric' ? column.values : new Float64Array()
  const fix = 'There is nothing in it to camouflage: leave it out of the columns.'
  if (countValues(values) === 0) throw new SdcError('ALL_MISSING', `column "${name}" has no value at all`, place, fix)
  if (constantOf(values) !== undefined)
    throw new SdcError('CONSTANT_COLUMN', `column "${name}" has the same value in every record`, place, fix)
  const huge = values.findIndex((value) => Math.abs(value) > 1e150)
  if (huge >= 0) {
    const message = `the value ${values[huge]} of "${name}" is beyond 1e150`
    const cure = 'Take it for missing (missing: in the schema), or choose another unit.'
    throw new SdcError('WRONG_INPUT', message, { ...place, row: huge + 1 }, cure)
  }
  const scale = protectionScale(values, own.protect)
  const found = camouflageVectors(values, own.vectors, scale, bounds, rng.child(name))
  if ('vectors' in found) return found
  const { least, greatest } = bounds
  const value = values[found.row]
  const outside = value < least || value > greatest
  const message = outside
    ? `record ${found.row + 1} of "${name}" is ${value}, outside least and greatest (${least} to ${greatest})`
    : `record ${found.row + 1} of "${name}" is ${value}: a protection interval around it goes beyond the data's bounds (${least} to ${greatest})`
  const cure = outside
    ? 'Correct least and greatest, or the value.'
    : 'Lower protect, or leave the bound out: a value at its bound has only itself to hide among.'
  throw new SdcError('BAD_PARAMETER', message, { ...place, row: found.row + 1, parameter: 'protect' }, cure)
}

function boundsOf({ least = -Infinity, greatest = Infinity }: CamouflageParams): DataBounds {
  if (least < greatest) return { least, greatest }
  const message = `least = ${least} is not below greatest = ${greatest}`
  throw new SdcError('BAD_PARAMETER', message, { service: id, parameter: 'least' }, 'Exchange them.')
}

function drawnAgain({ redraws, lostWeights }: Camouflage): string {
  const weights = lostWeights > 0 ? `, and the weights ${lostWeights} times` : ''
  return `entries were drawn again ${redraws} times, to stay within the bounds${weights}`
}

function weakness({ vectors, minimumDifference }: CamouflageParams): Message {
  return asWarning(
    `an intruder who knows ${vectors - 1} values, published totals or means of a column and asks enough sums can compute all ` +
      `values, and of whole numbers one who knows none; that queries differ in ${minimumDifference} records slows this and ` +
      'does not stop it. Watch the log, and try it: sdc attack camouflage',
  )
}

function openWord(given: readonly string[]): Message {
  return given.length === 0
    ? asWarning('no column can stand in a condition (--given): only queries about all records can be asked')
    : asWarning(`not protected, since conditions may name them: ${given.join(', ')}; counts of them are exact`)
}
