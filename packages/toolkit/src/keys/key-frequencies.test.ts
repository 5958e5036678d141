import { referenceFile } from '@sdc/testing/reference'
import { dataset, noRoles, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { keyFrequencies } from './key-frequencies.js'

interface Case {
  readonly id: string
  readonly input: {
    readonly columns: string[]
    readonly params: { alpha?: number }
    data: Record<string, (number | null)[]>
  }
  readonly output: { readonly fk: number[]; readonly Fk: number[] }
}
const { cases } = referenceFile('freq_risk.json') as {
  cases: Case[]
}
const withMissing = cases.filter(({ id }) => id.startsWith('francdat_NA'))

const fileOf = (data: Case['input']['data']) =>
  dataset(Object.entries(data).map(([name, values]) => [name, numeric(values.map((one) => one ?? Number.NaN))]))

describe('values that a missing key matches', () => {
  it.each(withMissing.map((one) => [one.id, one] as const))('share: %s', (_, { input, output }) => {
    const rule = { missing: 'share', share: input.params.alpha ?? 1 } as const
    const { f, F } = keyFrequencies(fileOf(input.data), input.columns, { ...noRoles, weight: 'w' }, rule)
    output.fk.forEach((expected, i) => expect(f[i]).toBeCloseTo(expected, 12))
    output.Fk.forEach((expected, i) => expect(F?.[i]).toBeCloseTo(expected, 10))
  })

  const file = fileOf({ a: [1, 1, null, null, 2], b: [1, 1, 1, 1, null], w: [2, 3, 5, 7, 11] })
  const of = (missing: 'wildcard' | 'own-level' | 'never' | 'share') => {
    const { f, F } = keyFrequencies(file, ['a', 'b'], { ...noRoles, weight: 'w' }, { missing, share: 0.5 })
    return [Array.from(f), Array.from(F ?? [])]
  }
  it('wildcard: every value, in both directions', () => {
    expect(of('wildcard')).toEqual([
      [4, 4, 5, 5, 3],
      [17, 17, 28, 28, 23],
    ])
  })
  it('share: every value in part, and in full if both are missing', () => {
    expect(of('share')).toEqual([
      [3, 3, 4.5, 4.5, 2],
      [11, 11, 22.5, 22.5, 17],
    ])
  })
  it('own-level: missing keys only', () => {
    expect(of('own-level')).toEqual([
      [2, 2, 2, 2, 1],
      [5, 5, 12, 12, 11],
    ])
  })
  it('never: nothing, so that a record with one is unique', () => {
    expect(of('never')).toEqual([
      [2, 2, 1, 1, 1],
      [5, 5, 5, 7, 11],
    ])
  })
  it('gives no F if the file has no weight', () => {
    expect(keyFrequencies(file, ['a'], noRoles, { missing: 'never', share: 0.5 }).F).toBeUndefined()
  })
})
