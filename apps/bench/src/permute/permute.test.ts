import { dataset, numeric, numericValues } from '@sdc/core'
import { log, pearson, standardDeviation } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { thisMachine } from '../speed/measure/machine.js'
import { parseBenchmarks, withSection } from '../speed/report/benchmarks-file.js'
import { standardRegistry } from '../surroundings.js'
import { heavyTailed, logNormal, permuteCases, type PermuteCase } from './permute-cases.js'
import { haveSameValues, permuteRun, type PermuteRun } from './permute-run.js'
import { brokenBounds, permuteHeading, permuteSection } from './permute-section.js'

const caseOf = (file: string, masking: string): PermuteCase => {
  const found = permuteCases.find((one) => one.file === file && one.masking === masking)
  return found ?? expect.fail(`no ${masking} of ${file}`)
}

describe('permuteCases', () => {
  it('are seven maskings of three files, reverse-mapped where the masking makes new values', () => {
    expect(permuteCases).toHaveLength(21)
    const registry = standardRegistry()
    for (const { steps } of permuteCases) {
      const { claims } = registry.get('methods', steps[0].use).traits
      expect(steps.slice(1).map(({ use }) => use)).toEqual(claims.marginals === true ? [] : ['reverse-map/rank'])
    }
  })

  it('the heavy-tailed file is log-normal, σ = 2.5, with correlated logarithms', () => {
    const data = logNormal(5000, 3)
    const logs = data.names.map((name) => numericValues(data, name).map(log))
    // Five standard errors: σ/√(2n) of a standard deviation, (1 − r²)/√n of a correlation.
    for (const values of logs) expect(Math.abs(standardDeviation(values) - 2.5)).toBeLessThan(5 * 0.025)
    expect(Math.abs(pearson(logs[0], logs[1]) - 0.5)).toBeLessThan(5 * 0.0107)
  })
})

describe('permuteRun', () => {
  it('brings correlations back with the same values and all bounds held, measured afresh', async () => {
    const run = await permuteRun(standardRegistry(), caseOf('census', 'rank swapping 14'), 1)
    expect(run.sameValues).toBe(true)
    expect(run.reached && run.saysHeld).toBe(true)
    expect(run.before.pearson).toBeGreaterThan(0.01)
    expect(Math.max(run.after.pearson, run.after.spearman)).toBeLessThanOrEqual(1e-3)
    expect(run.after.loss).toBeLessThan(run.before.loss / 50)
    expect(run.bounds.map(({ metric }) => metric)).toContain('risk/max-knowledge')
    expect(brokenBounds(run)).toEqual([])
    expect(run.after.score ?? Number.NaN).toBeLessThan(run.before.score ?? Number.NaN)
  })
})

describe('haveSameValues', () => {
  const of = (values: readonly number[]) => dataset([['a', numeric(values)]])

  it('is of each value as often, in any order', () => {
    expect(haveSameValues(of([3, 1, 2, 2]), of([2, 3, 2, 1]), ['a'])).toBe(true)
    expect(haveSameValues(of([3, 1, 2, 2]), of([2, 3, 1, 1]), ['a'])).toBe(false)
    expect(haveSameValues(of([3, 1]), of([3, 1 + 1e-15]), ['a'])).toBe(false)
  })
})

describe('permuteSection', () => {
  const measures = { pearson: 0.1, spearman: 0.2, loss: 0.05, score: 20 }
  const run = (value: number, changes: Partial<PermuteRun> = {}): PermuteRun => ({
    before: measures,
    after: { ...measures, pearson: 0.001, score: 10 },
    seconds: 1.5,
    unbounded: 0.3,
    proposals: 2e6,
    sameValues: true,
    reached: true,
    saysHeld: true,
    bounds: [
      { metric: 'risk/dld', value, most: 5 },
      { metric: 'risk/max-knowledge', value: 3, most: 3 },
    ],
    ...changes,
  })

  it('counts the files that hold every bound, and names those that are broken', () => {
    const broken = { saysHeld: false }
    const runs = [run(5), run(5.1, broken), run(Number.NaN, broken), run(4, { reached: false, sameValues: false })]
    const text = permuteSection([{ of: permuteCases[0], runs }], thisMachine())
    expect(text).toMatch(/\| census \| noise \.1 +\| 3 of 4 /)
    expect(text).toContain('| 2 of 4; dld not in 2; target not reached in 1 |')
    expect(text).toContain('| 0.10 → 0.0010 |')
    expect(text).toContain('| 20.0 → 10.0 |')
    expect(text).toMatch(/ 1\/1 \| +0\.300 \| +1\.50 \|/)
  })

  it('says where the search claims more than is measured', () => {
    const text = permuteSection([{ of: permuteCases[0], runs: [run(5), run(5.1)] }], thisMachine())
    expect(text).toContain('| 1 of 2; dld not in 1; the search says otherwise in 1 |')
  })

  it('takes its place in the committed file, and is no row to check', () => {
    const section = permuteSection([{ of: caseOf(heavyTailed, 'MDAV 5'), runs: [run(1)] }], thisMachine())
    const file = withSection('# A\n\n## Other\n\nrest\n', permuteHeading, section)
    expect(file.startsWith('# A\n\n## Other\n\nrest\n\n## Permutation search\n')).toBe(true)
    expect(withSection(file, permuteHeading, section)).toBe(file)
    expect(parseBenchmarks(file).size).toBe(0)
  })
})
