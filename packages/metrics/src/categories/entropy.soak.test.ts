import { type Column } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { run } from './entropy.fixture.js'

describe('loss/entropy and loss/per-record-entropy', () => {
  it('takes a million categories', async () => {
    const n = 1_000_000
    const levels = Array.from({ length: n }, (_, i) => String(i))
    const column = (of: (i: number) => number): Column => ({
      kind: 'categorical',
      codes: Int32Array.from({ length: n }, (_, i) => of(i)),
      levels,
      ordered: false,
    })
    // A quarter of the records, all with unique values, have the value of another record.
    const y = column((i) => (i % 4 === 0 ? (i + 4) % n : i))
    const measured = await run({ v: column((i) => i) }, { v: y })
    expect(measured.value).toBeCloseTo(25, 6)
  })
})
