import { categorical, dataset, noRoles, numeric, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { drawFiles, valuesOf } from '../draw-files.fixture.js'

const n = 1500
const rng = seededRng('accounts')
const size = Float64Array.from({ length: n }, () => rng.int(4))
const turnover = size.map((one) => Math.round(1000 * Math.exp(2 * one + 0.8 * rng.normal())))
const exports = turnover.map((value) => (rng.uniform() < 0.7 ? 0 : Math.round(value * rng.uniform())))
const wages = turnover.map((value) => Math.round(value * (0.2 + 0.5 * rng.uniform())))
const costs = turnover.map((value, i) => Math.round((value - wages[i]) * rng.uniform()))
const file = dataset([
  ['size', categorical(Array.from(size, String))],
  ['turnover', numeric(turnover)],
  ['domestic', numeric(turnover.map((value, i) => value - exports[i]))],
  ['exports', numeric(exports)],
  ['wages', numeric(wages)],
  ['costs', numeric(costs)],
  ['result', numeric(turnover.map((value, i) => value - wages[i] - costs[i]))],
])

async function made(rules: readonly string[]): Promise<Record<string, Float64Array>> {
  const [drawn] = (await drawFiles(file, {}, { roles: { ...noRoles, rules } })).files
  return Object.fromEntries(drawn.names.map((name) => [name, valuesOf(drawn, name)]))
}

describe('columns of equations', () => {
  it('are computed for two equations with one total, whole and within the ranges of the original', async () => {
    const values = await made(['turnover = domestic + exports', 'turnover = wages + costs + result'])
    values['turnover'].forEach((value, i) => {
      expect(value).toBe(values['domestic'][i] + values['exports'][i])
      expect(value).toBe(values['wages'][i] + values['costs'][i] + values['result'][i])
    })
    for (const [name, column] of Object.entries(values))
      expect(
        column.filter((value) => !(value >= 0 && Number.isInteger(value))),
        name,
      ).toEqual(new Float64Array())
    const zeros = (of: Float64Array): number => of.filter((value) => value === 0).length / n
    // Four standard errors of a share of .7 of 1500.
    expect(Math.abs(zeros(values['exports']) - zeros(exports))).toBeLessThan(0.048)
  })

  it('keep rules that they are part of', async () => {
    const { turnover: total, wages: part } = await made([
      'turnover = domestic + exports',
      'turnover = wages + costs + result',
      'wages <= 0.71 * turnover',
    ])
    expect([...total.keys()].filter((i) => part[i] > 0.71 * total[i])).toEqual([])
  })
})
