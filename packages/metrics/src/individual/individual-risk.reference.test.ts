import { type Measurement } from '@sdc/core'
import { individualRisk } from '@sdc/stats/internal'
import { describe, expect, it } from 'vitest'
import { tableColumn } from '../testing/run.fixture.js'
import { fileOf, keyCases, ofRecords, recordColumn, runKeys, type KeyCase } from '../testing/testdata.fixture.js'
import { haveData } from '@sdc/testing/outside-data'
import { individualRiskMetric } from './individual-risk.js'

/** Output of the other program for a case: for records, or for the file. */
interface Frequencies {
  readonly fk: readonly number[]
  readonly Fk: readonly number[]
  readonly n1: number
  readonly n2: number
  readonly rk_approx?: readonly number[]
  readonly rk_exact?: readonly (number | 'NaN')[]
  readonly rk_population?: readonly number[]
  readonly global_risk_pct: number
  readonly global_risk_ER: number
  readonly hier_risk_pct: number
  readonly hier_risk_ER: number
  readonly hier_risk_record?: readonly number[]
}

const all = keyCases<Frequencies>('freq_risk.json')
const isHere = haveData('testdata.csv')
const named = (pattern: RegExp): (readonly [string, KeyCase<Frequencies>])[] =>
  all
    .filter(({ id, input }) => pattern.test(id) && (isHere || input.csv !== 'testdata.csv'))
    .map((one) => [one.id, one] as const)

/** Alpha of a case is our `share`: the weight of a missing key as a match. */
const measured = (one: KeyCase, params: Readonly<Record<string, unknown>> = {}): Promise<Measurement> => {
  const { columns, params: given } = one.input
  const weight = given.w === null ? {} : { weight: 'w' }
  const household = given.hid === undefined ? {} : { household: 'hid' }
  const share = typeof given.alpha === 'number' ? { missing: 'share', share: given.alpha } : {}
  return runKeys(individualRiskMetric, fileOf(one), { ...share, ...params }, { keys: columns, ...weight, ...household })
}

describe('another program', () => {
  it.each(named(/^(francdat|testdata7)/))('%s: frequencies and risks', async (_, one) => {
    const output = one.output
    const file = fileOf(one)
    const expected = (values: readonly number[] = []): readonly number[] =>
      values.length === 0 ? [] : ofRecords(file, one.input.columns, values)
    const exact = await measured(one)
    const [f, F] = [recordColumn(exact, 'f'), recordColumn(exact, 'F')]
    expected(output.fk).forEach((value, i) => expect(f[i]).toBeCloseTo(value, 11))
    expected(output.Fk).forEach((value, i) => expect(F[i]).toBeCloseTo(value, 8))
    expect([1, 2].map((count) => f.filter((value) => value === count).length)).toEqual([output.n1, output.n2])

    const approximate = recordColumn(await measured(one, { method: 'approximate' }), 'risk')
    expected(output.rk_approx).forEach((value, i) => {
      // Its risk is 0 for f between 1 and 2, and for f between 2 and 3 without an exact form; ours is the integral:
      // below.
      if (f[i] < 2 && f[i] > 1) expect([value, approximate[i]]).toEqual([0, individualRisk(f[i], f[i] / F[i])])
      else expect(approximate[i] / value).toBeCloseTo(1, 12)
    })
    const r = recordColumn(exact, 'risk')
    expected((output.rk_exact ?? []).map(Number)).forEach((value, i) => {
      const isRight = f[i] < 150 && Number.isInteger(f[i])
      // Its series loses digits for large f; up to 150 it was compared with the integral.
      if (isRight) expect(Math.abs(r[i] / value - 1)).toBeLessThan(1e-9)
      expect(r[i]).toBeGreaterThan(f[i] / F[i] / f[i] - 1e-15)
      expect(r[i]).toBeLessThanOrEqual(approximate[i] * (1 + 1e-14))
    })
    // As a population: no weights, r = 1/f.
    const population = await runKeys(
      individualRiskMetric,
      file,
      { missing: 'share', share: (one.input.params.alpha as number | undefined) ?? 1 },
      { keys: one.input.columns },
    )
    expected(output.rk_population).forEach((value, i) => expect(population.records?.[i]).toBeCloseTo(value, 14))
  })

  it.each(named(/^measure_risk/))('%s: the risk of the whole file, and of households', async (_, one) => {
    const { output } = one
    const found = await measured(one, { method: 'approximate' })
    expect((found.value ?? 0) / (output.hier_risk_pct ?? output.global_risk_pct)).toBeCloseTo(1, 12)
    const global = tableColumn(found, 'global', 'value')
    expect(global[1] / output.global_risk_ER).toBeCloseTo(1, 12)
    expect(global[2] / output.global_risk_pct).toBeCloseTo(1, 12)
    if (output.hier_risk_record === undefined) {
      expect(global).toHaveLength(6)
      return
    }
    expect(global[6]).toBe(1000)
    expect(global[7] / output.hier_risk_ER).toBeCloseTo(1, 12)
    expect(global[8] / output.hier_risk_pct).toBeCloseTo(1, 12)
    const household = recordColumn(found, 'household')
    const expected = ofRecords(fileOf(one), ['hid'], output.hier_risk_record)
    expected.forEach((value, i) => expect(household[i] / value).toBeCloseTo(1, 9))
  })

  it.runIf(isHere)('has no exact risk from f = 176, or one outside 0 to 1; ours is the integral', async () => {
    const [[, one]] = named(/^testdata7$/)
    const { fk, Fk, rk_exact: theirs = [] } = one.output
    const large = fk.flatMap((f, c) => (f >= 176 ? [c] : []))
    expect(large.length).toBeGreaterThan(0)
    for (const c of large) expect(theirs[c]).toBe('NaN')
    const r = recordColumn(await measured(one), 'risk')
    const f = recordColumn(await measured(one), 'f')
    for (const c of large) {
      const i = f.indexOf(fk[c])
      // E(1/F) lies between p/f and p/(f − q), which are within 1/f of each other.
      const p = fk[c] / Fk[c]
      expect(r[i]).toBeGreaterThan(p / fk[c])
      expect(r[i]).toBeLessThan(p / (fk[c] - 1 + p))
    }
  })
})
