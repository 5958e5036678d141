/**
 * Confidentiality via camouflage (Gopal, Garfinkel & Goes 2002): a column a of confidential numbers is a mixture of k
 * vectors. Every query is answered by the interval over all mixtures.
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

/** Form of a bound on values; no file has numbers beyond ±1e300. */
const bound = (which: string): z.ZodOptional<z.ZodNumber> =>
  z
    .number()
    .min(-1e300)
    .max(1e300)
    .optional()
    .meta({
      description: `Publicly known ${which} value of the columns; no vector exceeds it. Without it, vectors have no such limit.`,
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
        "Width of a record's protection interval. Its upper end exceeds its lower end by this many hundredths: 60,000 to " +
        '72,000 for 20. Intervals are equally wide on the scale asinh(x/m), where m is the median size of the values ' +
        'other than 0. So a value of 0 has an interval too, and no width discloses a value.',
      unit: "hundredths of a value's size",
    }),
  vectors: z
    .int()
    .min(3)
    .max(8)
    .default(3)
    .meta({
      description:
        'Number of vectors that hide a column, k. An intruder who knows k − 1 values, totals or means of a column can ' +
        'compute all its values.',
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
        "Minimum number of records by which a query's set must differ from each earlier answered set for the column. The " +
        'same set may be queried again. This limit slows an attack by sums but does not stop it.',
      unit: 'records',
    }),
})

export type CamouflageParams = z.infer<typeof params>

