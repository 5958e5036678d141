import { categorical, resolveParams, seededRng, type Table, type TableMethod, type TableResult } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dominanceRule } from './dominance.js'
import { minimumFrequencyRule } from './minimum-frequency.js'
import { pPercentRule } from './p-percent.js'
import { priorPosteriorRule } from './prior-posterior.js'

/** A table of cells without relations, each from its contributions, with the largest of them kept. */
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
  // (M2,P3): one contributor of 22; (M3,P5): 363, with 350 from one; (M1,P1): 160 and 200.
  const cells = [[22], [350, 4, 4, 4, 1], [200, 160]]

  it('have the levels 22, 337 and 40 by (1, 50)', () => {
    const { status, levels } = apply(dominanceRule, tableOf(cells), { n: 1, k: 50 })
    expect([...status]).toEqual([1, 1, 1])
    expect([...(levels?.upper ?? [])]).toEqual([22, 337, 40])
    expect([...(levels?.lower ?? [])]).toEqual([22, 337, 40])
  })

  it('have the levels 11, 166 and 100 by p = 50 %, above the value only or as width on request', () => {
    const table = tableOf(cells, 2)
    expect([...(apply(pPercentRule, table, { p: 50 }).levels?.upper ?? [])]).toEqual([11, 166, 100])
    const { levels } = apply(pPercentRule, table, { p: 50, levels: 'width' })
    expect([levels?.lower, levels?.upper, levels?.width].map((one) => [...(one ?? [])])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [22, 332, 200],
    ])
    expect([...(apply(pPercentRule, table, { p: 50, levels: 'above' }).levels?.lower ?? [])]).toEqual([0, 0, 0])
  })

  it('compare the rest with the value in their printed form', () => {
    // The rest 60 is above half of 100, and below half of 200.
    expect(flags(pPercentRule, [[100, 40, 30, 30]], { p: 50 })).toEqual([0])
    expect(flags(pPercentRule, [[100, 40, 30, 30]], { p: 50, asPrinted: true })).toEqual([1])
  })
})

