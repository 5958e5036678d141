import { dataset, numeric, seededRng, type Column, type Dataset, type MaskResult } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { applyTo, codeOf, reportedGroups } from '../shared/run.fixture.js'
import { asNumbers } from './mixed-columns.js'
import { categoricalMethod } from './categorical.js'

const levels = Array.from({ length: 12 }, (_, code) => `level ${code}`)

/** Two nominal columns, an ordered one and a number that goes with it. */
function drawn(n: number): Dataset {
  const rng = seededRng('mixed cells')
  const grade = Int32Array.from({ length: n }, () => Math.min(4, Math.floor(6 * rng.uniform() * rng.uniform())))
  const [kind, place] = [0, 1].map(() => Int32Array.from({ length: n }, () => rng.int(12)))
  return dataset([
    ['kind', { kind: 'categorical', codes: kind, levels, ordered: false }],
    ['place', { kind: 'categorical', codes: place, levels, ordered: false }],
    ['grade', { kind: 'categorical', codes: grade, levels, ordered: true }],
    ['pay', numeric(Float64Array.from(grade, (code) => 100 * code + 50 * rng.normal()))],
  ])
}

const apply = (data: Dataset, params: Readonly<Record<string, unknown>>, seed = 1): MaskResult =>
  applyTo(categoricalMethod, data, params, { seed })

const shown = (result: MaskResult, name: string): Column => result.files[0].columns.get(name) as Column

describe('microaggregation/categorical in blocks of records', () => {
  const data = drawn(1500)
  const whole = apply(data, { k: 5 })

  it('masks one block as the whole file', () => {
    const one = apply(data, { k: 5, inBlocks: 1500 })
    for (const name of data.names) expect(shown(one, name)).toEqual(shown(whole, name))
    expect(reportedGroups(one)).toEqual(reportedGroups(whole))
    for (const name of ['SSE', 'SST', 'IL (%)', 'groups'])
      expect(one.report?.get(name)).toBeCloseTo(Number(whole.report?.get(name)), 8)
  })

  it('keeps k-anonymity and means, loses little more than the whole file, and reports the loss', () => {
    const result = apply(data, { k: 5, inBlocks: 100 })
    const rows = new Map<string, number>()
    for (let i = 0; i < data.rows; i++) {
      const row = data.names.map((name) => asNumbers(shown(result, name))[i]).join()
      rows.set(row, (rows.get(row) ?? 0) + 1)
    }
    expect(Math.min(...rows.values())).toBeGreaterThanOrEqual(5)
    const pay = asNumbers(data.column('pay'))
    const masked = asNumbers(shown(result, 'pay'))
    // A few hundred sums with a deviation of 150.
    expect(Math.abs(pay.reduce((sum, value, i) => sum + masked[i] - value, 0) / data.rows)).toBeLessThan(1e-9)
    const [lost, least] = [result, whole].map(({ report }) => Number(report?.get('IL (%)')))
    expect(lost).toBeLessThan(1.5 * least)
    expect(result.report?.get('SST')).toBeCloseTo(Number(whole.report?.get('SST')), 8)
    expect(result.warnings?.[0]).toMatch(/^masked in 1[0-5] blocks of \d+ to \d+ records: /)
    expect(result.warnings?.[0]).toContain(`: ${lost.toPrecision(3)} % of the squared distances`)
  })

  it('draws ties at random in every block from its own streams', () => {
    const params = { k: 2, ties: 'random', inBlocks: 100 }
    const [first, again, other] = [1, 1, 2].map((seed) => shown(apply(data, params, seed), 'kind'))
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
    const groups = [1, 2].map((seed) => reportedGroups(apply(data, params, seed)))
    expect(groups[1]).toEqual(groups[0])
  })

  it('refuses blocks without room for two groups', () => {
    expect(codeOf(() => apply(data, { k: 10, inBlocks: 19 }))).toBe('BAD_PARAMETER')
  })
})
