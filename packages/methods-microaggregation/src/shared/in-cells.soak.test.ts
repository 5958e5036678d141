import { seededRng, type MaskResult } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { mdavMethod } from '../mdav/mdav.js'
import { vmdavMethod } from '../vmdav/vmdav.js'
import { applyTo, maskedColumn, numericData } from './run.fixture.js'

/** Columns of normal numbers, some correlated. */
function drawn(name: string, n: number, p = 3): Map<string, Float64Array> {
  const rng = seededRng(name)
  const common = Float64Array.from({ length: n }, () => rng.normal())
  return new Map(
    Array.from({ length: p }, (_, j) => [`c${j}`, common.map((value) => 100 * j + value * (j % 2) + rng.normal())]),
  )
}

describe.each([mdavMethod, vmdavMethod])('$id in blocks of records', (method) => {
  const apply = (columns: Map<string, Float64Array>, params: Readonly<Record<string, unknown>>, seed = 1): MaskResult =>
    applyTo(method as typeof mdavMethod, numericData(columns), params, { seed })

  it('is the same for any seed and order of the columns, also with medians of a sample', () => {
    const columns = drawn('sampled', 70_000, 2)
    const params = { k: 500, inBlocks: 9000 }
    const result = apply(columns, params)
    expect(result.warnings?.[0]).toMatch(/^masked in 8 blocks of 86\d\d to 8[78]\d\d records/)
    const turned = apply(new Map([...columns].toReversed()), params, 2)
    for (const name of columns.keys()) expect(maskedColumn(turned, name)).toEqual(maskedColumn(result, name))
  })
})
