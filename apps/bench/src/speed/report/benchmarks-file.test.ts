import { hostname, userInfo } from 'node:os'
import { describe, expect, it } from 'vitest'
import { benchmarksFile, committedKey, parseBenchmarks, sectionOf, withSection, withTables } from './benchmarks-file.js'
import { thisMachine } from '../measure/machine.js'
import type { Operation, Outcome, SpeedRow } from '../operation.js'
import { speedReport } from './report.js'

const operation = (id: string, n: number, own: Partial<Operation> = {}): Operation => ({
  kind: 'method',
  id,
  data: 'normal',
  n,
  d: 5,
  params: {},
  ...own,
})
const took = (seconds: number): Outcome => ({ status: 'measured', seconds, runs: 3, peakBytes: 9e7, bytesBefore: 5e7 })

const rows: SpeedRow[] = [
  { operation: operation('a/one', 1_080, { params: { k: 5 } }), outcome: took(0.002), sort: 0.1 },
  { operation: operation('a/one', 1_000_000, { params: { k: 5 } }), outcome: took(1234), sort: 0.1 },
  {
    operation: operation('a/one', 1_080, { params: { k: 5 }, data: 'log-normal', d: 13 }),
    outcome: took(0.004),
    sort: 0.2,
  },
  {
    operation: operation('a/one', 10_000, { params: { k: 5 }, data: 'log-normal', d: 13 }),
    outcome: { status: 'not run', why: 'too slow' },
    sort: null,
  },
  { operation: operation('b/two', 1_080, { data: 'artificial' }), outcome: took(0.5), sort: 0.1 },
]
const sort = { median: 0.1, least: 0.09, greatest: 0.12, runs: 3 }
const file = benchmarksFile(speedReport(rows, sort, thisMachine(), 1))

describe('the committed file', () => {
  it('returns the measured rows of single operations', () => {
    expect([...parseBenchmarks(file)]).toEqual([
      [committedKey(rows[0].operation), { title: 'a/one, k = 5', seconds: 0.002, sorts: 0.02 }],
      [committedKey(rows[1].operation), { title: 'a/one, k = 5', seconds: 1234, sorts: 12340 }],
      [committedKey(rows[2].operation), { title: 'a/one, k = 5', seconds: 0.004, sorts: 0.02 }],
    ])
  })

  it('is read for any text around the tables, and any order of the columns', () => {
    const text =
      '# T\r\n\r\ntext\r\n### x, k = 5\r\n| n | sorts | d | seconds | data |\r\n|---|---|---|---|---|\r\n| 1,080 | .5 | 2 | 1 | normal |\r\n'
    const key = committedKey(operation('x', 1_080, { d: 2, params: { k: 5 } }))
    expect([...parseBenchmarks(text)]).toEqual([[key, { title: 'x, k = 5', seconds: 1, sorts: 0.5 }]])
    expect(parseBenchmarks('').size).toBe(0)
  })

  it('replaces single tables that are measured separately, and keeps the others', () => {
    const again = rows.slice(0, 1).map((row) => ({ ...row, outcome: took(0.001) }))
    const renewed = withTables(file, speedReport(again, sort, thisMachine(), 1))
    expect(parseBenchmarks(renewed)).toEqual(
      new Map([[committedKey(rows[0].operation), { title: 'a/one, k = 5', seconds: 0.001, sorts: 0.01 }]]),
    )
    expect(sectionOf(renewed, '## a/one, k = 5')).toContain(
      `Measured apart from the rest, on ${thisMachine().processor}`,
    )
    expect(sectionOf(renewed, '## Every method')).toContain('b/two')
  })

  it('names the machine, and neither its host, nor a person, nor a path', () => {
    const { processor, node } = thisMachine()
    expect(file).toContain(processor)
    expect(file).toContain(node)
    expect(file.split(/[^\w-]+/)).not.toContain(hostname())
    expect(file).not.toMatch(/\/(home|tmp|root|Users|work)\b/)
    expect(file.split(/\W+/)).not.toContain(userInfo().username)
  })

  it('returns a section unchanged', () => {
    const section = '## Search\n\ntext\n'
    for (const one of ['# A\n', '# A\n\n## Search\n\nold\n\n## Other\n\nrest\n']) {
      const put = withSection(one, '## Search', section)
      expect(sectionOf(put, '## Search')).toBe(section)
      expect(put).toContain(one.includes('Other') ? '## Other\n\nrest\n' : '# A\n')
    }
    expect(sectionOf(file, '## Search')).toBeUndefined()
  })

  it('states the reason if a row has no time', () => {
    expect(file).toContain('- log-normal, d = 13, n = 10,000, not run: too slow')
  })
})
