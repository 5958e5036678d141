import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dataset,
  numeric,
  numericValues,
  resolveParams,
  seededRng,
  type Dataset,
  type MaskResult,
  type NumericColumn,
  maskInput,
} from '@sdc/core'
import { paper000Records, paper003Linkage, paper003RankSwapping } from '@sdc/datasets'
import { rankSwap, rankSwapMethod, rankSwapPermutation } from './rank-swap.js'
import { naivePartners, scripted } from './testing.fixture.js'
import { maskByPlan } from '@sdc/toolkit'

/** Any column: ties, signed zeros, infinities and missing values among its values. */
const anyColumn = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.double({ noNaN: true }) },
      { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }) },
      { weight: 1, arbitrary: fc.constantFrom(-0, 0, Infinity, -Infinity, Number.NaN) },
    ),
    { maxLength: 80 },
  )
  .map((values) => Float64Array.from(values))

async function run(
  columns: ReadonlyMap<string, Float64Array>,
  params = {},
  seed: string | number = 1,
): Promise<MaskResult> {
  const data = dataset([...columns].map(([name, values]): [string, NumericColumn] => [name, numeric(values)]))
  return maskByPlan(
    rankSwapMethod,
    maskInput(data, {
      params: resolveParams(rankSwapMethod.params, params, { method: rankSwapMethod.id }),
      rng: seededRng(seed),
    }),
  )
}

function masked(result: MaskResult, name: string): Float64Array {
  const column = result.files[0].columns.get(name)
  if (column?.kind !== 'numeric') throw new Error(`column ${name} was not masked`)
  return column.values
}

describe('rankSwap', () => {
  it('permutes bit for bit, leaves missing values in their places, and moves no value further than the window', () => {
    fc.assert(
      fc.property(anyColumn, fc.integer({ min: 1, max: 90 }), fc.nat(), (x, window, seed) => {
        const before = Float64Array.from(x)
        const y = rankSwap(x, window, seededRng(seed))
        expect(x).toEqual(before)
        expect(Array.from(y, Number.isNaN)).toEqual(Array.from(x, Number.isNaN))
        const sorted = x.filter((value) => !Number.isNaN(value)).sort()
        // typed arrays sort −0 before 0, and toEqual tells them apart: bit for bit.
        expect(y.filter((value) => !Number.isNaN(value)).sort()).toEqual(sorted)
        const below = (value: number): number => sorted.filter((other) => other < value).length
        const upTo = (value: number): number => sorted.filter((other) => other <= value).length
        y.forEach((value, i) => {
          if (Number.isNaN(value)) return
          // Ranks of x_i are below + 1 … upTo, whichever ties got; the closest ranks of x_i and y_i.
          expect(Math.max(below(value) + 1 - upTo(x[i]), below(x[i]) + 1 - upTo(value))).toBeLessThanOrEqual(window)
        })
      }),
      { numRuns: 300 },
    )
  })

  it('is the column in the order of the permutation, which is an involution', () => {
    fc.assert(
      fc.property(anyColumn, fc.integer({ min: 1, max: 90 }), fc.nat(), (x, window, seed) => {
        const from = rankSwapPermutation(x, window, seededRng(seed))
        expect(from.map((i) => from[i])).toEqual(from.map((_, i) => i))
        expect(rankSwap(x, window, seededRng(seed))).toEqual(Float64Array.from(from, (i) => x[i]))
        x.forEach((value, i) => {
          if (Number.isNaN(value)) expect(from[i]).toBe(i)
        })
      }),
    )
  })
})

/** The printed column as ranks: the partner of every rank, which must be a swap. */
function printedPartners(original: readonly number[], swapped: readonly number[]): number[] {
  const sorted = [...original].sort((a, b) => a - b)
  return sorted.map((value) => sorted.indexOf(swapped[original.indexOf(value)]))
}

const printed = (table: Dataset, name: string): number[] => [...numericValues(table, name)]

