import { describe, expect, it } from 'vitest'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { rankCorrelationRiskMetric } from './rank-correlation.js'

describe('risk/rank-correlation', () => {
  it('is 1 for an unmasked column, a monotone function of it, and the reverse of it', async () => {
    const { v1 } = Object.fromEntries(normals(30, 1, 1))
    for (const of of [(v: number) => v, (v: number) => v ** 3, (v: number) => -v]) {
      expect((await run(rankCorrelationRiskMetric, { v1 }, { v1: v1.map(of) })).value).toBeCloseTo(1, 12)
    }
  })

  it('uses the column with the highest correlation, and gives the mean', async () => {
    const measured = await run(
      rankCorrelationRiskMetric,
      { a: [1, 2, 3], b: [1, 2, 3] },
      { a: [3, 2, 1], b: [1, 3, 2] },
    )
    expect(measured.value).toBeCloseTo(1, 12)
    expect(measured.columns?.get('b')).toBeCloseTo(0.5, 12)
    expect(tableColumn(measured, 'columns', 'correlation')[0]).toBeCloseTo(-1, 12)
    expect(tableColumn(measured, 'summary', 'correlation')[1]).toBeCloseTo(0.75, 12)
  })

  it('follows the origin, leaves out records without one, and uses complete pairs', async () => {
    const original = { a: [10, 20, 30, 40, Number.NaN] }
    const measured = await run(rankCorrelationRiskMetric, original, { a: [3, 1, 9, 2] }, { origin: [2, 0, -1, 4] })
    expect(measured.value).toBeCloseTo(1, 12)
    expect(measured.used).toBe(2)
  })

  it('has no value, with the reason, for a constant column, too few pairs, or no link', async () => {
    const constant = await run(
      rankCorrelationRiskMetric,
      { a: [1, 1, 1], b: [1, 2, 3] },
      { a: [1, 2, 3], b: [1, 2, 3] },
    )
    expect([...(constant.columns ?? [])]).toEqual([
      ['a', null],
      ['b', expect.closeTo(1, 12)],
    ])
    const flat = await run(rankCorrelationRiskMetric, { a: [1, 2, 3] }, { a: [4, 4, 4] })
    expect(flat.reason).toMatch(/no column has a correlation \(the masked values are all the same\)/)
    expect((await run(rankCorrelationRiskMetric, { a: [1, Number.NaN] }, { a: [4, 5] })).value).toBeNull()
    expect((await run(rankCorrelationRiskMetric, { a: [1, 2] }, { a: [4, 5] }, { origin: [-1, -1] })).reason).toMatch(
      /link/,
    )
    expect((await run(rankCorrelationRiskMetric, { a: [1, 2] }, { a: [4, 5] }, { origin: [0, -1] })).reason).toMatch(
      /1 of 2/,
    )
  })
})

describe('tables of risk/rank-correlation', () => {
  it('have every column, its pairs, and the reason for a missing value', async () => {
    const none = Number.NaN
    const original = { a: [1, 2, 3, none], b: [5, 5, 5, 5], c: [1, none, none, none], d: [4, 3, 2, 1] }
    const masked = { a: [1, 3, 2, 4], b: [1, 2, 3, 4], c: [1, 2, 3, 4], d: [2, 2, 2, 2] }
    const measured = await run(rankCorrelationRiskMetric, original, masked)
    expect(measured.value).toBeCloseTo(0.5, 12)
    expect(measured.used).toBe(3)
    expect(tableColumn(measured, 'columns', 'pairs')).toEqual([3, 4, 1, 4])
    expect(measured.tables?.get('columns')?.column('reason')).toMatchObject({
      levels: [
        'the original values are all the same',
        '1 complete pairs; the metric needs 2',
        'the masked values are all the same',
      ],
    })
    const [greatest, mean] = tableColumn(measured, 'summary', 'correlation')
    expect([greatest, mean]).toEqual([expect.closeTo(0.5, 12), expect.closeTo(0.5, 12)])
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([0, 3])
  })

  it('name the columns if there are different reasons', async () => {
    const { value, reason, used, columns } = await run(
      rankCorrelationRiskMetric,
      { a: [1, 1], b: [1, 2] },
      { a: [1, 2], b: [3, 3] },
    )
    expect({ value, used, columns: [...(columns ?? [])] }).toEqual({
      value: null,
      used: 0,
      columns: [
        ['a', null],
        ['b', null],
      ],
    })
    expect(reason).toMatch(/\(a: the original values are all the same; b: the masked values are all the same\)/)
    expect((await run(rankCorrelationRiskMetric, { a: [1, 2] }, { a: [5, 4] })).value).toBeCloseTo(1, 12)
  })
})
