import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { conditional, farthest, methods, type Columns } from './rank-correlations.fixture.js'

describe.runIf(haveData('testdata.csv'))('testdata.csv', () => {
  const columns = new Map<string, Float64Array>()

  beforeAll(() => {
    const [header, ...lines] = readFileSync(pathOf('testdata.csv'), 'utf8').trim().split('\n')
    const cells = lines.map((line) => line.split(',').map(Number))
    header.split(',').forEach((name, j) =>
      columns.set(
        name,
        Float64Array.from(cells, (row) => row[j]),
      ),
    )
  })

  it.each(methods)('keeps the rank correlations of its amounts and of columns with few values: %s', async (_, run) => {
    const x = ['expend', 'income', 'savings', 'hhcivil', 'age', 'water'].map(
      (name) => columns.get(name) ?? new Float64Array(),
    )
    // The mean of 8 draws of 4580 records: a standard error of .0052 at most.
    expect(await farthest(run, x, [], 8)).toBeLessThan(5.33 * 0.0052)
  })

  it.each(conditional)('keeps those with few values given: %s', async (_, run) => {
    const of = (names: readonly string[]): Columns => names.map((name) => columns.get(name) ?? new Float64Array())
    const x = of(['expend', 'income', 'savings', 'age'])
    expect(await farthest(run, x, of(['hhcivil', 'sex', 'water', 'urbrur']), 8)).toBeLessThan(5.33 * 0.0052)
  })
})
