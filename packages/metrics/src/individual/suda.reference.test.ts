import type { Measurement } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { tableColumn } from '../testing/run.fixture.js'
import { fileOf, keyCases, ofRecords, recordColumn, runKeys, type KeyCase } from '../testing/testdata.fixture.js'
import { haveData } from '@sdc/testing/outside-data'
import { disScores } from './suda-scores.js'
import { sudaMetric } from './suda.js'

/** Output of the other program for a case. */
interface SudaOutput {
  readonly score: readonly number[]
  readonly disScore: readonly number[]
  readonly n_score_gt0: number
  readonly brute_force_msu_count_by_size?: readonly number[]
  readonly attribute_contributions: { readonly contribution: readonly number[] }
  readonly attribute_level_contributions: {
    readonly variable: readonly string[]
    readonly contribution: readonly (number | 'NaN')[]
  }
}

describe.runIf(haveData('testdata.csv'))('another program', () => {
  const cases = keyCases<SudaOutput>('suda2.json').map((one) => [one.id, one] as const)
  const measure = (one: KeyCase, params: Readonly<Record<string, unknown>> = {}): Promise<Measurement> =>
    runKeys(
      sudaMetric,
      fileOf(one),
      {
        maxSize: one.input.columns.length,
        missing: 'never',
        samplingFraction: one.input.params.DisFraction,
        ...params,
      },
      { keys: one.input.columns },
    )
  const expected = (one: KeyCase<SudaOutput>, name: 'score' | 'disScore'): readonly number[] =>
    ofRecords(fileOf(one), one.input.columns, one.output[name])

  it.each(cases.filter(([id]) => id !== 'testdata_7_notorig'))(
    '%s: scores, DIS-SUDA, contributions',
    async (id, one) => {
      const { output } = one
      const found = await measure(one)
      const scores = recordColumn(found, 'score')
      expect([...scores]).toEqual([...expected(one, 'score')])
      expect(recordColumn(await measure(one, { score: 'factorial' }), 'score')).toEqual(scores)
      expect(scores.filter((score) => score > 0)).toHaveLength(output.n_score_gt0)
      expect(found.value).toBe((100 * output.n_score_gt0) / scores.length)

      const sizes = output.brute_force_msu_count_by_size
      if (sizes) expect(tableColumn(found, 'sizes', 'minimal unique sets')).toEqual(sizes)
      const percent = tableColumn(found, 'keys', 'percent of all scores')
      output.attribute_contributions.contribution.forEach((value, j) => expect(percent[j]).toBeCloseTo(value, 10))
      // It uses single precision: 1e-6.
      const dis = recordColumn(found, 'dis')
      if (id !== 'testdata_7_NA') {
        expected(one, 'disScore').forEach((value, i) => expect(Math.abs(dis[i] - value)).toBeLessThan(1e-6))
        return
      }
      // It counts 194 records with one match, with missing as a value, but finds the sets without: by the rule of the
      // sets there are 112.
      const theirs = disScores(scores, { paired: 194, fraction: 0.01, keys: 7 })
      expected(one, 'disScore').forEach((value, i) => expect(Math.abs(theirs[i] - value)).toBeLessThan(1e-6))
      expect(tableColumn(found, 'file', 'value').slice(2, 4)).toEqual([171, 112])
      expect(dis).toEqual(disScores(scores, { paired: 112, fraction: 0.01, keys: 7 }))
    },
  )

  it.each(cases.filter(([id]) => id !== 'testdata_7_notorig'))('%s: contributions of levels', async (_, one) => {
    const found = await measure(one)
    const table = found.tables?.get('levels')
    const key = table?.column('key')
    if (key?.kind !== 'categorical') throw new Error('no keys in the table of levels')
    const keys = Array.from(key.codes, (code) => key.levels[code])
    const ours = tableColumn(found, 'levels', 'percent of the scores of the key')
    const theirs = one.output.attribute_level_contributions
    for (const name of one.input.columns) {
      const most = theirs.contribution
        .filter((value, at) => theirs.variable[at] === name && value !== 'NaN' && value > 0)
        .map(Number)
        .sort((a, b) => b - a)
        .slice(0, 20)
      const own = ours.filter((_, at) => keys[at] === name)
      expect(own).toHaveLength(most.length)
      own.forEach((value, at) => expect(value).toBeCloseTo(most[at], 10))
    }
  })

  it('its other score gives 0 to a record whose only set has all keys, but ours does not', async () => {
    const [, one] = cases.find(([id]) => id === 'testdata_7_notorig') ?? expect.fail()
    const scores = recordColumn(await measure(one), 'score')
    const theirs = expected(one, 'score')
    const lost = [...scores.keys()].filter((i) => scores[i] > 0 !== theirs[i] > 0)
    expect(lost.map((i) => [scores[i], theirs[i]])).toEqual([[1, 0]])
    // The sets are the same, and so is the order of their keys.
    expect(one.output.brute_force_msu_count_by_size).toEqual(
      tableColumn(await measure(one), 'sizes', 'minimal unique sets'),
    )
  })
})
