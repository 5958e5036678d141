import { numericValues, seededRng } from '@sdc/core'
import { pearson } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { independentColumns, speedData } from './speed-data.js'

describe('speedData', () => {
  it.each(['artificial', 'census', 'uniform', 'normal', 'log-normal'] as const)(
    '%s: n records of d numeric columns',
    (shape) => {
      const data = speedData(shape, seededRng(1), 50, 3)
      expect(data.rows).toBe(50)
      expect(data.names).toHaveLength(3)
      for (const name of data.names) expect(numericValues(data, name).every(Number.isFinite)).toBe(true)
    },
  )

  it('has at most the records and columns of the census file', () => {
    expect(() => speedData('census', seededRng(1), 1081, 13)).toThrow(/1080 records of 13 columns/)
    expect(() => speedData('census', seededRng(1), 10, 14)).toThrow(/not 10 of 14/)
  })

  it('log-normal columns are the exponentials of the normal ones', () => {
    const normal = independentColumns('normal', seededRng(1), 100, 2)
    expect(independentColumns('log-normal', seededRng(1), 100, 2)).toEqual(normal.map((x) => x.map(Math.exp)))
  })

  it('columns are independent', () => {
    const n = 10_000
    const [a, b] = independentColumns('normal', seededRng(1), n, 2)
    // Five standard errors of a correlation of 0.
    expect(Math.abs(pearson(a, b))).toBeLessThan(5 / Math.sqrt(n))
  })
})
