import { describe, expect, it } from 'vitest'
import { dldMetric } from './linkage/distance/dld.js'
import { intervalDisclosureMetric } from './intervals/interval-disclosure.js'
import { run, tableColumn } from './testing/run.fixture.js'
import { N, drawn } from './chance.fixture.js'

describe('a masked file drawn independently of the original', () => {
  const upTo13 = Array.from({ length: 13 }, (_, i) => i + 1)

  it.each(upTo13)('has only chance risk with truth: identity, %i columns', async (d) => {
    const x = drawn(d, 1)
    const y = drawn(d, 2)
    const linked = await run(dldMetric, x, y)
    // The matching is exchangeable, so with H hits by i columns E[H(H−1)…(H−c+1)] ≤ 1 and P(H ≥ c) ≤ 1/c!. 13 hits in
    // one of up to 7 numbers and 13 tests: below 91/13! = 1.5e-8.
    for (const percent of tableColumn(linked, 'keys', 'percent')) expect(percent).toBeLessThan((100 * 13) / N)
    expect(linked.value).toBeLessThan((100 * 13) / N)

    const { value, columns } = await run(intervalDisclosureMetric, x, y)
    // P(|U − V| ≤ w) = 2w − w² for uniform ranks, averaged over w = 1…10 %, and 5.33 standard deviations of a share of
    // N records. The false alarm rate is 1e-7 for each; the mean of ten nested indicators varies less than a single one
    // with the same mean.
    const hits = Array.from({ length: 10 }, (_, i) => (i + 1) / 100).map((w) => 2 * w - w * w)
    const window = hits.reduce((a, b) => a + b, 0) / 10
    const bound = 5.33 * Math.sqrt((window * (1 - window)) / N)
    for (const percent of [value, ...(columns?.values() ?? [])]) {
      expect(Math.abs((percent ?? Number.NaN) / 100 - window)).toBeLessThan(bound)
    }
  })

  it.each([
    [8, 16.5, 37],
    [13, 4.6, 30],
  ])('has risk by definition with truth: nearest, %i columns', async (d, linkage, intervals) => {
    const params = { truth: 'nearest' }
    const linked = (await run(dldMetric, drawn(d, 1), drawn(d, 2), { params })).value ?? Number.NaN
    const disclosed = (await run(intervalDisclosureMetric, drawn(d, 1), drawn(d, 2), { params })).value ?? Number.NaN
    // The numbers come with the project's specification, which does not name its generator. This generator is the
    // closest of 18 that were tried (normal, log-normal and uniform columns, r = 0 to .6). Those gave 11.5–17.3 and
    // 2.8–5.6 for linkage, 30–41 and 23–33 for intervals. So the test shows the size of the effect, not the digits.
    expect(Math.abs(linked - linkage)).toBeLessThan(4)
    expect(Math.abs(disclosed - intervals)).toBeLessThan(4)
  })
})
