import { describe, expect, it } from 'vitest'
import type { Operation, Outcome, SpeedRow } from '../operation.js'
import { runSpeed, type SpeedRun } from './run-speed.js'

const row = (id: string, n: number): Operation => ({ kind: 'method', id, data: 'normal', n, d: 5, params: {} })
const took = (seconds: number): Outcome => ({ status: 'measured', seconds, runs: 3, peakBytes: 9e7, bytesBefore: 5e7 })

type Given = Omit<Partial<SpeedRun>, 'measure'> &
  Pick<SpeedRun, 'operations'> & { readonly measure: (operation: Operation) => Promise<Outcome> }

function run({ measure, ...given }: Given): Promise<SpeedRow[]> {
  return runSpeed({
    limits: { row: 10, total: 100, parallel: 1 },
    progress() {},
    measure: async (operation) => ({ operation, outcome: await measure(operation), sort: 0.1 }),
    ...given,
  })
}

describe('runSpeed', () => {
  it('measures every operation once, smaller sizes first, and returns the requested order', async () => {
    const operations = [row('a/large', 100), row('a/large', 10), row('b/other', 10)]
    const measured: number[] = []
    const rows = await run({
      operations,
      measure: async ({ n }) => {
        measured.push(n)
        return took(1)
      },
    })
    expect(measured).toEqual([10, 100, 10])
    expect(rows.map(({ operation }) => operation)).toEqual(operations)
  })

  it('skips larger sizes after one that was killed, but not other operations', async () => {
    const rows = await run({
      operations: [row('a/slow', 10), row('a/slow', 100), row('a/slow', 1000), row('b/fast', 1000)],
      measure: async ({ id, n }) => (id === 'a/slow' && n >= 100 ? { status: 'cut off', limit: 10 } : took(1)),
    })
    expect(rows.map(({ outcome }) => outcome.status)).toEqual(['measured', 'cut off', 'not run', 'measured'])
    expect(rows[2].outcome).toMatchObject({ why: 'cut off at n = 100 already' })
  })

  it('skips a size with an expected time of more than twice the limit, and reports it', async () => {
    const operations = [row('a/square', 10), row('a/square', 100), row('a/square', 1000), row('a/square', 10_000)]
    const measured: number[] = []
    const rows = await run({
      operations,
      measure: async ({ n }) => {
        measured.push(n)
        return took(n ** 2 / 50_000)
      },
    })
    // 20 s at 1,000 records may turn out to be under 10; 2,000 s at 10,000 will not.
    expect(measured).toEqual([10, 100, 1000])
    expect(rows[3]).toMatchObject({
      outcome: {
        status: 'not run',
        why: 'it should take 2,000 s by the smaller sizes, and 10 s is the limit',
      },
      sort: null,
    })
  })

  it('begins no row after the limit of the whole run, and reports it', async () => {
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

  it('runs no operation twice if several rows run at a time', async () => {
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
