import { correlationMatrix, standardDeviation, symmetricEigen } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { maskedTable, reference } from '@sdc/testing/reference'
import { intervalShares } from './intervals/interval-shares.js'
import { marginalDistanceMetric } from './distributions/marginal-distance.js'
import { relativeVariation } from './moments/il-score.js'
import { il1sMetric } from './moments/il1s.js'
import { plainMdav } from './testing/mdav.fixture.js'
import { run } from './testing/run.fixture.js'

/** Results of another program for census, masked by five methods: `packages/testing/reference/utility_risk.json`. */
describe('another program', () => {
  const census = censusColumns()
  const all = [...census.keys()]

  const microaggregated = (id: string): Map<string, Float64Array> => {
    const { colnames, rows } = maskedTable(reference('microaggregation.json', id))
    return new Map(colnames.map((name, j) => [name, Float64Array.from(rows, (row) => row[j])]))
  }
  const cases: [string, readonly string[], () => Map<string, Float64Array>][] = [
    ['census_mdav_k3', all, () => microaggregated('census_mdav_k3')],
    ['census_mdav_k5', all, () => microaggregated('census_mdav_k5')],
    ['census_onedims_k3', all, () => microaggregated('census_onedims_k3')],
    ['census_scaled_.9', all, () => new Map([...census].map(([name, v]) => [name, v.map((one) => 0.9 * one + 5)]))],
    [
      'census11_mdav_k5',
      all.filter((name) => name !== 'PTOTVAL' && name !== 'POTHVAL'),
      () => {
        const names = all.filter((name) => name !== 'PTOTVAL' && name !== 'POTHVAL')
        const columns = names.map((name) => census.get(name) ?? new Float64Array())
        const masked = plainMdav(columns, 5)
        return new Map(names.map((name, j) => [name, masked[j]]))
      },
    ],
  ]

  it.each(cases)('%s: changes of values, eigenvalues, and records wholly disclosed', async (id, names, mask) => {
    const { output } = reference('utility_risk.json', id)
    const original = new Map(names.map((name) => [name, census.get(name) ?? new Float64Array()]))
    const masked = mask()
    expect([...masked.keys()].sort()).toEqual([...names].sort())
    const pairs = names.map((name) => [original.get(name), masked.get(name)] as [Float64Array, Float64Array])

    // Its IL1 is 100 times the sum of our terms, with zeros left out in both. 14 040 terms up to 1e4 in another order.
    const relative = pairs.reduce((sum, [x, y]) => sum + relativeVariation(x, y).sum, 0)
    expect((100 * relative) / output.dUtility_IL1).toBeCloseTo(1, 10)

    // Its IL1s is a sum and grows with the file; ours is the published mean, which it calls IL1old.
    const il1s = await run(il1sMetric, original, masked)
    expect((il1s.value ?? Number.NaN) / output.dUtility_IL1old).toBeCloseTo(1, 10)
    expect(il1s.used).toBe(1080 * names.length)
    expect(((il1s.value ?? Number.NaN) * il1s.used) / output.dUtility_IL1s).toBeCloseTo(1, 10)

    // Eigenvalues behind loss/matrix-divergences; its loss is divided by the smallest one of a singular matrix, ours is
    // not.
    for (const [columns, theirs] of [
      [pairs.map(([x]) => x), output.eigenvalues_x],
      [pairs.map(([, y]) => y), output.eigenvalues_xm],
    ])
      symmetricEigen(correlationMatrix(columns)).values.forEach((value, j) => expect(value).toBeCloseTo(theirs[j], 11))

    if (id === 'census11_mdav_k5') {
      const [before, after] = [0, 1].map(
        (file) => symmetricEigen(correlationMatrix(pairs.map((pair) => pair[file]))).values,
      )
      const change = before.reduce((sum, value, j) => sum + Math.abs(value - after[j]) / value, 0)
      expect(change).toBeCloseTo(output.dUtility_eigen, 9)
    }

    // Its dRisk: share of records with every value within k · sd of the masked column.
    for (const k of [0.01, 0.05, 0.1, 0.2]) {
      const inside = pairs.map(([x, y]) => {
        expect(standardDeviation(y)).toBeGreaterThan(0)
        return intervalShares(x, y, x, y, 'sd', [100 * k]).inside
      })
      const disclosed = pairs[0][0].filter((_, i) => inside.every((column) => column[i] === 1)).length
      expect(disclosed / 1080).toBeCloseTo(output[`dRisk_k${k}`], 12)
    }
  })

  it.each([
    ['ks2_AGI_vs_mdav_k5', 'AGI'],
    ['ks2_EMCONTRB_vs_mdav_k5', 'EMCONTRB'],
    ['ks2_FICA_vs_mdav_k5', 'FICA'],
  ])('%s: the greatest distance of two distributions', async (id, name) => {
    const { columns } = await run(marginalDistanceMetric, census, microaggregated('census_mdav_k5'))
    expect((columns?.get(name) ?? Number.NaN) / 100).toBeCloseTo(reference('reference_stats.json', id).output.D, 14)
  })

  it('ks2_AGI_TAXINC: of two columns of one file, ks2_small_exact: of 60 values and 45', async () => {
    const [agi, taxinc] = ['AGI', 'TAXINC'].map((name) => census.get(name) ?? new Float64Array())
    for (const [id, x, y] of [
      ['ks2_AGI_TAXINC', agi, taxinc],
      ['ks2_small_exact', agi.slice(0, 60), taxinc.slice(0, 45)],
    ] as const) {
      const { value } = await run(
        marginalDistanceMetric,
        { a: x },
        { a: y },
        { origin: new Int32Array(y.length).fill(-1) },
      )
      expect((value ?? Number.NaN) / 100).toBeCloseTo(reference('reference_stats.json', id).output.D, 14)
    }
  })
})
