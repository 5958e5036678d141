import { measureInput, resolveParams, type Column, type Measurement } from '@sdc/core'
import { file, type Labels } from './categories.fixture.js'
import { entropyMetric } from './entropy.js'
import { measureByPlan } from '@sdc/toolkit'

interface Options {
  readonly params?: Readonly<Record<string, unknown>>
  readonly origin?: readonly number[]
  readonly metric?: typeof entropyMetric
}

export async function run(
  x: Readonly<Record<string, Labels | Column>>,
  y: Readonly<Record<string, Labels | Column>>,
  { params = {}, origin, metric = entropyMetric }: Options = {},
): Promise<Measurement> {
  return measureByPlan(
    metric,
    measureInput(file(x), file(y), {
      params: resolveParams(metric.params, params, { metric: metric.id }),
      ...(origin && { origin: Int32Array.from(origin) }),
    }),
  )
}
