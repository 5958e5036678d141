import { numericValues, type MaskingMethod } from '@sdc/core'
import { roundingMethod, type RoundingParams } from '@sdc/methods-coding'
import { checkMethod } from '@sdc/test-kit'
import { describe, expect, it } from 'vitest'
import { maskByPlan } from '@sdc/toolkit'

/**
 * `coding/rounding` has two scopes: vectors use the other columns of a record, other options the column alone. Its
 * trait declares the wider one; here the suite tests each half by its own scope.
 */
async function failed(method: MaskingMethod<RoundingParams>): Promise<string[]> {
  const checks = await checkMethod(method as MaskingMethod)
  expect(checks.length).toBeGreaterThan(20)
  return checks.filter(({ ok }) => !ok).map(({ name, message }) => `${name}: ${message}`)
}

const columnwise: MaskingMethod<RoundingParams> = {
  ...roundingMethod,
  traits: { ...roundingMethod.traits, scope: 'column' },
}

/** Rounds to the vectors of some records of the file, slightly shifted, for any names of the columns. */
const toRecords: MaskingMethod<RoundingParams> = {
  ...roundingMethod,
  examples: [],
  traits: { ...roundingMethod.traits, stochastic: false },
  needsFile: (facts) => roundingMethod.needsFile?.({ ...facts, params: { ...facts.params, vectors: [['any'], [0]] } }),
  plan: () => ({
    form: 'file',
    mask(input) {
      const values = input.columns.map((name) => numericValues(input.data, name))
      const chosen = Array.from({ length: 12 }, (_, v) => (v * 8) % input.data.rows)
      const complete = chosen.filter((i) => values.every((column) => !Number.isNaN(column[i])))
      const vectors = [[...input.columns], ...complete.map((i) => values.map((column) => column[i] * 1.01))]
      return maskByPlan(roundingMethod, { ...input, params: { ...input.params, vectors } })
    },
  }),
}

describe('coding/rounding', () => {
  it('without vectors masks each column by itself', async () => {
    expect(await failed(columnwise)).toEqual([])
  })

  it('with vectors passes the conformance suite, too', async () => {
    expect(await failed(toRecords)).toEqual([])
  })

  it('with vectors needs the other columns: one column alone has another result', async () => {
    const found = await failed({ ...toRecords, traits: { ...toRecords.traits, scope: 'column' } })
    expect(found.map((one) => one.split(':')[0])).toEqual(['each column is masked by itself'])
  })
})
