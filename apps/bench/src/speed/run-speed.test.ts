import { describe, expect, it } from 'vitest'
import type { Operation, Outcome, SpeedRow } from './operation.js'
import { renderSpeed, speedReport } from './report.js'
import { runSpeed, type SpeedRun } from './run-speed.js'
import { medianOf } from './time-runs.js'

const clock = { measure() {}, summary: () => ({ median: 0.1, least: 0.09, greatest: 0.12, runs: 3 }) }
const row = (id: string, n: number, goal?: number): Operation => ({
  kind: 'method',
  id,
  n,
  d: 5,
  params: {},
  ...(goal === undefined ? {} : { goal }),
})
const took = (seconds: number): Outcome => ({ status: 'measured', seconds, runs: 3, peakBytes: 9e7, bytesBefore: 5e7 })

function run(given: Partial<SpeedRun> & Pick<SpeedRun, 'operations' | 'measure'>): Promise<SpeedRow[]> {
  return runSpeed({ limits: { row: 10, total: 100, parallel: 1 }, clock, progress() {}, ...given })
}

describe('runSpeed', () => {
  it('measures every operation once, smaller sizes first, and answers in the order asked', async () => {
    const operations = [row('a/large', 100), row('a/large', 10), row('b/other', 10)]
    const measured: number[] = []
    const rows = await run({
      operations,
      measure: async ({ n }, limit) => {
        expect(limit).toBe(10)
        measured.push(n)
        return took(n)
      },
    })
    expect(measured).toEqual([10, 100, 10])
    expect(rows.map(({ operation }) => operation)).toEqual(operations)
  })

  it('tries no larger size after one that was cut off, but the other operations', async () => {
    const rows = await run({
      operations: [row('a/slow', 10), row('a/slow', 100), row('a/slow', 1000), row('b/fast', 1000)],
      measure: async ({ id, n }, limit) => (id === 'a/slow' && n >= 100 ? { status: 'cut off', limit } : took(1)),
    })
    expect(rows.map(({ outcome }) => outcome.status)).toEqual(['measured', 'cut off', 'not run', 'measured'])
    expect(rows[2].outcome).toMatchObject({ why: 'cut off at n = 100 already' })
  })

  it('begins no row after the limit of the whole run, and says so', async () => {
    let time = 0
    const rows = await run({
      operations: [row('a/a', 1), row('b/b', 1), row('c/c', 1)],
      now: () => time,
      measure: async () => {
        time += 60
        return took(60)
      },
    })
    expect(rows.map(({ outcome }) => outcome.status)).toEqual(['measured', 'measured', 'not run'])
  })

  it('takes no operation twice when several rows run at a time', async () => {
    const operations = Array.from({ length: 20 }, (_, i) => row(`a/m${i}`, 10))
    const seen: string[] = []
    const limits = { row: 1, total: 100, parallel: 4 }
    const rows = await run({
      operations,
      limits,
      measure: async ({ id }) => {
        seen.push(id)
        await new Promise((done) => setTimeout(done, 1))
        return took(1)
      },
    })
    expect([...seen].sort()).toEqual(operations.map(({ id }) => id).sort())
    expect(rows).toHaveLength(20)
  })
})

describe('the report', () => {
  const rows: SpeedRow[] = [
    { operation: row('a/fast', 1080, 8), outcome: took(0.25) },
    { operation: { ...row('a/fast', 10_000, 1), params: { k: 5 } }, outcome: took(0.25) },
    { operation: row('b/slow', 1080), outcome: { status: 'cut off', limit: 20 } },
    { operation: row('b/slow', 10_000), outcome: { status: 'not run', why: 'cut off at n = 1,080 already' } },
    { operation: row('c/none', 1080), outcome: { status: 'refused', why: 'too few records' } },
  ]
  const report = speedReport(rows, clock.summary(), { node: 'v20', processors: 4, rowsAtATime: 1 })

  it('counts seconds in sorts', () => {
    expect(report.rows[0]).toMatchObject({ seconds: 0.25, sorts: 2.5, goalSorts: 8, peakBytes: 9e7, why: null })
    expect(report.rows[2]).toMatchObject({ seconds: null, sorts: null, status: 'cut off', why: 'slower than 20 s' })
  })

  it('says which goals are met and why a row has no seconds, in 100 columns', () => {
    const text = renderSpeed(report)
    expect(text).toMatch(/a\/fast +1,080 +5 +0\.250 +2\.50 +≤ 8 +90 +met\n/)
    expect(text).toMatch(/a\/fast +10,000 +5 +0\.250 +2\.50 +≤ 1 +90 +k = 5, MISSED\n/)
    expect(text).toContain('b/slow 1,080 × 5, cut off: slower than 20 s')
    expect(text).toContain('c/none 1,080 × 5, refused: too few records')
    expect(text).not.toContain('at a time')
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  })

  it('warns that rows that shared the machine are no measurement', () => {
    expect(renderSpeed({ ...report, rowsAtATime: 4 })).toContain('4 rows ran at a time')
  })
})

describe('medianOf', () => {
  it('is the middle value, or the mean of the two', () => {
    expect(medianOf([3, 1, 2])).toBe(2)
    expect(medianOf([10, 1, 2, 3])).toBe(2.5)
  })
})