describe('the rules', () => {
  it('are strict: equality is safe, also in decimals', () => {
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

  it('find nobody in an empty cell or one with contributions of 0, and a lone contributor in a cell of one', () => {
    const cells = [[], [0, 0], [7]]
    for (const rule of [dominanceRule, pPercentRule, priorPosteriorRule] as TableMethod[])
      expect(flags(rule, cells, {})).toEqual([0, 0, 1])
  })

  it('are one family: p % is (p, q) with q = 100, and a coalition of t knows t more contributions', () => {
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

  it('find repeated contributions of many respondents safe', () => {
    expect(flags(dominanceRule, [[5, 5, 5, 5]], { n: 2, k: 50 })).toEqual([0])
    expect(flags(dominanceRule, [[5, 5, 5, 5]], { n: 2, k: 49.9 })).toEqual([1])
  })
})

describe('negative contributions', () => {
  const cells = [
    [100, -90, 5],
    [60, 50, 40],
  ]

  it('are refused by default, with the cell', () => {
    for (const rule of [dominanceRule, pPercentRule, priorPosteriorRule] as TableMethod[])
      expect(() => apply(rule, tableOf(cells), {})).toThrow(
        expect.objectContaining({ code: 'BAD_TABLE', message: expect.stringMatching(/g=c1 has negative/) }),
      )
    expect(() => apply(pPercentRule, tableOf(cells), { p: 10, coalition: 2 })).toThrow(
      expect.objectContaining({ fix: expect.stringContaining('rule: p=10%,coalition=2,negatives=absolute') }),
    )
    // The negative contribution is not among the largest: only Σ|x| shows it.
    const hidden = tableOf([[100, 90, 80, -20]], 2, { magnitudes: Float64Array.of(290) })
    expect(() => apply(pPercentRule, hidden, {})).toThrow(/negative/)
  })

  it('are taken by size: with Σ|x| if the table has it, else with its certain lower bound', () => {
    const sized = tableOf(cells, 3, { magnitudes: Float64Array.of(195, 150) })
    // 195 − 100 − 90 = 5 < 15.
    expect([...apply(pPercentRule, sized, { p: 15, negatives: 'absolute' }).status]).toEqual([1, 0])
    expect([...(apply(dominanceRule, sized, { n: 1, k: 50, negatives: 'absolute' }).levels?.upper ?? [])]).toEqual([
      5, 0,
    ])
    expect([...apply(pPercentRule, tableOf(cells, 2), { p: 15, negatives: 'absolute' }).status]).toEqual([1, 0])
  })

  it('are shifted if the shift is public: contributions by x, none below −shift', () => {
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
      expect.objectContaining({ code: 'BAD_TABLE', fix: expect.stringContaining('order: signed') }),
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

const sum = (numbers: readonly number[]): number => numbers.reduce((so, x) => so + x, 0)

describe('the remainder of a cell after a contributor subtracts their own', () => {
  const several = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 2, maxLength: 6 })
  const rules = fc.constantFrom<[TableMethod, Record<string, unknown>]>(
    [pPercentRule as TableMethod, { p: 20 }],
    [pPercentRule as TableMethod, { p: 300 }],
    [priorPosteriorRule as TableMethod, { p: 15, q: 60 }],
  )
  /** The level of the remainder without one contribution, with `told` of the contributions known. */
  const without = (result: TableResult, held: readonly number[], r: number, told: number): number => {
    const rest = held.filter((_, i) => i !== r)
    return result.levelOf?.({ total: sum(rest), count: rest.length, largest: rest.slice(0, told) }, 'remainder') ?? -1
  }

  it('has at most the level of the rule, and exactly that against the second largest', () => {
    fc.assert(
      fc.property(several, rules, (own, [rule, params]) => {
        const held = [...own].sort((a, b) => b - a)
        const result = apply(rule, tableOf([held]), params)
        const level = result.levels?.upper[0] ?? 0
        const slack = 1e-9 * sum(held)
        held.forEach((_, r) => expect(without(result, held, r, 6)).toBeLessThanOrEqual(level + slack))
        expect(Math.abs(without(result, held, 1, 6) - level)).toBeLessThanOrEqual(slack)
      }),
    )
  })

  it('has no lower level if fewer contributions are known', () => {
    fc.assert(
      fc.property(several, fc.integer({ min: 0, max: 3 }), (own, told) => {
        const held = [...own].sort((a, b) => b - a)
        for (const [rule, params] of [
          [dominanceRule as TableMethod, { n: 3, k: 90 }],
          [pPercentRule as TableMethod, { p: 40 }],
        ] as const) {
          const result = apply(rule, tableOf([held]), params)
          held.forEach((_, r) =>
            expect(without(result, held, r, told)).toBeGreaterThanOrEqual(without(result, held, r, 6) - 1e-9),
          )
          const all = { total: sum(held), count: -1, largest: held.slice(0, told) }
          expect(result.levelOf?.(all, 'union')).toBeGreaterThanOrEqual((result.levels?.upper[0] ?? 0) - 1e-9)
        }
      }),
    )
  })

  it('agrees with printed cases: of 58 and 6 the level against the first is 1.2, against the second 11.6; (n, k) as in a cell', () => {
    const p = apply(pPercentRule, tableOf([[58, 6]]), { p: 20 })
    expect(p.levels?.upper[0]).toBeCloseTo(11.6, 12)
    expect(without(p, [58, 6], 0, 2)).toBeCloseTo(1.2, 12)
    expect(without(p, [58, 6], 1, 2)).toBeCloseTo(11.6, 12)
    const nk = apply(dominanceRule, tableOf([[90, 5, 5]]), { n: 1, k: 40 })
    expect(without(nk, [90, 5, 5], 1, 3)).toBeCloseTo((90 * 100) / 40 - 95, 12)
    // Unions are judged like cells; safe ones have no level.
    expect(nk.levelOf?.({ total: 100, count: 3, largest: [90, 5, 5] }, 'union')).toBe(125)
    expect(nk.levelOf?.({ total: 100, count: 4, largest: [30, 30, 30] }, 'union')).toBe(0)
  })
})

describe('a rule needs only what it uses', () => {
  it('p, pq and nk judge without numbers of contributors, and freq refuses', () => {
    const cells = [[60, 20, 20], [85, 3, 2], [20, 20, 10], [0]]
    const uncounted = tableOf(cells, 3, { counts: new Int32Array(4).fill(-1) })
    for (const rule of [dominanceRule, pPercentRule, priorPosteriorRule] as TableMethod[])
      expect([...apply(rule, uncounted, {}).status]).toEqual([...apply(rule, tableOf(cells), {}).status])
    expect(() => apply(minimumFrequencyRule, uncounted, {})).toThrow(
      expect.objectContaining({
        code: 'BAD_PARAMETER',
        message: expect.stringMatching(/the number of contributors of .* is unknown/),
      }),
    )
    expect(() => apply(pPercentRule, uncounted, { negatives: 'shifted', shift: 5 })).toThrow(
      /number of contributors .* is unknown/,
    )
  })
})

describe('the frequency rule', () => {
  const counted = (counts: readonly number[], more: Partial<Table> = {}): Table => ({
    dimensions: [categorical(counts.map((_, c) => `c${c}`))],
    names: ['g'],
    counts: Int32Array.from(counts),
    values: Float64Array.from(counts),
    equations: [],
    ...more,
  })
  const upper = (table: Table, params: Record<string, unknown>): number[] => [
    ...(apply(minimumFrequencyRule, table, params).levels?.upper ?? []),
  ]

  it('demands one contribution of a count, or a given number, up to m; 20 % of a sum, or a given share', () => {
    const counts = counted([0, 1, 2, 3])
    expect(upper(counts, { m: 3 })).toEqual([0, 1, 1, 0])
    expect(upper(counts, { m: 3, range: 4 })).toEqual([0, 4, 4, 0])
    expect(upper(counts, { m: 3, to: 'm' })).toEqual([0, 2, 1, 0])
    const sums = counted([0, 1, 2, 3], { values: Float64Array.of(0, 50, -10, 7) })
    expect(upper(sums, { m: 3 })).toEqual([0, 10, 2, 0])
    expect(upper(sums, { m: 3, range: 50 })).toEqual([0, 25, 5, 0])
    expect(() => upper(sums, { to: 'm' })).toThrow(/needs a table of counts/)
    expect([...(apply(minimumFrequencyRule, sums, { levels: 'width' }).levels?.width ?? [])]).toEqual([0, 20, 4, 0])
  })

  it('demands it of remainders that are or may be small, and nothing of unions', () => {
    const { levelOf } = apply(minimumFrequencyRule, counted([1, 2]), { m: 3 })
    const left = (count: number): number | undefined => levelOf?.({ total: count, count, largest: [] }, 'remainder')
    expect([0, 1, 2, 3, -1].map(left)).toEqual([0, 1, 1, 0, 1])
    expect(levelOf?.({ total: 2, count: 2, largest: [] }, 'union')).toBe(0)
  })

  it('treats zeros as sensitive on request, in one dimension only, and never those that are known', () => {
    const table = counted([0, 3, 0, 0, 0, 3], {
      dimensions: ['a', 'ill'].map((_, d) => ({
        ...categorical(
          d === 0 ? ['u', 'u', 'u', 'v', 'v', 'v'] : ['x', 'y', 'all', 'x', 'y', 'all'],
          d === 0 ? ['u', 'v'] : ['x', 'y', 'all'],
        ),
        ...(d === 1 && {
          taxonomy: new Map<string, string | null>([
            ['x', 'all'],
            ['y', 'all'],
            ['all', null],
          ]),
        }),
      })),
      names: ['a', 'ill'],
      given: Uint8Array.of(0, 0, 0, 0, 5, 0),
    })
    const status = (zeros: string): number[] => [...apply(minimumFrequencyRule, table, { zeros }).status]
    expect(status('safe')).toEqual([0, 0, 0, 0, 0, 0])
    expect(status('unsafe')).toEqual([1, 0, 1, 1, 0, 0])
    expect(status('unsafe:ill')).toEqual([1, 0, 0, 1, 0, 0])
    expect(upper(table, { zeros: 'unsafe:ill' })).toEqual([1, 0, 0, 1, 0, 0])
    expect([...(apply(minimumFrequencyRule, table, { zeros: 'unsafe' }).levels?.lower ?? [])]).toEqual(
      new Array(6).fill(0),
    )
    expect(() => status('unsafe:b')).toThrow(/the table has no such dimension/)
    expect(() => status('sometimes')).toThrow(/unsafe:DIMENSION/)
  })
})

describe('a waiver', () => {
  // Two inner cells and their total; firm 0 is alone in the first, and in the second with firms 1 and 2.
  const withWaivers = (waivers: readonly number[]): Table => ({
    dimensions: [
      {
        ...categorical(['a', 'b', 'Total']),
        taxonomy: new Map([
          ['a', 'Total'],
          ['b', 'Total'],
          ['Total', null],
        ]),
      },
    ],
    names: ['g'],
    counts: Int32Array.of(1, 3, 3),
    values: Float64Array.of(50, 100, 150),
    largest: Float64Array.of(50, 0, 90, 5, 140, 5),
    top: 2,
    equations: [{ cells: Int32Array.of(2, 0, 1), signs: Int8Array.of(-1, 1, 1) }],
    alone: Int32Array.of(0, -1, -1),
    contributions: {
      starts: Int32Array.of(0, 1, 4, 4),
      respondents: Int32Array.of(0, 0, 1, 2),
      values: Float64Array.of(50, 90, 5, 5),
    },
    waivers: Int32Array.from(waivers),
  })
  const status = (rule: TableMethod, params: Record<string, unknown>, waivers: readonly number[]): number[] => [
    ...apply(rule, withWaivers(waivers), params).status,
  ]

  it('makes the cells safe that are sensitive only because of the firm, also totals, and changes no other', () => {
    for (const [rule, params] of [
      [pPercentRule as TableMethod, { p: 15 }],
      [priorPosteriorRule as TableMethod, { p: 10, q: 60 }],
      [dominanceRule as TableMethod, { n: 1, k: 50 }],
    ] as const) {
      expect(status(rule, params, [])).toEqual([1, 1, 1])
      expect(status(rule, params, [0])).toEqual([0, 0, 0])
      expect(status(rule, params, [1])).toEqual([1, 1, 1])
    }
    expect(status(minimumFrequencyRule as TableMethod, { m: 4 }, [0])).toEqual([0, 1, 1])
    expect(status(minimumFrequencyRule as TableMethod, { m: 4 }, [0, 1, 2])).toEqual([0, 0, 0])
  })

  it('does not cover the other firm of two', () => {
    const two: Table = {
      ...tableOf([[90, 10]], 2),
      contributions: {
        starts: Int32Array.of(0, 2),
        respondents: Int32Array.of(0, 1),
        values: Float64Array.of(90, 10),
      },
    }
    const level = (waivers: readonly number[]): number | undefined =>
      apply(pPercentRule, { ...two, waivers: Int32Array.from(waivers) }, { p: 20 }).levels?.upper[0]
    expect([level([]), level([1]), level([0]), level([0, 1])]).toEqual([18, 18, 2, 0])
  })
})
