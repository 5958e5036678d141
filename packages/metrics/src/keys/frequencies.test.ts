import { numeric, type Column } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { kAnonymityMetric } from './k-anonymity.js'
import { keysReference, runKeys } from './keys.fixture.js'
import { tableColumn } from '../testing/run.fixture.js'

interface Frequencies {
  readonly id: string
  readonly keys: readonly string[]
  readonly alphas: readonly number[]
  readonly n1: readonly (number | null)[]
  readonly n2: readonly (number | null)[]
  /** Number of records, mean of their weights, the keys, and f and F for every alpha. */
  readonly records: readonly (readonly (number | null)[])[]
}

const cases = keysReference<Frequencies>('frequencies.json').flatMap((one) =>
  one.alphas.map((alpha, k) => [`${one.id}, a missing key counts ${alpha}`, one, alpha, k] as const),
)

describe('frequencies of 4,580 records by seven keys, compared with another program', () => {
  it.each(cases)('%s', async (_, one, alpha, k) => {
    const rows = one.records.flatMap((row) => new Array<typeof row>(row[0] ?? 0).fill(row))
    expect(rows).toHaveLength(4580)
    const column = (at: number): Column => numeric(rows.map((row) => row[at] ?? Number.NaN))
    const measured = await runKeys(
      kAnonymityMetric,
      { ...Object.fromEntries(one.keys.map((name, j) => [name, column(2 + j)])), w: column(1) },
      { weight: 'w', params: { missing: 'share', share: alpha } },
    )
    const at = 2 + one.keys.length + 2 * k
    expect(measured.records).toEqual(Float64Array.from(rows, (row) => row[at] ?? Number.NaN))
    const F = measured.recordColumns?.column('F')
    // Mean weight of a class times its records: 15 digits.
    if (F?.kind !== 'numeric') throw new Error('no F')
    rows.forEach((row, i) => expect(Math.abs(F.values[i] / (row[at + 1] ?? 0) - 1)).toBeLessThan(1e-12))
    const [uniques, pairs] = tableColumn(measured, 'frequencies', 'records')
    expect([uniques, pairs]).toEqual([one.n1[k] ?? uniques, one.n2[k] ?? pairs])
    expect(uniques).toBeGreaterThan(0)
    // Full or zero weight has a rule of its own.
    if (alpha !== 1) return
    const whole = await runKeys(kAnonymityMetric, Object.fromEntries(one.keys.map((name, j) => [name, column(2 + j)])))
    expect(whole.records).toEqual(measured.records)
  })
})
