import { describe, expect, it } from 'vitest'
import { fileOf, measureRoles } from '../decision.fixture.js'
import { foundAndLearnedMetric } from './found-and-learned.js'
import { learnedMetric } from './learned.js'

const n = 40
const index = Array.from({ length: n }, (_, i) => i)

describe('risk/learned', () => {
  it('is the gain from the own record: everything if everybody is unique', async () => {
    const file = fileOf({ id: index.map((i) => `p${i}`), income: index.map((i) => 100 * ((i * 7) % n)) })
    const { value, columns } = await measureRoles(learnedMetric, file, file, { keys: ['id'], confidential: ['income'] })
    // Without the own record all others are candidates, and their median is right for few.
    expect(value).toBeGreaterThan(85)
    expect(columns?.get('income')).toBe(value)
  })

  it('is 0 if all people of a class have the same value, known from the others', async () => {
    const file = fileOf({
      group: index.map((i) => (i < 20 ? 'a' : 'b')),
      ill: index.map((i) => (i < 20 ? 'yes' : 'no')),
    })
    const { value } = await measureRoles(learnedMetric, file, file, { keys: ['group'], confidential: ['ill'] })
    expect(value).toBe(0)
  })

  it('counts modes by hand, with tied ones in equal shares', async () => {
    const file = fileOf({ key: ['a', 'a', 'a', 'b', 'b'], ill: ['x', 'x', 'y', 'x', 'y'] })
    const { value } = await measureRoles(learnedMetric, file, file, { keys: ['key'], confidential: ['ill'] })
    // By B: 1, 1, 0, ½, ½. Without the own record: ½ (x, y), ½, 0, 0, 0.
    expect(value).toBeCloseTo(100 * (3 / 5 - 1 / 5), 12)
  })

  it('has no value without confidential columns', async () => {
    const file = fileOf({ key: ['a', 'b'], ill: ['x', 'y'] })
    expect((await measureRoles(learnedMetric, file, file, { keys: ['key'] })).value).toBeNull()
  })
})

describe('risk/found-and-learned', () => {
  it('is the product of the shares found and learned', async () => {
    const file = fileOf({ key: index.map((i) => `k${Math.floor(i / 2)}`), income: index.map((i) => (i * i) % 23) })
    const { value } = await measureRoles(foundAndLearnedMetric, file, file, { keys: ['key'], confidential: ['income'] })
    // Found with probability ½, and then everything is learned.
    expect(value).toBeCloseTo(50, 6)
  })
})