export const camouflageService: QueryMethod<CamouflageParams> = defineService({
  id,
  title: 'Camouflage (confidentiality via camouflage)',
  summary:
    'Answers any number of queries about confidential numbers by intervals that always contain the true answer; the ' +
    'answers together disclose more than each one.',
  formula:
    'a = Σ_j γ_j P^j, γ > 0, Σγ = 1; min_j P^j_i <= l_i <= a_i <= u_i <= max_j P^j_i;  f(a) in [min f(y), max f(y)] over y in ' +
    'conv{P^1, …, P^k}',
  source: [{ key: 'gopal-garfinkel-goes-2002', where: 'the polytope and its intervals' }],
  notes: [
    {
      topic: 'keeps',
      text:
        'Every interval contains the true answer, and a repeated query gets the same interval, however it is written. ' +
        'Sums, means, covariances and coefficients: both ends at vertices. Variances: the greatest at a vertex, the ' +
        'least by a quadratic program. Minima and maxima: one end at a vertex, the other by a linear program. Counts ' +
        'over given columns are exact.',
    },
    {
      topic: 'limits',
      text:
        'No single query about one value gives an interval narrower than [l_i, u_i]. Many queries together do: see the ' +
        'attacks. Without the parameter least, the service does not know that values are at least 0, say. An intruder ' +
        'who knows this cuts the interval there.',
    },
    {
      topic: 'limits',
      text:
        'The search for a median bisects the simplex. It is exact for some thousand records. For more records, or for ' +
        'many vectors, the interval is wider than necessary.',
    },
    {
      topic: 'limits',
      text:
        'Given columns, which conditions may name, are not protected: an intruder can determine them by counts. So the ' +
        'service refuses conditions on camouflaged columns. A category with only one record identifies that record.',
    },
    {
      topic: 'limits',
      text:
        'Each column has its own vectors and weights, so the answers preserve no relation between columns. A total may ' +
        "lie outside the sum of its parts' intervals, and an intruder who knows the relation can narrow them.",
    },
    {
      topic: 'attacks',
      text:
        'An intruder learns all values of a column from k − 1 exact linear facts (values, published totals or means) and ' +
        'enough sums. The sums give the vertices, the facts give the weights, and one weighting serves all records. With ' +
        '200 records and k = 3, two known values and 466 sums disclosed all 198 others; with minimumDifference = 10 it ' +
        'took 722 sums. Two published totals suffice as well, without any known value. Test your own service with the ' +
        'camouflage attack and its published facts.',
    },
    {
      topic: 'attacks',
      text:
        'An intruder who knows no fact gets the limits l_i <= a_i <= u_i of all records once they have the vertices. ' +
        'These limits leave little room for the weights. For whole numbers and k = 3, only one weighting makes all ' +
        'values whole; test this with the camouflage attack and no known values. So the service protects against few ' +
        'queries, but not against intruders who may ask several queries per record.',
    },
    {
      topic: 'attacks',
      text:
        'minimumDifference does not prevent this attack: queries that differ in more records give the same equations. ' +
        'Watch the log for users who ask hundreds of sums. Separate weights per record would not help: the column would ' +
        'leave the polytope, and sums could leave their intervals.',
    },
    {
      topic: 'attacks',
      text:
        'Two services for the same data disclose more than one, because the truth lies in both intervals. Build one ' +
        'service, and keep its log.',
    },
    {
      topic: 'choices',
      text:
        'The interval [l_i, u_i] has a random position around a_i. If a_i were the midpoint and k = 3, all vectors would ' +
        'lie on one line, and the mean of the two outer vectors would be a. An intruder would then need no knowledge.',
    },
    {
      topic: 'choices',
      text:
        'γ is 1/(4k) plus three quarters of a uniform draw from the simplex, so P^k stays within 4k widths of its value. ' +
        'An entry is redrawn only where P^k exceeds the limits; where no draw fits, the weights are redrawn.',
    },
    {
      topic: 'choices',
      text:
        'The same set of records may be queried again, by any kind of query; each column has its own list of sets. A ' +
        'regression has a constant and uses numeric columns that are not camouflaged.',
    },
    { topic: 'missing', text: 'A missing value meets no condition. Queries about a column omit its missing values.' },
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
  const fix = 'Omit the column: it has nothing to camouflage.'
  if (countValues(values) === 0) throw new SdcError('ALL_MISSING', `column "${name}" has no values`, place, fix)
  if (constantOf(values) !== undefined)
    throw new SdcError('CONSTANT_COLUMN', `column "${name}" has the same value in every record`, place, fix)
  const huge = values.findIndex((value) => Math.abs(value) > 1e150)
  if (huge >= 0) {
    const message = `the value ${values[huge]} of "${name}" is outside ±1e150`
    const cure = 'Declare it as missing in the schema (missing), or use another unit.'
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
    : `record ${found.row + 1} of "${name}" is ${value}: its protection interval exceeds the limits least and greatest ` +
      `(${least} to ${greatest})`
  const cure = outside
    ? 'Correct least, greatest or the value.'
    : 'Lower protect, or omit the limit: a value at its limit cannot hide among others.'
  throw new SdcError('BAD_PARAMETER', message, { ...place, row: found.row + 1, parameter: 'protect' }, cure)
}

function boundsOf({ least = -Infinity, greatest = Infinity }: CamouflageParams): DataBounds {
  if (least < greatest) return { least, greatest }
  const message = `least = ${least} is not below greatest = ${greatest}`
  throw new SdcError('BAD_PARAMETER', message, { service: id, parameter: 'least' }, 'Exchange the two values.')
}

function drawnAgain({ redraws, lostWeights }: Camouflage): string {
  const weights = lostWeights > 0 ? `, and the weights ${lostWeights} times` : ''
  return `redrew entries ${redraws} times to keep them within the limits${weights}`
}

function weakness({ vectors, minimumDifference }: CamouflageParams): Message {
  return asWarning(
    `an intruder can compute all values of a column from enough sums and ${vectors - 1} known values, totals or ` +
      `means; for whole numbers they need none. minimumDifference = ${minimumDifference} slows this attack but does ` +
      'not stop it. Watch the log, and test the service with the camouflage attack',
  )
}

function openWord(given: readonly string[]): Message {
  return given.length === 0
    ? asWarning('no given columns: only queries about all records are possible')
    : asWarning(`not protected, because conditions may name them: ${given.join(', ')}; counts over them are exact`)
}
