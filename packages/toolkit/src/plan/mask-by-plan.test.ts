import { dataset, maskInput, numeric, SdcError, type Masking } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { maskByPlan } from './mask-by-plan.js'

describe('maskByPlan', () => {
  it('names the record of the original in errors of a block', () => {
    const place = { method: 'm', column: 'x', row: 2 }
    const refuse = (): never => {
      throw new SdcError('NOT_NUMERIC', 'record 2 is too large', place, 'Correct it.')
    }
    const data = dataset([['x', numeric([1, 2])]])
    const input = maskInput(data, { params: {}, original: dataset([['x', numeric([0, 0, 0, 2, 1])]]), origin: Int32Array.of(4, 3) }) // oxfmt-ignore
    const plans: readonly (() => Masking | Generator<never, Masking>)[] = [
      refuse,
      () => ({ form: 'block', mask: refuse }),
    ]
    for (const plan of plans)
      expect(() => maskByPlan({ plan }, input)).toThrow(
        expect.objectContaining({
          code: 'NOT_NUMERIC',
          message: 'record 4 is too large',
          place: { ...place, row: 4 },
          fix: 'Correct it.',
        }),
      )
    expect(() => maskByPlan({ plan: () => ({ form: 'file', mask: refuse }) }, input)).toThrow(
      expect.objectContaining({ place }),
    )
  })
})
