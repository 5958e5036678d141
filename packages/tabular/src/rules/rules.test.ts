import { categorical, resolveParams, seededRng, type Table, type TableMethod, type TableResult } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { dominanceRule } from './dominance.js'
import { pPercentRule } from './p-percent.js'
import { priorPosteriorRule } from './prior-posterior.js'

/** A table of cells without relations: each with its contributions, of which the largest are kept. */
function tableOf(contributions: readonly (readonly number[])[], top = 3, more: Partial<Table> = {}): Table {
  const held = contributions.map((own) => [...own].sort((a, b) => Math.abs(b) - Math.abs(a) || b - a))
  return {
    dimensions: [categorical(contributions.map((_, c) => `c${c + 1}`))],
    names: ['g'],
    counts: Int32Array.from(held, (own) => own.length),
    values: Float64Array.from(held, (own) => own.reduce((sum, x) => sum + x, 0)),
    largest: Float64Array.from(held.flatMap((own) => Array.from({ length: top }, (_, j) => own[j] ?? 0))),
    top,
    equations: [],
    ...more,
  }
}

function apply<P>(rule: TableMethod<P>, table: Table, params: Record<string, unknown>): TableResult {
  const input = { table, params: resolveParams(rule.params, params), rng: seededRng(1), tick: () => {} }
  return rule.protect(input) as TableResult
}
const flags = <P>(
  rule: TableMethod<P>,
  cells: readonly (readonly number[])[],
  params: Record<string, unknown>,
  top = 3,
): number[] => [...apply(rule, tableOf(cells, top), params).status]

describe('the rules of the printed example', () => {
  // (M2,P3): one contributor of 22; (M3,P5): 363 of which one gave 350; (M1,P1): 160 and 200.
  const cells = [[22], [350, 4, 4, 4, 1], [200, 160]]

  it('ask for the levels 22, 337 and 40 by (1, 50)', () => {
    const { status, levels } = apply(dominanceRule, tableOf(cells), { n: 1, k: 50 })
    expect([...status]).toEqual([1, 1, 1])
    expect([...(levels?.upper ?? [])]).toEqual([22, 337, 40])
    expect([...(levels?.lower ?? [])]).toEqual([22, 337, 40])
  })

  it('ask for 11, 166 and 100 by p = 50 %, above the value only or in width where that is said', () => {
    const table = tableOf(cells, 2)
    expect([...(apply(pPercentRule, table, { p: 50 }).levels?.upper ?? [])]).toEqual([11, 166, 100])
    const { levels } = apply(pPercentRule, table, { p: 50, levels: 'sliding' })
    expect([levels?.lower, levels?.upper, levels?.width].map((one) => [...(one ?? [])])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [22, 332, 200],
    ])
    expect([...(apply(pPercentRule, table, { p: 50, levels: 'upper' }).levels?.lower ?? [])]).toEqual([0, 0, 0])
  })

  it('compare the rest with the value where they are applied as printed', () => {
    // The rest 60 is above half of 100, and below half of 200.
    expect(flags(pPercentRule, [[100, 40, 30, 30]], { p: 50 })).toEqual([0])
    expect(flags(pPercentRule, [[100, 40, 30, 30]], { p: 50, asPrinted: true })).toEqual([1])
  })
})

describe('the rules', () => {
  it('are strict: equality is safe, in decimals too', () => {
    expect(
      flags(
        dominanceRule,
        [
          [50, 30, 20],
          [50.001, 30, 20],
        ],
        { n: 1, k: 50 },
      ),
    ).toEqual([0, 1])
    expect(
      flags(
        pPercentRule,
        [
          [100, 20, 15],
          [100, 20, 14.999],
        ],
        { p: 15 },
      ),
    ).toEqual([0, 1])
    // 0.1 + 0.2 + 0.3 − 0.3 − 0.2 is not 0.1 in doubles.
    expect(flags(pPercentRule, [[1, 0.2, 0.1]], { p: 10 })).toEqual([0])
    expect(
      flags(
        priorPosteriorRule,
        [
          [100, 20, 12.5],
          [100, 20, 12.4],
        ],
        { p: 10, q: 80 },
      ),
    ).toEqual([0, 1])
  })

  it('find nobody in an empty cell, and nobody in one whose contributions are all 0; one contributor is alone', () => {
    const cells = [[], [0, 0], [7]]
    for (const rule of [dominanceRule, pPercentRule, priorPosteriorRule] as TableMethod[])
      expect(flags(rule, cells, {})).toEqual([0, 0, 1])
  })

  it('are of one family: p % is (p, q) with q = 100, and a coalition of t knows t contributions more', () => {
    const cells = [
      [100, 50, 20],
      [100, 50, 30, 10],
      [90, 80, 8, 8],
      [1e12, 1, 1],
    ]
    for (const p of [5, 15, 30, 60])
      expect(flags(pPercentRule, cells, { p })).toEqual(flags(priorPosteriorRule, cells, { p, q: 100 }))
    expect(flags(pPercentRule, cells, { p: 15 })).toEqual([0, 0, 0, 1])
    expect(flags(pPercentRule, cells, { p: 15, coalition: 2 })).toEqual([1, 1, 1, 1])
  })

  it('take what many repeat as safe', () => {
    expect(flags(dominanceRule, [[5, 5, 5, 5]], { n: 2, k: 50 })).toEqual([0])
    expect(flags(dominanceRule, [[5, 5, 5, 5]], { n: 2, k: 49.9 })).toEqual([1])
  })
})

