import { dataset, isSdcError, numeric, resolveParams, seededRng, type Dataset, maskInput } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clustersOf, permuteWithin, clustersMethod } from './index.js'
import { maskByPlan } from '@sdc/toolkit'

function apply(original: Dataset, data: Dataset, seed = 1): { z: Dataset; warnings: readonly string[] } {
  const result = maskByPlan(
    clustersMethod,
    maskInput(data, { original, params: resolveParams(clustersMethod.params, {}), rng: seededRng(seed) }),
  )
  if (result instanceof Promise) throw new Error('it is not asynchronous')
  const columns = data.names.map((name) => [name, result.files[0].columns.get(name) ?? numeric([])] as const)
  return { z: dataset(columns), warnings: result.warnings ?? [] }
}

const values = (file: Dataset, name: string): number[] => {
  const column = file.column(name)
  return column.kind === 'numeric' ? [...column.values] : []
}

const label = fc.integer({ min: 0, max: 3 })
const files = fc.array(fc.tuple(label, label, fc.integer(), fc.oneof(fc.integer(), fc.constant(Number.NaN))), {
  minLength: 2,
  maxLength: 40,
})

describe('reverse-map/clusters', () => {
  it('permutes each column within the records that are equal in all', () => {
    fc.assert(
      fc.property(files, fc.nat(), (rows, seed) => {
        const data = dataset([
          ['a', numeric(rows.map(([a]) => a))],
          ['b', numeric(rows.map(([, b]) => b))],
        ])
        const original = dataset([
          ['a', numeric(rows.map(([, , x]) => x))],
          ['b', numeric(rows.map(([, , , x]) => x))],
        ])
        const { ids, sizes } = clustersOf([data.column('a'), data.column('b')])
        fc.pre(sizes.some((size) => size > 1))
        const { z } = apply(original, data, seed)
        for (const name of ['a', 'b']) {
          const [before, after] = [values(original, name), values(z, name)]
          for (let cluster = 0; cluster < sizes.length; cluster++) {
            const own = (all: number[]): string[] =>
              all
                .filter((_, i) => ids[i] === cluster)
                .map(String)
                .sort()
            expect(own(after)).toEqual(own(before))
          }
          expect(after.map(Number.isNaN)).toEqual(before.map(Number.isNaN))
        }
      }),
    )
  })

  it('permutes uniformly: every record of a cluster of 4 gets each of its values a quarter of the time', () => {
    const clusters = clustersOf([numeric([7, 7, 7, 7, 8])])
    const runs = 20_000
    const counts = Array.from({ length: 5 }, () => new Float64Array(5))
    const rng = seededRng('uniform')
    for (let run = 0; run < runs; run++) {
      permuteWithin(clusters, () => true, rng.child(`${run}`)).forEach((j, i) => counts[i][j]++)
    }
    // 16 shares, each .25 ± 6 standard deviations of .0031: a false alarm in 1e-7 of all seeds.
    for (let i = 0; i < 4; i++)
      for (let j = 0; j < 4; j++) expect(Math.abs(counts[i][j] / runs - 0.25)).toBeLessThan(0.019)
    expect(counts[4][4]).toBe(runs)
  })

  it('reports the number of single records, and refuses a file of single records only', () => {
    const original = dataset([['v', numeric([1, 2, 3])]])
    expect(apply(original, dataset([['v', numeric([5, 5, 6])]])).warnings).toEqual([
      'records alone in their cluster, which keep their values: 1',
    ])
    try {
      apply(original, dataset([['v', numeric([4, 5, 6])]]))
      throw new Error('it was not refused')
    } catch (error) {
      expect(isSdcError(error) && error.code).toBe('NOTHING_MOVES')
    }
  })
})
