import { measureInput, resolveParams, type Column, type Dataset, type Measurement, type Metric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { linkTargets } from './linkage/link-targets.js'
import { dldMetric } from './index.js'
import { file, normals } from './testing/run.fixture.js'
import { measureByPlan } from '@sdc/toolkit'

const cases: readonly (readonly [string, Metric, Readonly<Record<string, unknown>>])[] = [
  ['risk/dld', dldMetric, {}],
  ['risk/dld by the nearest record', dldMetric, { truth: 'nearest', ties: 'first' }],
]

describe('what is prepared of the original', () => {
  // Holes, equal values and a constant column, so that records and keys are left out.
  const columns = [...normals(80, 9, 1)].map(([name, values], j): [string, Float64Array] => [
    name,
    values.map((value, i) => (j === 8 ? 3 : j === 1 && i % 11 === 0 ? Number.NaN : Math.round(4 * value))),
  ])
  const original = file(new Map(columns))
  const masked = [2, 3].map((seed) => {
    const noise = normals(80, 9, seed)
    return file(new Map(columns.map(([name, x]) => [name, x.map((value, i) => value + (noise.get(name)?.[i] ?? 0))])))
  })

  it.each(cases)('%s: the same bits for every masked file as without it', async (_, metric, given) => {
    const params = resolveParams(metric.params, given)
    const inputs = masked.map((one) => measureInput(original, one, { params }))
    const prepared = metric.prepare?.(inputs[0])
    expect(prepared).toBeDefined()
    for (const input of [...inputs, inputs[0]]) {
      const plain = await measureByPlan(metric, input)
      expect(plain.value).not.toBeNull()
      expect(flat(await measureByPlan(metric, { ...input, prepared }))).toEqual(flat(plain))
    }
  })

  it('targets are the same in any order, and made once', () => {
    const keys = [...normals(50, 3, 4).values()].map((key) => key.map(Math.round))
    const [upwards, downwards] = [linkTargets(keys), linkTargets(keys)]
    const groups = [1, 2, 3].map((count) => upwards(count).group)
    expect([3, 2, 1].map((count) => downwards(count).group).reverse()).toEqual(groups)
    expect(upwards(2)).toBe(upwards(2))
  })
})

/** A measurement as values that can be compared. */
function flat({ tables, ...rest }: Measurement): object {
  const columnsOf = (data: Dataset): Map<string, Column> => new Map(data.names.map((name) => [name, data.column(name)]))
  return { ...rest, tables: new Map([...(tables ?? [])].map(([name, one]) => [name, columnsOf(one)])) }
}
