import { numericValues, seededRng } from '@sdc/core'
import { pearson, spearman } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { paper001Groups, paper001Microdata, paper001Spearman } from './paper-001-microdata.js'

const names = ['Home', 'Mortgage', 'Net'] as const
const pairs = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const

describe('the replacement of the simulated file of paper 001', () => {
  const data = paper001Microdata(seededRng(1))
  const columns = names.map((name) => numericValues(data, name))
  const starts = paper001Groups.map((_, g) =>
    paper001Groups.slice(0, g).reduce((total, { records }) => total + records, 0),
  )
  const group = (g: number): Float64Array[] =>
    columns.map((column) => column.subarray(starts[g], starts[g] + paper001Groups[g].records))

  it('has the 24 sub-groups of Table 2', () => {
    expect(data.rows).toBe(50000)
    expect(data.names).toEqual(['Gender', 'Marital', 'Age', ...names])
    expect(paper001Groups.length).toBe(24)
    const counts = new Map<string, number>()
    const [gender, marital, age] = ['Gender', 'Marital', 'Age'].map((name) => {
      const column = data.column(name)
      return column.kind === 'categorical' ? Array.from(column.codes, (code) => column.levels[code]) : []
    })
    gender.forEach((code, i) => {
      const key = `${code}${marital[i]}${age[i]}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    })
    expect(counts.get('001')).toBe(1220)
    expect(counts.get('011')).toBe(4672)
    expect(counts.get('106')).toBe(464)
    expect(counts.get('116')).toBe(1940)
  })

  it('has the Spearman correlations of Table 4 within the sub-groups', () => {
    for (const [a, b] of pairs) {
      // Weighted mean of 24 correlations: 5 standard errors, each at most 1/√50000.
      const total = paper001Groups.reduce((sum, { records }, g) => {
        const own = group(g)
        return sum + records * spearman(own[a], own[b])
      }, 0)
      expect(Math.abs(total / 50000 - paper001Spearman[a][b])).toBeLessThan(5 / Math.sqrt(50000))
    }
  })

  it('is close to the overall rows of Tables 3 and 4', () => {
    const printed = [
      [0.582, 0.223],
      [0.681, 0.201],
      [0.782, 0.719],
    ]
    pairs.forEach(([a, b], k) => {
      expect(Math.abs(spearman(columns[a], columns[b]) - printed[k][0])).toBeLessThan(0.02)
      // Home is so skewed that a few records determine a sample's Pearson correlation: it varies by .05 between seeds.
      expect(Math.abs(pearson(columns[a], columns[b]) - printed[k][1])).toBeLessThan(0.1)
    })
  })

  it('has positive, skewed Home and Mortgage, and the first sub-group has the printed mean of Home', () => {
    expect(columns.every((column) => column.every((value) => value > 0))).toBe(true)
    const [home] = group(0)
    const logs = home.map(Math.log)
    const mean = logs.reduce((total, value) => total + value, 0) / logs.length
    // The mean of the logarithms has a standard error of 1.519/√1220 = .043.
    expect(Math.abs(mean + 1.519 ** 2 / 2 - Math.log(2.872))).toBeLessThan(5 * 0.043)
  })

  it('draws each sub-group from its own stream', () => {
    expect(numericValues(paper001Microdata(seededRng(1)), 'Net')).toEqual(columns[2])
    expect(numericValues(paper001Microdata(seededRng(2)), 'Net')).not.toEqual(columns[2])
  })
})
