import type { Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { found, pPercent } from '../attackers/attackers.fixture.js'
import { written } from '../linked/written.fixture.js'
import { exactSuppression } from '../suppress/exact/exact-suppression.js'
import { greedySuppression } from '../suppress/greedy/greedy-suppression.js'
import { problemOf } from '../suppress/problem.js'
import { auditPattern, type AuditOptions } from './audit-pattern.js'

const options: AuditOptions = { singletons: 'auto', tick: () => {} }

describe('published zeros', () => {
  // All but E are at least 1: three cells of 1 with sum 3 are known.
  const table = written(['branch'], ['A 10', 'B 1', 'C 1', 'D 1', 'E 0', 'Total 13'])
  const sensitive = found(table, { 1: 1, 2: 1, 3: 1 })

  it('let everybody compute three cells of 1 whose sum is known', async () => {
    const { breaches, disclosed } = await auditPattern(table, Uint8Array.of(0, 1, 1, 1, 0, 0), sensitive, options)
    const breach = { direction: 1, required: 1, kept: 0, attacker: undefined }
    expect(breaches.map(({ cells, ...rest }) => [[...cells], rest])).toMatchObject([1, 2, 3].map((c) => [[c], breach]))
    expect([...disclosed]).toEqual([1, 2, 3])
  })

  it('cost 10 more, by both methods: A is suppressed as well', async () => {
    const problem = problemOf(table, sensitive, {
      cost: 'value',
      zeros: 'published',
      singletons: 'auto',
      own: 'protect',
    })
    for (const suppress of [greedySuppression, exactSuppression]) {
      const { status, cost, exceptions } = await suppress(problem)
      expect([[...status], cost, exceptions]).toEqual([[2, 1, 1, 1, 0, 0], 10, []])
      const { breaches, low, high } = await auditPattern(table, status, sensitive, options)
      expect(breaches).toEqual([])
      expect([...low]).toEqual([1, 1, 1, 1, 0, 13])
      expect([...high]).toEqual([10, 10, 10, 10, 0, 13])
    }
  })
})

describe('respondents', () => {
  const rule = pPercent(20)
  /** Firm 1 is alone in a·u, firm 2 in a·v; the margins are published. */
  const table: Table = {
    ...written(
      ['x', 'y'],
      [
        'Total Total 400 30',
        'Total u 200 15',
        'Total v 200 15',
        'a Total 160 2',
        'a u 100 1',
        'a v 60 1',
        'b Total 240 28',
        'b u 100 14',
        'b v 140 14',
      ],
    ),
    largest: Float64Array.of(100, 60, 100, 20, 60, 20, 100, 60, 100, 0, 60, 0, 20, 20, 20, 10, 20, 10),
  }
  const pattern = Uint8Array.of(0, 0, 0, 0, 1, 1, 0, 2, 2)
  const sensitive = found(table, { 4: 20, 5: 12 }, rule)

  it('compute each other if they are the only ones, which everybody else cannot', async () => {
    const { breaches, covered } = await auditPattern(table, pattern, sensitive, options)
    expect(covered).toMatchObject({ whole: false, least: 0, alone: 2, several: undefined })
    const learned = breaches.map(({ cells, attacker, kept, direction }) => [
      cells[0],
      attacker !== undefined,
      kept,
      direction,
    ])
    expect(learned).toEqual([
      [4, true, 0, 1],
      [4, true, 0, -1],
      [5, true, 0, 1],
      [5, true, 0, -1],
    ])
    const ignored = await auditPattern(table, pattern, sensitive, { ...options, singletons: 'ignore' })
    expect([ignored.breaches, ignored.covered.alone]).toEqual([[], undefined])
  })

  it('make a sum known by contributions to several cells: the rule applies to it', async () => {
    const contributions = {
      starts: Int32Array.of(0, 0, 0, 0, 0, 1, 2, 2, 2, 2),
      respondents: Int32Array.of(1, 1),
      values: Float64Array.of(100, 60),
    }
    const one = { ...table, alone: Int32Array.of(-1, -1, -1, 1, 1, 1, -1, -1, -1), contributions }
    const { breaches, covered, unprotected } = await auditPattern(
      one,
      pattern,
      found(one, { 4: 20, 5: 12 }, rule),
      options,
    )
    expect(covered.unions).toBe(1)
    expect(breaches.map(({ cells, required, kept, attacker }) => [[...cells], required, kept, attacker])).toEqual([
      [[4, 5], 32, 0, undefined],
      [[4, 5], 32, 0, undefined],
    ])
    expect([...unprotected]).toEqual([4, 5])
  })

  it('and everybody learn a published sensitive cell and a missing width', async () => {
    const shown = await auditPattern(table, new Uint8Array(9), sensitive, options)
    expect(shown.breaches.map(({ cells, kept }) => [cells[0], kept])).toEqual([
      [4, 0],
      [5, 0],
    ])
    const width = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 500)
    const none = new Float64Array(9)
    const wide = { status: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 1), lower: none, upper: none, width }
    const { breaches } = await auditPattern(table, pattern, wide, { ...options, singletons: 'ignore' })
    // b·v is between 40 and 200.
    expect(breaches).toMatchObject([{ direction: 0, required: 500, kept: 160 }])
  })
})
