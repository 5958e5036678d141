import { dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { changeFacts } from './change-facts.js'
import { correlationFacts, moveFacts } from './relation-facts.js'

const file = (columns: Record<string, number[]>): ReturnType<typeof dataset> =>
  dataset(Object.entries(columns).map(([name, values]) => [name, numeric(values)] as const))
const inOrder = (n: number): Int32Array => Int32Array.from({ length: n }, (_, i) => i)

describe('relations before and after', () => {
  it('have no value for a constant column', () => {
    const both = correlationFacts({
      original: file({ a: [1, 2, 3], b: [2, 4, 6], c: [5, 5, 5] }),
      masked: file({ a: [3, 2, 1], b: [2, 4, 6], c: [5, 5, 5] }),
    })
    expect(both?.before.values).toEqual([
      [1, 1, null],
      [1, 1, null],
      [null, null, null],
    ])
    expect(both?.after.values[0][1]).toBe(-1)
  })

  it('move records by ranks, but not records with equal values', () => {
    const original = file({ a: [0, 0, 0, 7, 9] })
    const masked = file({ a: [0, 0, 9, 0, 7] })
    // Record 3 of 0 moves to the top, 4 and 5 one down: 2, 1, 1 of 4 places.
    const { moves } = moveFacts({ original, masked, origin: inOrder(5) }, ['a'])
    const [{ quantiles }] = moves ?? []
    expect(quantiles).toHaveLength(21)
    expect([quantiles[0], quantiles[10], quantiles[20]]).toEqual([0, 25, 50])
    const same = moveFacts({ original, masked: original, origin: inOrder(5) }, ['a'])
    expect(same.moves?.[0].quantiles.every((one) => one === 0)).toBe(true)
    // In another order of the records nothing moved, either.
    const turned = file({ a: [9, 7, 0, 0, 0] })
    const back = moveFacts({ original, masked: turned, origin: Int32Array.of(4, 3, 2, 1, 0) }, ['a'])
    expect(back.moves?.[0].quantiles.every((one) => one === 0)).toBe(true)
  })

  it('give the reason for a missing comparison of ranks if records do not match original ones', () => {
    const original = file({ a: [1, 2, 3] })
    const { moves, reason } = moveFacts({ original, masked: file({ a: [1, 2] }), origin: inOrder(2) }, ['a'])
    expect(moves).toBeUndefined()
    expect(reason).toMatch(/do not match original ones/)
  })
})

describe('changeFacts', () => {
  const n = 120
  const a = Array.from({ length: n }, (_, i) => (i * 37) % n)
  const b = a.map((value, i) => value + ((i * 53) % 60))
  const original = file({ a, b })
  const masked = file({ a, b: b.map((value, i) => value + ((i * 71) % 90)) })
  const asked = { original, masked, columns: ['a', 'b'], publishParams: false }

  it('are in steps of .05, and missing for fewer than 100 records', () => {
    const { matrix, greatest } = changeFacts(asked)
    const one = matrix?.values[0][1] ?? 0
    expect(one).toBeLessThan(0)
    expect(Math.abs(20 * one - Math.round(20 * one))).toBeLessThan(1e-9)
    expect(greatest).toBeGreaterThanOrEqual(-one)
    const few = (data: typeof original): typeof original =>
      file(
        Object.fromEntries(
          data.names.map((name) => [name, [...(data.column(name) as { values: Float64Array }).values].slice(0, 99)]),
        ),
      )
    expect(changeFacts({ ...asked, original: few(original), masked: few(masked) })).toMatchObject({
      matrix: undefined,
      greatest: undefined,
    })
  })

  it('have no matrix if it would disclose the unmasked columns', () => {
    expect(changeFacts({ ...asked, columns: ['b'] })).toMatchObject({ matrix: undefined })
    expect(changeFacts({ ...asked, columns: ['b'] }).greatest).toBeGreaterThan(0)
    expect(changeFacts({ ...asked, columns: ['b'], publishParams: true }).matrix).toBeDefined()
  })
})
