import { categorical, dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { registry } from '../../testing/fake-methods.js'
import type { BoundStep } from '../../bind/bind.js'
import { parseStep } from '../../plan/plan.js'
import {
  exactMomentsFrom,
  marginFindings,
  marginSentences,
  recordsNeeded,
  refuseThinMargins,
} from './exact-moments-margin.js'
import { replicateRng, type RunResult, runSteps } from '../run.js'

function people(n: number, size: number): Dataset {
  const rng = seededRng('margin')
  const values = (): number[] => Array.from({ length: n }, () => rng.int(1000))
  return dataset([
    ['group', categorical(Array.from({ length: n }, (_, i) => `g${String(Math.floor(i / size)).padStart(3, '0')}`))],
    ['sex', categorical(Array.from({ length: n }, (_, i) => ['a', 'b', 'c'][i % 3]))],
    ['s', numeric(values())],
    ['x', numeric(values())],
    ['y', numeric(values())],
  ])
}

async function run(size: number, ...steps: readonly object[]): Promise<RunResult> {
  return runSteps({
    registry,
    original: people(120, size),
    steps: steps.map((step) => parseStep(step)),
    rng: replicateRng(seededRng(1)),
  })
}

const of = (step: object): object => ({ columns: ['x', 'y'], by: ['group'], ...step })
const exact = of({ use: 'fake/claimant' })

describe('margin of records for exact moments', () => {
  it('counts the values that moments are worth: q + p + 2, and 1 + q for means alone', () => {
    expect(recordsNeeded({ moments: 'covariances', given: 0, together: 1 }, 0)).toBe(3)
    expect(recordsNeeded({ moments: 'covariances', given: 2, together: 3 }, 10)).toBe(17)
    expect(recordsNeeded({ moments: 'means', given: 0, together: 3 }, 10)).toBe(3)
    expect(recordsNeeded({ moments: 'means', given: 1, together: 1 }, 0)).toBe(4)
  })

  it('finds every smaller group, no other one, and depends on the margin', async () => {
    // p = 2, no given column: 4 + 10.
    const small = (await run(12, exact)).exact
    expect(small).toHaveLength(10)
    const findings = marginFindings(small)
    expect(findings).toHaveLength(10)
    expect(findings[0]).toMatchObject({
      code: 'TOO_FEW_RECORDS',
      method: 'fake/claimant',
      group: 'group=g000',
      columns: ['x', 'y'],
      records: 12,
      least: 14,
    })
    expect(marginFindings(small, 8)).toEqual([])
    expect(marginFindings(small, 9)).toHaveLength(10)
    expect(marginFindings((await run(15, exact)).exact)).toEqual([])
    // 120 records in groups of 14: eight have 14, which is enough, and one has 8.
    expect(marginFindings((await run(14, exact)).exact).map(({ records }) => records)).toEqual([8])
  })

  it('counts given columns, categories less one', async () => {
    const least = async (given: readonly string[]): Promise<number | undefined> =>
      marginFindings((await run(12, { ...exact, given })).exact)[0]?.least
    expect(await least(['s'])).toBe(15)
    expect(await least(['s', 'sex'])).toBe(17)
  })

  it('follows the claims for the current parameters', async () => {
    const found = async (use: string, params: object = {}): Promise<number> =>
      marginFindings((await run(12, of({ use, params }))).exact).length
    expect(await found('fake/claimant')).toBe(10)
    expect(await found('fake/claimant', { loose: true })).toBe(0)
    expect(await found('fake/swap')).toBe(0)
    expect(await found('fake/groups')).toBe(0)
    // The method claims means, and its variances are a known multiple.
    expect(await found('fake/noise', { exact: true })).toBe(10)
    expect(await found('fake/noise')).toBe(0)
    // In a group of two, each person computes the other's value from the mean.
    const pairs = marginFindings((await run(2, of({ use: 'fake/groups', params: { k: 2 } }))).exact)
    expect(pairs).toHaveLength(60)
    expect(pairs[0]).toMatchObject({
      records: 2,
      least: 3,
      message: expect.stringMatching(/keeps means of x, y exactly/),
    })
  })

  it.each(['covariances', 'correlations'] as const)(
    'counts second moments of a method that claims %s alone',
    (claim) => {
      const claimant = registry.get('methods', 'fake/claimant')
      const method = { ...claimant, traits: { ...claimant.traits, claims: { [claim]: true } } }
      const step = { method, params: {}, columns: ['x'], given: [] } as unknown as BoundStep
      const counts = { records: 12, values: () => 11, numbers: () => 1 }
      expect(exactMomentsFrom(step, '', counts)).toMatchObject({ moments: 'covariances', records: 11 })
    },
  )

  it('ignores columns that a later step changed', async () => {
    const mapped = await run(12, exact, { use: 'fake/reverse', columns: ['x', 'y'] })
    expect(mapped.exact).toEqual([])
    const half = (await run(12, exact, { use: 'fake/noise', columns: ['y'] })).exact
    expect(half[0]).toMatchObject({ columns: ['x'], together: 1 })
    expect(marginFindings(half)[0]).toMatchObject({ columns: ['x'], least: 13 })
    const sampled = await run(12, exact, { use: 'fake/sample', columns: ['x'] })
    expect(sampled.exact).toEqual([])
  })

  it('refuses with the place and the remedy, and warns in one line for many groups', async () => {
    const findings = marginFindings((await run(12, exact)).exact)
    expect(() => refuseThinMargins([])).not.toThrow()
    expect(() => refuseThinMargins(findings)).toThrow(
      expect.objectContaining({
        code: 'TOO_FEW_RECORDS',
        message: expect.stringMatching(
          /exactly in group group=g000 of 12 records.*fewer than 14.*; 10 groups are too small/,
        ),
        place: { method: 'fake/claimant', group: 'group=g000', column: 'x' },
        fix: expect.stringMatching(/larger groups.*without exact.*momentMargin/),
      }),
    )
    expect(marginSentences(findings)).toEqual([
      expect.stringMatching(/^fake\/claimant keeps moments exactly in 10 groups of 12 records/),
    ])
    const one = marginFindings((await run(120, { ...exact, by: [] })).exact, 200)
    expect(marginSentences(one)).toEqual([expect.stringMatching(/in the file of 120 records.*fewer than 204/)])
    expect(marginSentences([])).toEqual([])
  })
})
