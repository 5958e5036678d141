import { dataset, maskInput, resolveParams, seededRng, type Column, type MaskingMethod } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { rankSwapPbucketsMethod } from './rank-swap-pbuckets.js'
import { rankSwapPdistMethod } from './rank-swap-pdist.js'
import { rankSwapMethod } from './rank-swap.js'
import { maskByPlan } from '@sdc/toolkit'

const levels = ['none', 'odd', 'part', 'full', 'over']
const column: Column = {
  kind: 'categorical',
  codes: Int32Array.from({ length: 400 }, (_, i) => (i % 17 === 0 ? -1 : (i * 7) % 5)),
  levels,
  ordered: true,
}

async function swapped(method: MaskingMethod, params: object, of: Column = column): Promise<Column | null | undefined> {
  const input = { params: resolveParams(method.params, { ...params }), rng: seededRng(2), columns: ['job'] }
  const { files } = await maskByPlan(method, maskInput(dataset([['job', of]]), input))
  return files[0].columns.get('job')
}

describe.each([rankSwapMethod, rankSwapPdistMethod, rankSwapPbucketsMethod] as MaskingMethod[])(
  '$id of ordered categories',
  (method) => {
    it('permutes them, leaves missing ones, and keeps levels and their order', async () => {
      const masked = await swapped(method, {})
      if (masked?.kind !== 'categorical') throw new Error('no categories came back')
      expect(masked).toMatchObject({ levels, ordered: true })
      expect([...masked.codes].map((code) => code < 0)).toEqual([...column.codes].map((code) => code < 0))
      expect([...masked.codes].sort()).toEqual([...column.codes].sort())
      expect([...masked.codes]).not.toEqual([...column.codes])
    })

    it('refuses categories without an order', async () => {
      const nominal: Column = { ...column, ordered: false }
      await expect(async () => swapped(method, {}, nominal)).rejects.toMatchObject({ code: 'NOT_NUMERIC' })
    })
  },
)

it('moves no category further than the window reaches in ranks', async () => {
  // 400 categories in the order of 40 levels, 10 each: 5 ranks reach the next level, never the one after it.
  const codes = Int32Array.from({ length: 400 }, (_, i) => Math.floor(i / 10))
  const many: Column = {
    kind: 'categorical',
    codes,
    levels: Array.from({ length: 40 }, (_, l) => `l${l}`),
    ordered: true,
  }
  const masked = await swapped(rankSwapMethod as MaskingMethod, { positions: 5 }, many)
  if (masked?.kind !== 'categorical') throw new Error('no categories came back')
  const moved = masked.codes.map((code, i) => Math.abs(code - codes[i]))
  expect(Math.max(...moved)).toBe(1)
})
