import { dataset, maskInput, noRoles, numeric, resolveParams, type MaskingMethod } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { globalRecodeMethod } from './global-recode/global-recode.js'
import { topBottomMethod } from './top-bottom.js'
import { maskByPlan } from '@sdc/toolkit'

/** Twelve visits; the three most expensive and the three cheapest are of one person each. */
const cost = numeric([1, 2, 3, 10, 11, 12, 13, 14, 15, 97, 98, 99])
const persons = [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]

async function mask(
  method: MaskingMethod,
  params: Readonly<Record<string, unknown>>,
  pid: readonly number[],
): Promise<void> {
  const data = dataset([
    ['pid', numeric(pid)],
    ['cost', cost],
  ])
  const roles = { ...noRoles, person: 'pid' }
  await maskByPlan(method, maskInput(data, { columns: ['cost'], roles, params: resolveParams(method.params, params) }))
}

describe.each([
  ['the mean of a tail', topBottomMethod as MaskingMethod, { replacement: 'tail-mean', top: 50, bottom: 5 }],
  ['the median of a tail', topBottomMethod as MaskingMethod, { replacement: 'tail-median', top: 50 }],
  ['the mean of a class', globalRecodeMethod as MaskingMethod, { breaks: [0, 5, 50, 100], represent: 'mean' }],
])('%s', (_, method, params) => {
  it('requires enough persons, not only records', async () => {
    await expect(mask(method, params, persons)).rejects.toMatchObject({
      code: 'TOO_FEW_RECORDS',
      message: expect.stringContaining('has 1 person: its mean') as unknown,
    })
    await expect(mask(method, params, [...persons.keys()])).resolves.toBeUndefined()
    const mixed = [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]
    await expect(mask(method, params, mixed)).resolves.toBeUndefined()
  })
})
