import {
  categorical,
  dataset,
  measureInput,
  resolveParams,
  type Column,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { entropyMetric } from './entropy.js'
import { measureByPlan } from '@sdc/toolkit'

type Labels = readonly (string | null)[]
interface Options {
  readonly params?: Readonly<Record<string, unknown>>
  readonly origin?: readonly number[]
  readonly metric?: typeof entropyMetric
}

const file = (columns: Readonly<Record<string, Labels | Column>>): Dataset =>
  dataset(
    Object.entries(columns).map(([name, one]): [string, Column] => [name, 'kind' in one ? one : categorical(one)]),
  )

async function run(
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

describe('loss/entropy and loss/per-record-entropy', () => {
  it('takes a million categories', async () => {
    const n = 1_000_000
    const levels = Array.from({ length: n }, (_, i) => String(i))
    const column = (of: (i: number) => number): Column => ({
      kind: 'categorical',
      codes: Int32Array.from({ length: n }, (_, i) => of(i)),
      levels,
      ordered: false,
    })
    // A quarter of the records, all values of their own, has another's.
    const y = column((i) => (i % 4 === 0 ? (i + 4) % n : i))
    const measured = await run({ v: column((i) => i) }, { v: y })
    expect(measured.value).toBeCloseTo(25, 6)
  })
})
