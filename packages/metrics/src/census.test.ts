import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { maskedTable, reference } from '@sdc/testing/reference'
import { ilScoreMetric } from './moments/il-score.js'
import { sseRatioMetric } from './moments/sse-ratio.js'
import { dldMetric } from './linkage/distance/dld.js'
import { intervalDisclosureMetric } from './intervals/interval-disclosure.js'
import { rsRlMetric } from './linkage/rank-swap/rs-rl.js'
import { sebeMetric } from './scores/sebe.js'
import { plainMdav } from './testing/mdav.fixture.js'
import { plainRankSwaps } from './testing/rank-swap.fixture.js'
import { run, tableColumn } from './testing/run.fixture.js'

describe('census', () => {
  const census = censusColumns()
  const names = [...census.keys()]
  const original = [...census.values()]

  const microaggregated = (id: string): Map<string, Float64Array> => {
    const { colnames, rows } = maskedTable(reference('microaggregation.json', id))
    return new Map(colnames.map((name, j) => [name, Float64Array.from(rows, (row) => row[j])]))
  }

  it.each([
    [3, 5.692186],
    [5, 9.088435],
    [10, 14.15593],
  ])('SSE/SST of MDAV, k = %i', async (k, published) => {
    const { value, used } = await run(sseRatioMetric, census, microaggregated(`census_mdav_k${k}`))
    // Published to six decimals, and to 17 digits by another program, whose masked values are rounded to about 15.
    expect(value).toBeCloseTo(published, 5)
    expect(value).toBeCloseTo(reference('microaggregation.json', `census_mdav_k${k}`).output.IL, 9)
    expect(used).toBe(1080 * 13)
  })

  it('an unmasked file has IL 0 and ID 100, and DLD 100 including links among equal records', async () => {
    expect((await run(ilScoreMetric, census, census)).value).toBe(0)
    expect((await run(intervalDisclosureMetric, census, census)).value).toBe(100)
    expect((await run(dldMetric, census, census, { params: { ties: 'inclusive' } })).value).toBe(100)
  })

  it('row 0 of table 2 of Sebé et al. 2002: MDAV, k = 10, four consecutive columns at a time', async () => {
    const whole = plainMdav(original, 10)
    const { value: sse } = await run(sseRatioMetric, census, new Map(names.map((name, j) => [name, whole[j]])))
    // Checks the reference itself: on all 13 columns it must equal the published MDAV.
    expect(sse).toBeCloseTo(14.15593, 5)

    const blocks = [0, 4, 8, 12].flatMap((from) => plainMdav(original.slice(from, from + 4), 10))
    const masked = new Map(names.map((name, j) => [name, blocks[j]]))
    const measured = await run(sebeMetric, census, masked, { params: { truth: 'nearest', ties: 'first' } })
    const [il, linked, disclosed] = tableColumn(measured, 'components', 'percent')
    // First the result of an independent run of this recipe, to its last digit; then the printed row, which is close to
    // it.
    expect(Math.abs(il - 22.49)).toBeLessThan(0.01)
    expect(Math.abs(linked - 22.59)).toBeLessThan(0.1)
    expect(Math.abs(disclosed - 61.6)).toBeLessThan(0.1)
    expect(Math.abs(il - 22.48)).toBeLessThan(0.05)
    expect(Math.abs(linked - 22.14)).toBeLessThan(0.5)
    expect(Math.abs(disclosed - 60.34)).toBeLessThan(1.5)
  })

  // Spread of RSLD over seeds, from ten runs. The reference is a run, too: |z| < 5.33 (1e-7) of the difference.
  it.each([
    // An independent run of the definition.
    [2, 'identity', 76.3, 0.36],
    [8, 'identity', 41.3, 0.54],
    // Independent runs of the definition, attacking masked records: mean of five.
    [2, 'nearest', 74.7, 0.5],
    [8, 'nearest', 37.5, 0.8],
    [14, 'nearest', 17.5, 0.5],
    [20, 'nearest', 11.6, 0.7],
  ])('RSLD of rank swapping with p = %i %%, truth: %s', async (percent, truth, reference, spread) => {
    const swapped = plainRankSwaps(census, Math.floor((percent * 1080) / 100), 1)
    const direction = truth === 'nearest' ? 'masked-to-original' : 'original-to-masked'
    const measured = await run(rsRlMetric, census, swapped, { params: { percent, truth, direction } })
    expect(Math.abs((measured.value ?? Number.NaN) - reference)).toBeLessThan(5.33 * Math.SQRT2 * spread)
    if (truth === 'nearest') return
    expect(tableColumn(measured, 'keys', 'percent with the right one among the candidates')).toEqual(
      new Array(7).fill(100),
    )
    // Every rank is swapped, so the file shows the window to within a position: an intruder without the parameter uses
    // the same one.
    const { value } = await run(rsRlMetric, census, swapped, { params: { truth } })
    expect(Math.abs((value ?? Number.NaN) - (measured.value ?? Number.NaN))).toBeLessThan(0.5)
  })
})
