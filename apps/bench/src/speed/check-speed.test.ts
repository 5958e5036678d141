import { describe, expect, it } from 'vitest'
import { committedKey, type Committed } from './report/benchmarks-file.js'
import {
  checkable,
  checkSpeed,
  drift,
  fails,
  lenient,
  verdictOf,
  withCommitted,
  type CheckedRow,
} from './check-speed.js'
import { checkText } from './report/check-text.js'
import type { Operation, Outcome } from './operation.js'

const operation = (n: number, own: Partial<Operation> = {}): Operation => ({
  kind: 'method',
  id: 'a/one',
  data: 'normal',
  n,
  d: 5,
  params: {},
  ...own,
})

/**
 * One row, committed with 2 sorts, that takes these numbers of sorts in consecutive measurements; a sort takes 0.1 s.
 */
const checked = (...sorts: number[]): Promise<CheckedRow> => checkedRow(2, sorts)

async function checkedRow(
  before: number,
  sorts: readonly number[],
  ...strictness: readonly (typeof lenient)[]
): Promise<CheckedRow> {
  let at = 0
  const rows = [{ operation: operation(10_000), committed: { title: 'a/one', seconds: before / 10, sorts: before } }]
  const [row] = await checkSpeed(
    rows,
    async (one, attempt, enough) => {
      expect(attempt).toBe(at + 1)
      expect(enough).toBe(1.5 * Math.max(before, strictness.at(0)?.floor ?? 0))
      const outcome: Outcome = { status: 'measured', seconds: 0.1 * sorts[at++], runs: 3, peakBytes: 1, bytesBefore: 1 }
      return { operation: one, outcome, sort: 0.1 }
    },
    () => {},
    ...strictness.slice(0, 1),
  )
  expect(at).toBe(row.attempts)
  return row
}

describe('verdictOf', () => {
  it('warns past 1.5 and fails past 3 times the committed sorts', () => {
    expect([0.1, 1, 1.5].map(verdictOf)).toEqual(['fine', 'fine', 'fine'])
    expect([1.51, 3].map(verdictOf)).toEqual(['slower', 'slower'])
    expect([3.01, 100].map(verdictOf)).toEqual(['much slower', 'much slower'])
    expect((['fine', 'slower', 'much slower', 'not measured'] as const).map(fails)).toEqual([false, false, true, true])
  })
})

describe('checkSpeed', () => {
  it('measures once if a row is at most as slow as before', async () => {
    expect(await checked(2.9)).toMatchObject({ verdict: 'fine', attempts: 1 })
    expect(await checked(0.1)).toMatchObject({ verdict: 'fine', attempts: 1 })
  })

  it('measures rows that seem slower again, and uses the fastest', async () => {
    expect(await checked(9, 2.1)).toMatchObject({ verdict: 'fine', attempts: 2 })
    const slower = await checked(9, 7, 4)
    expect(slower).toMatchObject({ verdict: 'slower', attempts: 3 })
    expect(slower.sorts).toBeCloseTo(4, 10)
    // Two measurements are enough for a warning.
    expect(await checked(4, 5)).toMatchObject({ verdict: 'slower', attempts: 2 })
    expect(await checked(7, 9, 8)).toMatchObject({ verdict: 'much slower', attempts: 3 })
  })

  it('measures again only rows that would fail, if they were measured with few runs', async () => {
    expect(await checkedRow(2, [5], lenient)).toMatchObject({ verdict: 'slower', attempts: 1 })
    expect(await checkedRow(2, [9, 2.1], lenient)).toMatchObject({ verdict: 'fine', attempts: 2 })
    expect(await checkedRow(2, [9, 7, 8], lenient)).toMatchObject({ verdict: 'much slower', attempts: 3, ratio: 3.5 })
  })

  it('does not fail very short rows for small differences', async () => {
    const { floor } = lenient
    expect(await checkedRow(floor / 10, [floor], lenient)).toMatchObject({ verdict: 'fine', ratio: 1 })
    const sorts = [4 * floor, 4 * floor, 4 * floor]
    expect(await checkedRow(floor / 10, sorts, lenient)).toMatchObject({ verdict: 'much slower' })
  })

  it('fails rows that cannot be measured', async () => {
    const rows = [{ operation: operation(10_000), committed: { title: 'a/one', seconds: 0.2, sorts: 2 } }]
    const outcome: Outcome = { status: 'failed', why: 'a bug' }
    const [row] = await checkSpeed(
      rows,
      async (one) => ({ operation: one, outcome, sort: 0.1 }),
      () => {},
    )
    expect(row).toMatchObject({ verdict: 'not measured', sorts: null, why: 'a bug' })
    expect(fails(row.verdict)).toBe(true)
    expect(checkText([row])).toContain('FAILED: not measured')
  })
})

