import { dataset, measureInput, numeric, numericValues, type Measurement, type Plan } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { keptResults } from './kept-results.js'
import { measureByPlan, sharedFiles } from './measure-by-plan.js'

const file = (values: readonly number[]) => dataset([['a', numeric(values)]])

/** A metric by the sum of a file, and the rank of its first record; it counts its passes over blocks. */
function counting(name: string) {
  const counts = { sums: 0, keys: 0 }
  function* plan(): Plan<Measurement> {
    const [sum, first] = yield [
      {
        reads: 'masked',
        key: 'sum',
        of({ masked }) {
          counts.sums++
          return Float64Array.of(numericValues(masked, 'a').reduce((total, value) => total + value, 0))
        },
        merge: (total, own) => Float64Array.of(total[0] + own[0]),
        end: (total) => Float64Array.of(2 * total[0]),
      },
      {
        reads: 'masked',
        orders: [
          {
            reads: 'masked',
            name,
            key: 'order',
            of({ masked }) {
              counts.keys++
              return numericValues(masked, 'a')
            },
          },
        ],
        of: ({ ranks = [] }) => ranks[0].slice(0, 1),
        merge: (total) => total,
      },
    ]
    return { value: sum[0] + first[0], used: 1 }
  }
  return { plan, counts }
}

describe('results that plans share', () => {
  it('are computed once for two files, and again for others', async () => {
    const [one, other, third] = ['x', 'y', 'z'].map(counting)
    const input = measureInput(file([1, 2, 3]), file([30, 10, 20]), { params: {} })
    const shared = sharedFiles(input)
    for (const metric of [one, other]) expect(await measureByPlan(metric, input, shared)).toMatchObject({ value: 123 })
    expect(one.counts).toEqual({ sums: 1, keys: 1 })
    expect(other.counts).toEqual({ sums: 0, keys: 0 })
    expect(await measureByPlan(third, measureInput(file([1, 2]), file([1, 2]), { params: {} }))).toMatchObject({
      value: 7,
    })
    expect(third.counts).toEqual({ sums: 1, keys: 1 })
  })

  it('are not kept if they are large, and the oldest are dropped', () => {
    const results = keptResults()
    const computed: string[] = []
    const of = (key: string, bytes: number) =>
      results.of(key, () => {
        computed.push(key)
        return new Float64Array(bytes / 8)
      })
    const large = 2 ** 24
    of('large', large)
    of('large', large)
    for (let k = 0; k < 9; k++) of(`part ${k}`, 2 ** 23)
    of('part 8', 2 ** 23)
    of('part 0', 2 ** 23)
    expect(computed).toEqual(['large', 'large', ...Array.from({ length: 9 }, (_, k) => `part ${k}`), 'part 0'])
  })
})
