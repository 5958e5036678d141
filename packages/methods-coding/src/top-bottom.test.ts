import { categorical, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { labels, numbers, run } from './testing.fixture.js'
import { topBottomMethod } from './top-bottom.js'

/** 1 … 40, in mixed order. */
const x = numeric(Array.from({ length: 40 }, (_, i) => ((i * 7) % 40) + 1))
const education = categorical(
  ['none', 'school', null, 'school', 'college', 'master', 'college', 'doctor', 'school', 'college'],
  ['none', 'school', 'college', 'master', 'doctor'],
)

describe('coding/top-bottom', () => {
  it('codes 5 % at both ends, and reports thresholds and numbers', async () => {
    const result = await run(topBottomMethod, { x })
    // 5 % of 40 are 2 values: 1 and 2 become 3, 39 and 40 become 38.
    expect(numbers(result, 'x')).toEqual(Array.from(x.values, (value) => Math.min(38, Math.max(3, value))))
    expect(Object.fromEntries(result.report ?? [])).toEqual({
      'values in the bottom tail of x': 2,
      'bottom threshold of x': 3,
      'values in the top tail of x': 2,
      'top threshold of x': 38,
    })
    expect(result.warnings).toEqual([])
  })

  it('takes thresholds instead, one or both, for every column', async () => {
    const top = await run(topBottomMethod, { x, small: numeric(x.values.map((value) => value / 2)) }, { top: 15 })
    expect(numbers(top, 'x')).toEqual(Array.from(x.values, (value) => Math.min(15, value)))
    expect(numbers(top, 'small')).toEqual(Array.from(x.values, (value) => Math.min(15, value / 2)))
    const both = await run(topBottomMethod, { x }, { top: 30, bottom: 10 })
    expect(numbers(both, 'x')).toEqual(Array.from(x.values, (value) => Math.min(30, Math.max(10, value))))
  })

  it('codes one side only where the other has 0 %', async () => {
    const result = await run(topBottomMethod, { x }, { bottomPercent: 0, topPercent: 25 })
    expect(numbers(result, 'x')).toEqual(Array.from(x.values, (value) => Math.min(30, value)))
    expect([...(result.report?.keys() ?? [])]).toEqual(['values in the top tail of x', 'top threshold of x'])
  })

  it('codes the lower side only where the upper has 0 %', async () => {
    const result = await run(topBottomMethod, { x }, { bottomPercent: 25, topPercent: 0 })
    expect(numbers(result, 'x')).toEqual(Array.from(x.values, (value) => Math.max(11, value)))
    expect([...(result.report ?? [])]).toEqual([
      ['values in the bottom tail of x', 10],
      ['bottom threshold of x', 11],
    ])
  })

  it('refuses percents that add up to 100 or more, even if ties leave something between the tails', async () => {
    const tied = numeric([1, 5, 5, 5, 9])
    for (const params of [
      { bottomPercent: 60, topPercent: 60 },
      { bottomPercent: 60, topPercent: 40 },
    ])
      await expect(run(topBottomMethod, { tied }, params)).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
    const below = await run(topBottomMethod, { tied }, { bottomPercent: 60, topPercent: 39 })
    expect(numbers(below, 'tied')).toEqual([5, 5, 5, 5, 5])
  })

  it('takes the first and the last level for thresholds too; missing stays −1', async () => {
    const lowest = await run(topBottomMethod, { education }, { topLevel: 'none' })
    const highest = await run(topBottomMethod, { education }, { bottomLevel: 'doctor' })
    for (const [result, code] of [
      [lowest, 0],
      [highest, 4],
    ] as const) {
      const column = result.files[0].columns.get('education')
      expect(column).toMatchObject({ codes: Int32Array.from(education.codes, (own) => (own < 0 ? -1 : code)) })
    }
  })

  it('replaces a tail by its mean or median, unless it is too small', async () => {
    const skewed = numeric([1, 2, 3, 4, 5, 6, 10, 20, 90])
    const params = { bottomPercent: 0, topPercent: 34 }
    const tail = async (replacement: string): Promise<number[]> =>
      numbers(await run(topBottomMethod, { skewed }, { ...params, replacement }), 'skewed').slice(5)
    expect(await tail('tail-mean')).toEqual([6, 40, 40, 40])
    expect(await tail('tail-median')).toEqual([6, 20, 20, 20])
    await expect(run(topBottomMethod, { x }, { replacement: 'tail-mean' })).rejects.toMatchObject({
      code: 'TOO_FEW_RECORDS',
      message: expect.stringContaining('the bottom tail of column "x" has 2 records'),
      place: { column: 'x', parameter: 'minimumTail' },
    })
    const two = await run(topBottomMethod, { x }, { replacement: 'tail-mean', minimumTail: 2 })
    expect(new Set(numbers(two, 'x').filter((value) => value > 38))).toEqual(new Set([39.5]))
  })

  it('codes ordered categories by percent or by level; missing ones stay missing', async () => {
    // Nine have a value; 12 % of them is one person: the doctor and the one without school.
    const byPercent = await run(topBottomMethod, { education }, { topPercent: 12, bottomPercent: 12 })
    expect(labels(byPercent, 'education')).toEqual([
      'school',
      'school',
      null,
      'school',
      'college',
      'master',
      'college',
      'master',
      'school',
      'college',
    ])
    expect(byPercent.warnings).toEqual(['column "education": 1 missing values stay missing'])
    const byLevel = await run(topBottomMethod, { education }, { topLevel: 'college', replacement: 'tail-mean' })
    expect(labels(byLevel, 'education').slice(4, 8)).toEqual(['college', 'college', 'college', 'college'])
    expect(labels(byLevel, 'education')[0]).toBe('none')
    expect(byLevel.warnings).toContain(
      'column "education": categories have no tail-mean; categories in a tail become the threshold',
    )
    expect([...(byLevel.report ?? [])]).toEqual([['values in the top tail of education', 2]])
    await expect(run(topBottomMethod, { education }, { topLevel: 'PhD' })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      fix: 'Its categories are none, school, college, master, doctor.',
    })
  })

  it('refuses categories without an order', async () => {
    const region = categorical(['n', 's', 'n'])
    await expect(run(topBottomMethod, { region })).rejects.toMatchObject({
      code: 'NOT_NUMERIC',
      fix: expect.stringContaining('ordered: true'),
    })
  })

  it('refuses thresholds that leave nothing between them', async () => {
    for (const params of [
      { bottom: 5, top: 5 },
      { bottom: 6, top: 5 },
      { bottomPercent: 50, topPercent: 50 },
      { topPercent: 100 },
    ])
      await expect(run(topBottomMethod, { x }, params)).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
    const place = { bottomLevel: 'master', topLevel: 'school' }
    await expect(run(topBottomMethod, { education }, place)).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
  })

  it('reports the percent from which on something is coded', async () => {
    // 30 zeros, 8 ones, 2 twos.
    const tied = numeric(Array.from({ length: 40 }, (_, i) => (i < 30 ? 0 : i < 38 ? 1 : 2)))
    await expect(run(topBottomMethod, { tied }, { topPercent: 4 })).rejects.toMatchObject({
      code: 'NOTHING_MOVES',
      fix: 'Set topPercent to 5 or more, or bottomPercent to 75 or more, or give thresholds.',
    })
    const coded = await run(topBottomMethod, { tied })
    expect(numbers(coded, 'tied').slice(36)).toEqual([1, 1, 1, 1])
    expect(coded.warnings).toEqual(['column "tied": no value lies beyond the bottom threshold 0'])
    await expect(run(topBottomMethod, { tied }, { top: 2 })).rejects.toMatchObject({ code: 'NOTHING_MOVES' })
    await expect(run(topBottomMethod, { one: numeric([7]) })).rejects.toMatchObject({
      code: 'NOTHING_MOVES',
      fix: 'All its values are the same: leave the column out.',
    })
    const none = numeric([Number.NaN, Number.NaN])
    expect(numbers(await run(topBottomMethod, { none }), 'none')).toEqual([Number.NaN, Number.NaN])
  })
})