describe('checkable', () => {
  const all = [
    operation(1_080),
    operation(10_000),
    operation(100_000),
    operation(1_080, { d: 2 }),
    operation(10_000, { d: 2 }),
    operation(10_000, { data: 'log-normal' }),
    operation(1_080, { id: 'a/new' }),
  ]
  const committed = new Map<string, Committed>([
    [committedKey(all[0]), { title: 'a/one', seconds: 0.1, sorts: 1 }],
    [committedKey(all[1]), { title: 'a/one', seconds: 1, sorts: 10 }],
    [committedKey(all[2]), { title: 'a/one', seconds: 10, sorts: 100 }],
    [committedKey(all[3]), { title: 'a/one', seconds: 0.0009, sorts: 0.009 }],
    [committedKey(all[4]), { title: 'a/one', seconds: 0.001, sorts: 0.01 }],
    [committedKey(all[5]), { title: 'a/one', seconds: 1, sorts: 10 }],
  ])

  it('is the largest small size of each operation that took a millisecond, for one distribution', () => {
    expect(checkable(all, committed).map((row) => row.operation)).toEqual([all[1], all[4]])
    committed.delete(committedKey(all[1]))
    expect(checkable(all, committed)[0]).toEqual({
      operation: all[0],
      committed: { title: 'a/one', seconds: 0.1, sorts: 1 },
    })
  })
})

describe('withCommitted', () => {
  it('separates operations with and without a committed row', () => {
    const [known, fresh] = [operation(1_080), operation(1_080, { id: 'a/new' })]
    const row: Committed = { title: 'a/one', seconds: 1, sorts: 1 }
    expect(withCommitted([known, fresh], new Map([[committedKey(known), row]]))).toEqual({
      rows: [{ operation: known, committed: row }],
      missing: [fresh],
    })
  })
})

describe('drift', () => {
  it('names operations that only the file or only the program has', () => {
    const committed = new Map<string, Committed>([
      ['x', { title: 'a/one', seconds: 1, sorts: 1 }],
      ['y', { title: 'a/old, k = 5', seconds: 1, sorts: 1 }],
    ])
    expect(drift([operation(10), operation(10, { id: 'a/new', params: { k: 3 } })], committed)).toEqual({
      notCommitted: ['a/new, k = 3'],
      notMeasured: ['a/old, k = 5'],
    })
    const others = [operation(10, { id: 'a/old', params: { k: 5 } })]
    expect(drift([operation(10)], committed, others)).toEqual({ notCommitted: [], notMeasured: [] })
  })
})

describe('checkText', () => {
  it('counts warnings and failures', async () => {
    const text = checkText([await checked(1), await checked(4, 4), await checked(7, 7, 7)])
    expect(text).toMatch(/2\.00 +1\.00 +0\.50 +1\n/)
    expect(text).toMatch(/2\.00 +4\.00 +2\.00 +2 +warning: slower\n/)
    expect(text).toMatch(/2\.00 +7\.00 +3\.50 +3 +FAILED: much slower\n/)
    expect(text).toContain(
      '3 rows in sorts, compared with the committed ones: 1 within 1.5×, 1 slower (warnings), 1 slower than 3×',
    )
  })
})
