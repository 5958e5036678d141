import { describe, expect, it } from 'vitest'
import { paper003Ipso, paper003IpsoColumns, paper003IpsoMeasures } from './paper-003-ipso.js'

describe('paper 003, IPSO, as copied', () => {
  it('has nine lines of six counts, at most the 4092 records', () => {
    expect(paper003Ipso.map(({ method, keys }) => `${method}${keys.length}`)).toEqual(
      ['A', 'B', 'C'].flatMap((method) => [1, 3, 5].map((keys) => method + keys)),
    )
    for (const { linked } of paper003Ipso) {
      expect(linked).toHaveLength(paper003IpsoMeasures.length)
      for (const count of linked) expect(count).toBeLessThan(4092)
    }
  })

  it('links most by the true cross-covariance, printed as the one without: five keys in every method', () => {
    for (const { keys, linked } of paper003Ipso) {
      if (keys.length === 5) expect(linked[2]).toBeGreaterThan(10 * linked[3])
    }
  })

  it('names ten numeric columns, each once', () => {
    const { independent, ...dependent } = paper003IpsoColumns
    expect(new Set([...independent, ...Object.values(dependent)]).size).toBe(10)
  })
})
