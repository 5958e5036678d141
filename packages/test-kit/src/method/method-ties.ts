import { categorical, claimed, dataset, numeric, seededRng, type Column, type Dataset } from '@sdc/core'
import { correlate, exp } from '@sdc/stats'
import { runCheck, type Check } from '../shared/check.js'
import { linkedColumns } from './method-large.js'
import { overCases, run, type Frame, type MethodSubject } from './run/run-method.js'

const ROWS = 10_000
const SEEDS = [1, 2, 3, 4]

/**
 * Bound of the mean difference of a rank correlation over the seeds. A draw changes it by at most 1/√n, and six
 * standard deviations of the mean of four are .03. A method that treats ties by their ranks only loses .05 to .3 here.
 */
const BOUND = 6 / Math.sqrt(SEEDS.length * ROWS)

/** Normal quantiles: values below them become one value, with 30, 60 and 90 % of the records. */
const repeated = { low: -0.5244, middle: 0.2533, high: 1.2816 }
/** Masked columns: two columns of each of these, and two with two values. */
const columns = [...Object.keys(repeated).flatMap((name) => [`${name}1`, `${name}2`]), 'yes1', 'yes2'].sort()
const given = ['flag', 'kind', 'many']

/** Checks that methods which claim to keep rank correlations do so with repeated values. */
export async function tieChecks(subject: MethodSubject): Promise<Check[]> {
  const { method, cases } = subject
  const claim = method.traits.claims.approachesRankCorrelations
  if (claim === undefined || claim === false) return []
  const made = cases.filter(({ params }) => claimed(claim, params))
  const original = tiedFile()
  const one: Frame = { original, data: original, columns, given: [] }
  const withGiven = method.traits.given === 'unused' ? [] : [{ ...one, given }]
  const before = beforeMasking({ ...one, given })
  const find = (params: unknown, on: Frame): Promise<string[]> => tieProblems(subject, params, on, before)
  return [
    await runCheck(
      method.id,
      'a large file of repeated values keeps nearly its rank correlations, as it claims (approachesRankCorrelations)',
      async () => [
        ...(await overCases({ method, cases: made }, [one], find)),
        // Given columns are used equally for all parameters: one set is enough.
        ...(await overCases({ method, cases: made.slice(0, 1) }, withGiven, find)),
      ],
    ),
  ]
}

/** Rank correlations of the original columns, by their names: equal for every draw. */
type Before = (first: string, second: string) => number

function beforeMasking(on: Frame): Before {
  const held = [...on.columns, ...on.given].flatMap((name) => {
    const column = on.data.column(name)
    return column.kind === 'numeric' ? [[name, column.values] as const] : []
  })
  const correlations = correlate(
    held.map(([, values]) => values),
    'spearman',
  )
  const place = new Map(held.map(([name], j) => [name, j]))
  return (first, second) => correlations.get(place.get(first) ?? -1, place.get(second) ?? -1)
}

async function tieProblems({ method }: MethodSubject, params: unknown, on: Frame, before: Before): Promise<string[]> {
  const differences = new Map<string, number>()
  for (const seed of SEEDS) {
    const { files } = await run(method, on, params, { seed })
    for (const file of files) {
      const columnsOf = linkedColumns(on, file, [...on.columns, ...on.given])
      const after = correlate(
        columnsOf.map(([, , values]) => values),
        'spearman',
      )
      columnsOf.forEach(([first], i) =>
        columnsOf.slice(0, i).forEach(([second], j) => {
          if (on.given.includes(first) && on.given.includes(second)) return
          const pair = `${second} and ${first}`
          const difference = (after.get(i, j) - before(first, second)) / SEEDS.length / files.length
          differences.set(pair, (differences.get(pair) ?? 0) + difference)
        }),
      )
    }
  }
  return [...differences].flatMap(([pair, difference]) =>
    Math.abs(difference) <= BOUND
      ? []
      : [
          `expected the Spearman correlation of ${pair} (with ties) to differ by at most ${BOUND} in the mean of ` +
            `${SEEDS.length} draws of ${ROWS} records, it differs by ${difference}`,
        ],
  )
}

/**
 * Positive numbers, because some distributions need them: the repeated value is below all others, or there are only two
 * values.
 */
function tiedFile(): Dataset {
  const source = seededRng('sdc conformance data').child('ties')
  const draw = (name: string): Float64Array => {
    const rng = source.child(name)
    return Float64Array.from({ length: ROWS }, () => rng.normal())
  }
  const factor = draw('factor')
  const mixed = (name: string, share: number, f: (value: number) => number): Column => {
    const own = draw(name)
    return numeric(own.map((value, i) => f(share * factor[i] + Math.sqrt(1 - share * share) * value)))
  }
  const censored = Object.entries(repeated).flatMap(([name, from]) =>
    ['1', '2'].map((which): [string, Column] => [
      name + which,
      mixed(name + which, 0.85, (value) => (value < from ? 1 : 1 + exp(value - from))),
    ]),
  )
  const labels = draw('kind').map((value, i) => Math.sign(Math.trunc(value + factor[i])))
  return dataset([
    ...censored,
    ['yes1', mixed('yes1', 0.85, (value) => (value < 0.25 ? 1 : 2))],
    ['yes2', mixed('yes2', -0.75, (value) => (value < 0.75 ? 1 : 2))],
    ['flag', mixed('flag', 0.75, (value) => (value < 0.5 ? 0 : 1))],
    ['many', mixed('many', 0.5, (value) => (value < 0.25 ? 0 : value))],
    ['kind', categorical(Array.from(labels, (sign) => ['some', 'none', 'most'][sign + 1]))],
  ])
}
