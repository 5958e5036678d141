import { describe, expect, it } from 'vitest'
import { ilScoreMetric } from '../moments/il-score.js'
import { dldMetric } from '../linkage/distance/dld.js'
import { intervalDisclosureMetric } from '../intervals/interval-disclosure.js'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { weightedSum } from './combined-parts.js'
import { drCombineMetric } from './dr-combine.js'
import { scoreWeights, sebeMetric } from './sebe.js'

/** Weights of IL, DLD and ID in equation 2. */
const sebeWeights = Object.values(scoreWeights('dld-id'))

describe('score/sebe', () => {
  it('is equation 2: the printed rows of tables 1 and 2 of Sebé et al. 2002', () => {
    // IL, DLD, ID, Score as printed; all to two decimals, so the score has an error of up to 0.005 + 0.005.
    const rows: [number, number, number, number][] = [
      [23.83, 14.74, 40.23, 25.66],
      [14.73, 20.3, 48.03, 24.45],
      [13.65, 16.3, 44.98, 22.15],
      [15.26, 14.81, 41.51, 21.71],
      [22.48, 22.14, 60.34, 31.86],
      [14.16, 21.06, 58.54, 26.96],
      [14.74, 21.29, 58.8, 27.39],
      [14.94, 21.83, 60.38, 28.03],
    ]
    const wrong = rows.filter(
      ([il, linked, id, score]) => Math.abs(weightedSum([il, linked, id], sebeWeights) - score) > 0.0101,
    )
    // A misprint: 26.98 follows from its own components.
    expect(wrong).toEqual([rows[5]])
    expect(weightedSum([14.16, 21.06, 58.54], sebeWeights)).toBeCloseTo(26.98, 10)
  })

  it.each([{ truth: 'identity' }, { truth: 'nearest' }, { truth: 'identity', ties: 'inclusive', mode: 'sd' }])(
    'is composed of the other metrics: %o',
    async (params) => {
      const x = normals(120, 9, 1)
      const y = normals(120, 9, 2)
      const pick = (...names: ('truth' | 'ties' | 'mode')[]) => ({
        params: Object.fromEntries(Object.entries(params).filter(([name]) => names.some((one) => one === name))),
      })
      const parts = [
        await run(ilScoreMetric, x, y, pick('truth')),
        await run(dldMetric, x, y, pick('truth', 'ties')),
        await run(intervalDisclosureMetric, x, y, pick('truth', 'mode')),
      ].map(({ value }) => value ?? Number.NaN)
      const measured = await run(sebeMetric, x, y, { params })
      expect(tableColumn(measured, 'components', 'percent')).toEqual(parts)
      expect(measured.value).toBe(weightedSum(parts, sebeWeights))
    },
  )

  it('is the mean of information loss and combined disclosure risk', async () => {
    const [x, y] = [normals(120, 5, 1), normals(120, 5, 2)]
    const [il, dr, score] = await Promise.all(
      [ilScoreMetric, drCombineMetric, sebeMetric].map((metric) => run(metric, x, y)),
    )
    expect(score.value).toBeCloseTo((Number(il.value) + Number(dr.value)) / 2, 10)
  })

  it('is 50 for an unmasked file: no loss and full risk', async () => {
    const x = normals(60, 3, 1)
    expect((await run(sebeMetric, x, x)).value).toBe(50)
  })

  it('is null, with the reasons of its parts, if one of them is', async () => {
    const lost = await run(sebeMetric, { a: [1, 2] }, { a: [1, 2] }, { origin: [-1, -1] })
    expect(lost.value).toBeNull()
    expect(lost.reason).toMatch(/IL: .*link.*DLD: .*ID: /)
    expect((await run(sebeMetric, { a: [-1, 0, 1] }, { a: [-1, 0, 1] })).reason).toMatch(/^IL: IL2/)
    const nearest = run(sebeMetric, { a: [1, 2] }, { a: [1, 2] }, { params: { truth: 'nearest' } })
    await expect(nearest).rejects.toThrow(/truth: nearest/)
  })
})
