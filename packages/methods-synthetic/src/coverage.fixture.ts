import {
  categorical,
  dataset,
  maskInput,
  noRoles,
  numeric,
  seededRng,
  type Column,
  type Dataset,
  type Rng,
} from '@sdc/core'
import { linearRegression, mean, variance } from '@sdc/stats'
import { combineImputations, type ImputationKind } from '@sdc/stats/distributions'
import { maskByPlan } from '@sdc/toolkit'
import type { SequentialParams } from './params.js'
import { sequentialMethod } from './sequential.js'

const n = 500
const kinds = ['a', 'b', 'c']
const effects = [0, 0.8, -0.5]
/** E x1 = ½·(1·.3 + 2·.2), and E x2 = ½·E x1. */
const meanOfX1 = 0.35

/** An estimated figure, and its true value in the population of {@link people}. */
export const truths = {
  'mean of y': 1 + meanOfX1 + 0.25 * meanOfX1 + 0.3 * effects[1] + 0.2 * effects[2],
  'share of a': 0.5,
  'coefficient of x1': 1,
  'coefficient of x2': 0.5,
  'effect of b': effects[1],
} as const

export type Quantity = keyof typeof truths

/** y = 1 + x1 + x2/2 + effect of g + e, with x2 = x1/2 + .8·e and x1 = g/2 + e. */
function people(rng: Rng): Dataset {
  const g = Array.from({ length: n }, () => rng.uniform()).map((u) => (u < 0.5 ? 0 : u < 0.8 ? 1 : 2))
  const x1 = Float64Array.from(g, (code) => 0.5 * code + rng.normal())
  const x2 = x1.map((value) => 0.5 * value + 0.8 * rng.normal())
  const y = Float64Array.from(g, (code, i) => 1 + x1[i] + 0.5 * x2[i] + effects[code] + rng.normal())
  return dataset([
    ['g', categorical(g.map((code) => kinds[code]))],
    ['x1', numeric(x1)],
    ['x2', numeric(x2)],
    ['y', numeric(y)],
  ])
}

/** Estimates and their variances, as if the file were a sample. */
function analysed(file: Dataset): Record<Quantity, readonly [estimate: number, variance: number]> {
  const g = file.column('g')
  const [x1, x2, y] = ['x1', 'x2', 'y'].map((name) => {
    const column = file.column(name)
    if (column.kind !== 'numeric') throw new RangeError(`${name} has numbers`)
    return column.values
  })
  if (g.kind === 'numeric') throw new RangeError('g has categories')
  const is = (kind: string): Float64Array => Float64Array.from(g.codes, (code) => (g.levels[code] === kind ? 1 : 0))
  const { coefficients, standardErrors } = linearRegression(y, [x1, x2, is('b'), is('c')])
  const meanOf = (values: Float64Array): readonly [number, number] => [mean(values), variance(values) / values.length]
  const coefficient = (j: number): readonly [number, number] => [coefficients[j], standardErrors[j] ** 2]
  return {
    'mean of y': meanOf(y),
    'share of a': meanOf(is('a')),
    'coefficient of x1': coefficient(1),
    'coefficient of x2': coefficient(2),
    'effect of b': coefficient(3),
  }
}

export interface CoverageOptions {
  readonly params: Partial<SequentialParams>
  readonly kind: ImputationKind
  readonly runs: number
}

/**
 * Coverage of combined 95 % intervals over new samples of one population.
 *
 * @param options - Parameters of the method, the rule, and the number of samples.
 * @returns Percent of the samples whose interval has the true value.
 */
export async function coverage({ params, kind, runs }: CoverageOptions): Promise<Record<Quantity, number>> {
  const names = Object.keys(truths) as Quantity[]
  const covered = new Map<Quantity, number>()
  const resolved = sequentialMethod.params.parse(params)
  const isPartial = resolved.kind === 'partial'
  for (let run = 0; run < runs; run++) {
    const file = people(seededRng(`sample ${run}`))
    const columns = isPartial ? ['x2', 'y'] : file.names
    const given = isPartial ? ['g', 'x1'] : []
    const input = maskInput(file, { params: resolved, columns, given, roles: noRoles, rng: seededRng(`draw ${run}`) })
    const { files } = await maskByPlan(sequentialMethod, input)
    const kept = new Map(given.map((name) => [name, file.column(name)]))
    const found = files.map((made) => analysed(dataset(new Map([...kept, ...(made.columns as Map<string, Column>)]))))
    for (const name of names) {
      const [estimates, variances] = [0, 1].map((k) => Float64Array.from(found, (one) => one[name][k]))
      const sizeRatio = resolved.percentOfRecords / 100
      const [low, high] = combineImputations(estimates, variances, { kind, sizeRatio }).interval
      if (low <= truths[name] && truths[name] <= high) covered.set(name, (covered.get(name) ?? 0) + 1)
    }
  }
  return Object.fromEntries(names.map((name) => [name, (100 * (covered.get(name) ?? 0)) / runs])) as Record<
    Quantity,
    number
  >
}
