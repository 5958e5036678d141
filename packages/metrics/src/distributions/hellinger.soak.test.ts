import { type Column } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { one } from './hellinger.fixture.js'

describe('loss/hellinger', () => {
  it('takes a million categories', async () => {
    const levels = Array.from({ length: 1_000_000 }, (_, i) => `p${i}`)
    const column: Column = { kind: 'categorical', levels, codes: Int32Array.from(levels.keys()), ordered: false }
    const other: Column = { ...column, levels: [...levels].reverse() }
    expect((await one(column, other)).value).toBe(0)
  })
})
