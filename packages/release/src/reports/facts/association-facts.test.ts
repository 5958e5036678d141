import { categorical, dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { associationFacts } from './association-facts.js'

const file = (columns: Record<string, readonly number[]>): ReturnType<typeof dataset> =>
  dataset(Object.entries(columns).map(([name, codes]) => [name, categorical(codes.map((code) => `l${code}`))] as const))

describe('associationFacts', () => {
  const n = 600
  const at = Array.from({ length: n }, (_, i) => i)
  const first = at.map((i) => i % 3)
  const pair = (second: readonly number[]): ReturnType<typeof dataset> =>
    file({ a: first, b: second, c: first.map(() => 0) })
  const same = pair(first)
  const independent = pair(at.map((i) => Math.floor(i / 3) % 3))
  // A quarter of the records have another second category: V of the table with .75 and .125 is .625.
  const near = pair(at.map((i) => (i % 4 === 0 ? (first[i] + 1 + (Math.floor(i / 12) % 2)) % 3 : first[i])))

  it('gives 1 for equal columns, 0 for independent ones, values between for similar ones, none for a constant', () => {
    const found = associationFacts({ original: same, masked: independent })
    expect(found?.before.values[0][1]).toBeCloseTo(1, 12)
    expect(found?.after.values[0][1]).toBe(0)
    expect(found?.before.values[0][2]).toBeNull()
    expect(associationFacts({ original: near, masked: near })?.before.values[1][0]).toBeCloseTo(0.625, 2)
  })

  it('leaves out columns that name people', () => {
    const schema = { columns: { a: { role: 'household' as const }, c: { role: 'person' as const } } }
    expect(associationFacts({ original: same, masked: same, schema })).toBeUndefined()
  })
})