describe.each([
  {
    name: '2014 paper, Table 2, SWP',
    original: printed(paper000Records, 'X'),
    swapped: printed(paper000Records, 'SWP Z'),
    window: 5,
    stay: 1,
    furthest: 5,
  },
  ...['a1', 'a2', 'a3', 'a4'].map((name) => ({
    name: `2013 slides, example I, ${name}`,
    original: printed(paper003RankSwapping, name),
    swapped: printed(paper003RankSwapping, `masked ${name}`),
    window: paper003Linkage.window,
    stay: 0,
    furthest: 2,
  })),
])('$name', ({ original, swapped, window, stay, furthest }) => {
  const partners = printedPartners(original, swapped)

  it('is, as printed, an involution of ranks within the window', () => {
    expect([...swapped].sort((a, b) => a - b)).toEqual([...original].sort((a, b) => a - b))
    expect(partners.map((partner) => partners[partner])).toEqual(partners.map((_, i) => i))
    expect(partners.filter((partner, i) => partner === i)).toHaveLength(stay)
    expect(Math.max(...partners.map((partner, i) => Math.abs(partner - i)))).toBe(furthest)
  })

  it('is a possible outcome of the kernel: the right draws give it bit for bit', () => {
    const draws: number[] = []
    naivePartners(original.length, window, (candidates, i) => {
      expect(candidates).toContain(partners[i])
      draws.push(partners[i] - i - 1)
      return partners[i]
    })
    const rng = scripted(() => draws.shift() ?? -1)
    expect(Array.from(rankSwap(Float64Array.from(original), window, rng))).toEqual(swapped)
    expect(draws).toEqual([])
  })
})

describe('swapping/rank-swap', () => {
  const x = Float64Array.from({ length: 200 }, (_, i) => (i * 37) % 200)

  it('converts percent to positions, and prefers positions if given', async () => {
    const byPercent = masked(await run(new Map([['x', x]]), { percent: 7.4 }), 'x')
    // ⌊7.4·200/100⌋ = 14
    expect(masked(await run(new Map([['x', x]]), { positions: 14, percent: 50 }), 'x')).toEqual(byPercent)
    expect(masked(await run(new Map([['x', x]]), { positions: 15 }), 'x')).not.toEqual(byPercent)
  })

  it('names the smallest percent that moves anything', async () => {
    const few = new Map([['x', Float64Array.of(3, 1, 2)]])
    const place = { column: 'x', parameter: 'percent' }
    const error = { code: 'NOTHING_MOVES', fix: expect.stringContaining('33.34'), place }
    await expect(run(few)).rejects.toMatchObject(error)
    await expect(run(few, { percent: 33.34 })).resolves.toBeDefined()
    await expect(run(few, { percent: 33.33 })).rejects.toMatchObject({ code: 'NOTHING_MOVES' })
  })

  it('swaps the values present and counts its window from them', async () => {
    const holes = x.map((value, i) => (i % 2 ? value : Number.NaN))
    const result = await run(new Map([['x', holes]]), { percent: 10 })
    const y = masked(result, 'x')
    const present = holes.filter((value) => !Number.isNaN(value))
    const swapped = y.filter((_, i) => i % 2 === 1)
    expect(y.every((value, i) => Number.isNaN(value) === (i % 2 === 0))).toBe(true)
    // 10 % of the 100 values present.
    const byPositions = masked(await run(new Map([['x', present]]), { positions: 10 }), 'x')
    expect(swapped).toEqual(byPositions)
    expect(result.warnings).toEqual(['column "x": 100 missing values stay missing'])
  })

  it('refuses a single value, and does nothing without values', async () => {
    const one = new Map([['x', Float64Array.of(1)]])
    await expect(run(one, { positions: 1 })).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS' })
    const none = new Float64Array(3).fill(Number.NaN)
    expect(masked(await run(new Map([['x', none]])), 'x')).toEqual(none)
    const two = new Map([['x', Float64Array.of(2, 1)]])
    expect(masked(await run(two, { percent: 100 }), 'x')).toEqual(Float64Array.of(1, 2))
  })

  it('masks a column the same for any other columns, and is repeatable with a seed', async () => {
    const other = x.map((value) => -value)
    const together = await run(
      new Map([
        ['a', x],
        ['b', other],
      ]),
    )
    expect(masked(await run(new Map([['b', other]])), 'b')).toEqual(masked(together, 'b'))
    expect(masked(await run(new Map([['a', x]])), 'a')).toEqual(masked(together, 'a'))
    expect(masked(await run(new Map([['a', x]]), {}, 2), 'a')).not.toEqual(masked(together, 'a'))
  })

  it('reports the number of unchanged values', async () => {
    const { report } = await run(new Map([['zeros', Float64Array.of(0, 0, 0, 0, 0, 1, 2)]]), { positions: 1 })
    // Pairs (0 0) (0 0) (0 1), and 2 alone.
    expect(report?.get('unchanged values of zeros')).toBe(5)
  })
})
