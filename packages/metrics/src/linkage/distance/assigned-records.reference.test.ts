import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { maskedTable, reference } from '@sdc/testing/reference'
import { run, tableColumn } from '../../testing/run.fixture.js'
import { dbrlMetric } from './dbrl.js'

type Columns = ReadonlyMap<string, Float64Array>

const assignment = { links: 'assignment' }

describe('risk/dbrl, one-to-one', () => {
  // Euclidean and city-block distances of the unscaled values; Gower's with the ranges of both files, over 13 columns.
  it.each([
    ['census_mdav_k3_gower', 'census_mdav_k3', 'cityblock'],
    ['census_mdav_k5_gower', 'census_mdav_k5', 'cityblock'],
    ['census_mdav_k5_euclidean', 'census_mdav_k5', 'euclidean'],
    ['census_mdav_k5_manhattan', 'census_mdav_k5', 'cityblock'],
    ['census_mdav_k10_gower', 'census_mdav_k10', 'cityblock'],
    ['census_onedims_k3_gower', 'census_onedims_k3', 'cityblock'],
  ])('%s: the total distance of another program', async (id, masked, distance) => {
    const { output } = reference('recordlinkage.json', id)
    const { colnames, rows } = maskedTable(reference('microaggregation.json', masked))
    const y = new Map(colnames.map((name, j) => [name, Float64Array.from(rows, (row) => row[j])]))
    const gower = id.endsWith('gower')
    const ranged = (file: Columns): Columns =>
      new Map(
        [...file].map(([name, values]) => {
          const both = [...(census.get(name) ?? []), ...(y.get(name) ?? [])]
          const range = both.reduce((a, b) => Math.max(a, b)) - both.reduce((a, b) => Math.min(a, b))
          return [name, gower ? values.map((v) => v / range / 13) : values]
        }),
      )
    const census = censusColumns()
    const [x, z] = [ranged(census), ranged(y)]
    const one = await run(dbrlMetric, x, z, { params: { scale: 'none', distance, ...assignment } })
    const [orders, least, greatest, total] = tableColumn(one, 'assignment', 'value')
    // Sums of 1080 distances, each rounded to 2⁻⁴⁰ of the greatest here and to 15 digits there.
    expect(total / output.total_distance).toBeCloseTo(1, 9)
    expect(orders).toBe(5)
    // The mean of equal numbers may differ by the last bit.
    expect(least - 1e-9).toBeLessThanOrEqual(one.value ?? Number.NaN)
    expect(greatest + 1e-9).toBeGreaterThanOrEqual(one.value ?? Number.NaN)
    // Nearest record, with a group of equal ones as one: expectation of a random pick among them.
    const nearest = await run(dbrlMetric, x, z, { params: { scale: 'none', distance } })
    expect(tableColumn(nearest, 'linked', 'records')[0]).toBeCloseTo(output.nn_linkage_correct_expected, 6)
    if (masked === 'census_onedims_k3') {
      expect(one.value).toBe((100 * output.correct_matches) / 1080)
      return
    }
    // The other solver takes the first of equal masked records, which are in the order of the original: it links up to
    // k times as many records, by nothing but that order. Ours links fewer, on purpose, and more than 1/k of these.
    const k = Number(/k(\d+)/.exec(masked)?.[1])
    const theirs = (100 * output.correct_matches) / 1080
    expect(one.value).toBeLessThan(theirs)
    expect(one.value).toBeGreaterThan(theirs / k / 1.05)
  })
})
