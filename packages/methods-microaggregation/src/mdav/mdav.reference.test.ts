import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { maskedTable, reference } from '@sdc/testing/reference'
import { groupMeans, spreadMeans } from '../shared/group-means.js'
import { mdav, mdavMethod } from './mdav.js'
import { naiveMdav, variants } from './mdav.fixture.js'
import { applyTo, maskedColumn, numericData, partition } from '../shared/run.fixture.js'

describe('mdav on census.csv', () => {
  const census = censusColumns()

  for (const [k, il] of [
    [3, 5.692186],
    [4, 7.4946998],
    [5, 9.088435],
    [10, 14.15593],
  ] as const) {
    it(`k = ${k}: SSE, groups and masked data of another implementation, ${il} % lost`, () => {
      const theirs = reference('microaggregation.json', `census_mdav_k${k}`)
      const { input, output } = theirs
      const columns = new Map(
        input.columns.map((name): [string, Float64Array] => [name, census.get(name) ?? new Float64Array()]),
      )
      const result = applyTo(mdavMethod, numericData(columns), { k })
      // The published figure has six decimals, the other program's SSE 17 digits computed from float64 sums of 14,040 squares.
      expect(result.report?.get('IL (%)')).toBeCloseTo(il, 6)
      expect(Math.abs(Number(result.report?.get('SSE')) / output.SSE - 1)).toBeLessThan(1e-9)
      expect(result.report?.get('SST')).toBe(output.SST)
      expect(result.report?.get('groups')).toBe(output.n_groups)
      expect(partition(mdav([...columns.values()], k))).toEqual(partition(output.group))
      // The reference has no masked file for k = 4, only groups and sums.
      if (k === 4) return
      const { colnames: names, rows } = maskedTable(theirs)
      expect(rows).toHaveLength(1080)
      for (const [j, name] of names.entries()) {
        const values = maskedColumn(result, name)
        // Means of up to 2k − 1 integers below 1e6, summed in different orders: some roundings of 1e-16 each.
        for (let i = 0; i < rows.length; i++)
          expect(Math.abs(values[i] - rows[i][j])).toBeLessThanOrEqual(1e-12 * Math.abs(rows[i][j]))
      }
    })
  }

  it('k = 7, which does not divide 1,080: equals its definition', () => {
    const columns = [...census.values()]
    for (const options of variants) expect([...mdav(columns, 7, options)]).toEqual(naiveMdav(columns, 7, options))
  })

  it('is k-anonymous at k = 7 and not at k = 8', () => {
    const columns = [...census.values()]
    const labels = mdav(columns, 7)
    const masked = columns.map((values) => spreadMeans(groupMeans(values, labels), labels))
    const rows = new Map<string, number>()
    for (let i = 0; i < 1080; i++) {
      const row = masked.map((values) => values[i]).join()
      rows.set(row, (rows.get(row) ?? 0) + 1)
    }
    expect(Math.min(...rows.values())).toBe(7)
  })
})
