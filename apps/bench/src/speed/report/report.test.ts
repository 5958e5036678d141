import { describe, expect, it } from 'vitest'
import type { Goal, Operation, Outcome, SpeedRow } from '../operation.js'
import { speedText } from './report-text.js'
import { speedReport, type SpeedReport } from './report.js'
import { rowMeasurer } from '../measure/row-measurer.js'

const row = (id: string, n: number, data: Operation['data'], goal?: Goal): Operation => ({
  kind: 'method',
  id,
  data,
  n,
  d: 5,
  params: {},
  ...(goal === undefined ? {} : { goal }),
})
const took = (seconds: number): Outcome => ({ status: 'measured', seconds, runs: 3, peakBytes: 9e7, bytesBefore: 5e7 })

const machine = { processor: 'A processor', cores: 4, bytes: 16e9, node: 'v20' }
const sort = { median: 0.1, least: 0.09, greatest: 0.12, runs: 3 }
const report = (rows: SpeedRow[], rowsAtATime = 1): SpeedReport => speedReport(rows, sort, machine, rowsAtATime)

const rows: SpeedRow[] = [
  { operation: row('a/fast', 1000, 'normal', { sorts: 8, bytes: 80e6 }), outcome: took(0.2), sort: 0.08 },
  { operation: { ...row('a/fast', 1000, 'normal'), d: 2 }, outcome: took(7), sort: 0.1 },
  { operation: row('a/fast', 100_000, 'normal', { sorts: 100 }), outcome: took(200), sort: 0.1 },
  { operation: row('b/slow', 1080, 'artificial'), outcome: { status: 'cut off', limit: 20 }, sort: 0.1 },
  { operation: row('c/none', 1080, 'artificial'), outcome: { status: 'refused', why: 'too few records' }, sort: 0.1 },
]

describe('the report', () => {
  it('expresses seconds in the sorts of the same row, and the growth from the previous size of the same series', () => {
    const [first, second, third, fourth] = report(rows).rows
    expect(first).toMatchObject({ seconds: 0.2, sorts: 2.5, growth: null, goalSorts: 8, peakBytes: 9e7, why: null })
    expect(second.growth).toBeNull()
    // A thousand times the seconds for a hundred times the records.
    expect(third.growth).toBeCloseTo(1.5, 10)
    expect(fourth).toMatchObject({ seconds: null, sorts: null, status: 'cut off', why: 'slower than 20 s' })
  })

  it('reports goals and reasons for missing seconds, in 100 columns', () => {
    const text = speedText(report(rows))
    expect(text).toMatch(/normal +5 +1,000 +0\.200 +2\.50 +90 +goal 8 sorts met, goal 80 MB MISSED\n/)
    expect(text).toMatch(/normal +5 +100,000 +200 +2000 +1\.50 +90 +goal 100 sorts MISSED\n/)
    expect(text).toContain('b/slow, n = 1,080, cut off: slower than 20 s')
    expect(text).toContain('c/none, n = 1,080, refused: too few records')
    expect(text).toContain('A processor, 4 cores, 16 GB, Node v20')
    expect(text).not.toContain('at a time')
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  })

  it('warns that rows measured in parallel are not measurements', () => {
    expect(speedText(report(rows, 4))).toContain('4 rows ran at a time')
  })
})

describe('rowMeasurer', () => {
  it('takes the median of the sorts before and after a row', async () => {
    const times = [
      [0.1, 0.2],
      [0.3, 0.4],
      [0.5, 0.6],
    ]
    let at = 0
    const measure = rowMeasurer({ measure: () => times[at++], summary: () => sort }, async () => took(1))
    const operation = row('a/a', 10, 'normal')
    expect(await measure(operation)).toEqual({ operation, outcome: took(1), sort: 0.25 })
    expect((await measure(operation)).sort).toBeCloseTo(0.45, 10)
  })

  it('lets rows share recent sorts, and sorts again later', async () => {
    let sorts = 0
    const clock = { measure: () => [++sorts], summary: () => sort }
    const slept = async (milliseconds: number): Promise<number> => {
      const measure = rowMeasurer(clock, () => new Promise((done) => setTimeout(done, milliseconds, took(1))), 0.2)
      const { sort: first } = await measure(row('a/a', 10, 'normal'))
      return (first ?? 0) - sorts
    }
    // For one sort, and for the ones before and after.
    expect([await slept(0), await slept(250)]).toEqual([0, -0.5])
    expect(sorts).toBe(3)
  })
})