describe('negative contributions', () => {
  const cells = [
    [100, -90, 5],
    [60, 50, 40],
  ]

  it('are refused where nothing is said of them, by the cell', () => {
    for (const rule of [dominanceRule, pPercentRule, priorPosteriorRule] as TableMethod[])
      expect(() => apply(rule, tableOf(cells), {})).toThrow(
        expect.objectContaining({ code: 'BAD_TABLE', message: expect.stringMatching(/g=c1 has negative/) }),
      )
    // The negative one is not among the largest: only their size tells.
    const hidden = tableOf([[100, 90, 80, -20]], 2, { magnitudes: Float64Array.of(290) })
    expect(() => apply(pPercentRule, hidden, {})).toThrow(/negative/)
  })

  it('are taken by their size: by Σ|x| where the table has it, else by what is sure of it', () => {
    const sized = tableOf(cells, 3, { magnitudes: Float64Array.of(195, 150) })
    // 195 − 100 − 90 = 5 < 15.
    expect([...apply(pPercentRule, sized, { p: 15, negatives: 'absolute' }).status]).toEqual([1, 0])
    expect([...(apply(dominanceRule, sized, { n: 1, k: 50, negatives: 'absolute' }).levels?.upper ?? [])]).toEqual([
      5, 0,
    ])
    expect([...apply(pPercentRule, tableOf(cells, 2), { p: 15, negatives: 'absolute' }).status]).toEqual([1, 0])
  })

  it('are shifted where everybody knows by how much: contributions by x, none below −shift', () => {
    const shifted = tableOf(
      [
        [100, 5, 0],
        [60, 50, 40],
      ],
      3,
      {
        largest: Float64Array.of(100, 5, -90, 60, 50, 40),
        values: Float64Array.of(15, 150),
      },
    )
    const { status } = apply(dominanceRule, shifted, { n: 1, k: 60, negatives: 'shifted', shift: 100 })
    // 200 of 315, and 160 of 450.
    expect([...status]).toEqual([1, 0])
    expect(() => apply(dominanceRule, shifted, { negatives: 'shifted', shift: 80 })).toThrow(/negative after the shift/)
    expect(() => apply(dominanceRule, tableOf([[1, -90, 5]]), { negatives: 'shifted', shift: 100 })).toThrow(
      expect.objectContaining({ code: 'BAD_TABLE', advice: expect.stringContaining('--order signed') }),
    )
  })
})

describe('a rule is refused', () => {
  it.each<[string, TableMethod, Record<string, unknown>, RegExp]>([
    ['n = 0', dominanceRule as TableMethod, { n: 0 }, /n must be/],
    ['k above 100', dominanceRule as TableMethod, { k: 101 }, /k must be/],
    ['k = 0', dominanceRule as TableMethod, { k: 0 }, /k must be/],
    ['p = 0', pPercentRule as TableMethod, { p: 0 }, /p must be/],
    ['p below 0', pPercentRule as TableMethod, { p: -15 }, /p must be/],
    ['p = q', priorPosteriorRule as TableMethod, { p: 20, q: 20 }, /p must be below q/],
    ['p above q', priorPosteriorRule as TableMethod, { p: 30, q: 20 }, /p must be below q/],
    [
      'more contributions than there are',
      dominanceRule as TableMethod,
      { n: 4 },
      /needs the 4 largest.*has the 3 largest/,
    ],
    ['a coalition larger than is known', pPercentRule as TableMethod, { coalition: 3 }, /needs the 4 largest/],
  ])('for %s', (_, rule, params, message) => {
    expect(() => apply(rule, tableOf([[5, 4, 3, 2, 1]]), params)).toThrow(
      expect.objectContaining({ code: 'BAD_PARAMETER', message: expect.stringMatching(message) }),
    )
  })

  it('for a table of frequencies', () => {
    const { largest: _, ...frequencies } = tableOf([[1, 1]])
    expect(() => apply(pPercentRule, frequencies, {})).toThrow(/the table has none/)
  })
})
