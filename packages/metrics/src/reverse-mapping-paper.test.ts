import { numericValues } from '@sdc/core'
import { paper000Records, type Paper000Column } from '@sdc/datasets'
import { describe, expect, it } from 'vitest'
import { rankCorrelationLossMetric } from './moments/rank-correlation.js'
import { levelMetric } from '@sdc/permutation'
import { rankCorrelationRiskMetric } from './model/rank-correlation.js'
import { run, tableColumn } from './testing/run.fixture.js'

const column = (name: Paper000Column): number[] => [...numericValues(paper000Records, name)]
const paper = {
  s: column('S'),
  x: column('X'),
  exampleZ: column('Z'),
  addZ: column('ADD Z'),
  impZ: column('IMP Z'),
  micZ: column('MIC Z'),
  swpZ: column('SWP Z'),
  addY: column('ADD Y'),
  impY: column('IMP Y'),
  micY: column('MIC Y'),
}
const masked = { ADD: paper.addZ, IMP: paper.impZ, MIC: paper.micZ, SWP: paper.swpZ }
const original = { ADD: paper.x, IMP: paper.x, MIC: paper.x, SWP: paper.x }

describe('Muralidhar, Sarathy & Domingo-Ferrer 2014', () => {
  it('table 3: rank correlation of X and Z', async () => {
    const { value, columns, used } = await run(rankCorrelationRiskMetric, original, masked)
    // Printed with three decimals: .860 .577 .952 .892; the fourth is from an independent calculation.
    const printed = { ADD: 0.86, IMP: 0.5769, MIC: 0.9515, SWP: 0.8915 }
    for (const [name, r] of Object.entries(printed)) expect(columns?.get(name)).toBeCloseTo(r, 4)
    expect(value).toBeCloseTo(0.9515, 4)
    expect(used).toBe(25)
  })

  it('table 3 again from the masked values, which have the ranks of Z', async () => {
    const values = { ADD: paper.addY, IMP: paper.impY }
    const { columns } = await run(rankCorrelationRiskMetric, { ADD: paper.x, IMP: paper.x }, values)
    expect(columns?.get('ADD')).toBeCloseTo(0.86, 4)
    expect(columns?.get('IMP')).toBeCloseTo(0.5769, 4)
  })

  it('table 4: rank correlation of S with X and with each Z', async () => {
    const printed: [readonly number[], number][] = [
      [paper.addZ, 0.7385],
      [paper.impZ, 0.71],
      [paper.micZ, 0.6823],
      [paper.swpZ, 0.5685],
    ]
    for (const [z, r] of printed) {
      const loss = await run(
        rankCorrelationLossMetric,
        { s: paper.s, x: paper.x },
        { s: paper.s, x: z },
        { given: ['s'] },
      )
      expect(tableColumn(loss, 'pairs', 'original')[0]).toBeCloseTo(0.7415, 4)
      expect(tableColumn(loss, 'pairs', 'masked')[0]).toBeCloseTo(r, 4)
      // Both rounded to four decimals.
      expect(tableColumn(loss, 'pairs', 'difference')[0]).toBeCloseTo(r - 0.7415, 3.5)
      expect(loss.value).toBeCloseTo(0.7415 - r, 3.5)
    }
  })

  it('table 1: r_xz and r_sz of the example, not printed, from an independent calculation', async () => {
    const columns = { s: paper.s, x: paper.x, z: paper.exampleZ }
    const r = tableColumn(await run(rankCorrelationLossMetric, columns, columns), 'pairs', 'original')
    expect(r[1]).toBeCloseTo(0.5892, 4)
    expect(r[2]).toBeCloseTo(0.8508, 4)
  })

  it('table 5: change in rank', async () => {
    const level = await run(levelMetric, original, masked)
    const bins = ['0', '1', '2', '3', '4', '5', '6–10', '11–15', '16–20', '21+']
    const counts = bins.map((bin) => tableColumn(level, 'rank-change', bin))
    expect(counts).toEqual([
      [4, 1, 5, 1],
      [3, 4, 8, 2],
      [3, 0, 5, 4],
      [5, 5, 2, 6],
      [2, 1, 5, 10],
      [4, 4, 0, 2],
      [4, 6, 0, 0],
      [0, 3, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 0, 0],
    ])
    expect(tableColumn(level, 'summary', 'max').slice(1)).toEqual([16, 4, 5])
    const imp = await run(levelMetric, { IMP: paper.x }, { IMP: paper.impZ })
    // Record 2 moves furthest, by 16 of at most 24 ranks; four records move by more than 10.
    const records = imp.records ?? new Float64Array(0)
    expect(records[1]).toBeCloseTo((100 * 16) / 24, 12)
    expect(records.filter((percent) => percent > (100 * 10) / 24)).toHaveLength(4)
  })

  it('breaks ties of microaggregated values at random: never beyond its groups of 5', async () => {
    let moved = 0
    for (let seed = 0; seed < 20; seed++) {
      const { records } = await run(levelMetric, { MIC: paper.x }, { MIC: paper.micY }, { seed })
      expect(Math.max(...(records ?? []))).toBeLessThanOrEqual((100 * 4) / 24 + 1e-9)
      moved += records?.filter((percent) => percent > 0).length ?? 0
    }
    // 20 runs of 25 records, each staying with probability 1/5: 400 ± 9 move, with correlation within groups; 300 is
    // beyond 1e-7.
    expect(moved).toBeGreaterThan(300)
  })
})
