import { numericValues, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { households } from './households.js'
import { patients } from './patients.js'

function labels(data: Dataset, name: string): readonly string[] {
  const column = data.column(name)
  return column.kind === 'numeric'
    ? [...column.values].map(String)
    : [...column.codes].map((code) => column.levels[code])
}

describe('patients', () => {
  const data = patients()

  it('are 1,000 different patients, the same in every call', () => {
    expect(data.rows).toBe(1000)
    expect(new Set(labels(data, 'patient')).size).toBe(1000)
    expect(labels(patients(), 'cost')).toEqual(labels(data, 'cost'))
  })

  it('give birth only if possible, and stay for at least a day', () => {
    const [sex, age, diagnosis] = ['sex', 'age', 'diagnosis'].map((name) => labels(data, name))
    const births = diagnosis.flatMap((one, i) => (one === 'birth' ? [i] : []))
    expect(births.length).toBeGreaterThan(5)
    for (const i of births) expect([sex[i], Number(age[i]) < 48]).toEqual(['female', true])
    expect(Math.min(...numericValues(data, 'days'))).toBeGreaterThanOrEqual(1)
    expect(Math.min(...numericValues(data, 'cost'))).toBeGreaterThan(0)
  })

  it('have many unique combinations of sex, age and district', () => {
    const keys = labels(data, 'sex').map((sex, i) => `${sex} ${labels(data, 'age')[i]} ${labels(data, 'district')[i]}`)
    const counts = new Map<string, number>()
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
    expect([...counts.values()].filter((count) => count === 1).length).toBeGreaterThan(200)
  })
})

describe('households', () => {
  const data = households()

  it('are 600, with one region and one weight each', () => {
    const [household, region, weight] = ['household', 'region', 'weight'].map((name) => labels(data, name))
    expect(new Set(household).size).toBe(600)
    expect(new Set(household.map((one, i) => `${one} ${region[i]} ${weight[i]}`)).size).toBe(600)
    expect(Math.min(...numericValues(data, 'weight'))).toBeGreaterThan(0)
  })

  it('have no income of children, and higher income with more education', () => {
    const [age, income] = ['age', 'income'].map((name) => numericValues(data, name))
    const education = labels(data, 'education')
    expect([...income].every((one, i) => one > 0 === age[i] >= 15)).toBe(true)
    const meanOf = (level: string): number => {
      const some = [...income].filter((_, i) => education[i] === level && age[i] > 24 && age[i] < 66)
      return some.reduce((sum, one) => sum + one, 0) / some.length
    }
    expect(meanOf('tertiary')).toBeGreaterThan(1.2 * meanOf('secondary'))
    expect(meanOf('secondary')).toBeGreaterThan(1.1 * meanOf('primary'))
  })
})
