import { seededRng, type MaskingMethod, type MaskResult } from '@sdc/core'
import { pearson } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnBlocks, type BlockParams } from './blocks.js'
import { correlatedBlocks } from './correlated-blocks.js'
import { groupSizes } from './group-means.js'
import plugin from '../index.js'
import { mdav, mdavMethod } from '../mdav/mdav.js'
import { applyTo, codeOf, f64, grid, maskedColumn, numericData, reportedGroups } from './run.fixture.js'

const methods: readonly MaskingMethod[] = (plugin.methods ?? []).filter(({ params }) => 'blocks' in params.shape)

/** Average linkage with every mean taken afresh from the pairs of columns. */
function naiveBlocks(columns: readonly Float64Array[], size: number, together: string): number[][] {
  const unlike = (a: number, b: number): number => {
    const r = pearson(columns[a], columns[b])
    const strength = Number.isNaN(r) ? 0 : Math.abs(r)
    return together === 'correlated' ? 1 - strength : strength
  }
  const linkage = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((total, i) => total + b.reduce((sum, j) => sum + unlike(i, j), 0), 0) / (a.length * b.length)
  let blocks = columns.map((_, j) => [j])
  for (;;) {
    const pairs = blocks.flatMap((a, i) => blocks.slice(i + 1).map((b) => [a, b] as const))
    const fitting = pairs.filter(([a, b]) => a.length + b.length <= size)
    if (fitting.length === 0) return blocks
    const [a, b] = fitting.reduce((best, pair) => (linkage(...pair) < linkage(...best) ? pair : best))
    blocks = blocks
      .filter((block) => block !== b)
      .map((block) => (block === a ? [...a, ...b].sort((i, j) => i - j) : block))
  }
}

/** Columns that are mixtures of a few factors, so that correlations are of all sizes and none tie. */
function mixtures(seed: string, p: number): Float64Array[] {
  const rng = seededRng(seed)
  const factors = Array.from({ length: 3 }, () => Float64Array.from({ length: 40 }, () => rng.normal()))
  return Array.from({ length: p }, () => {
    const weights = factors.map(() => rng.normal())
    return Float64Array.from({ length: 40 }, (_, i) =>
      factors.reduce((total, factor, f) => total + weights[f] * factor[i], 0.3 * rng.normal()),
    )
  })
}

describe('correlatedBlocks', () => {
  it('is average linkage with blocks of a largest size', () => {
    for (let run = 0; run < 10; run++) {
      const columns = mixtures(`run ${run}`, 9)
      for (const together of ['correlated', 'uncorrelated'] as const)
        for (const size of [1, 2, 3, 4, 9])
          expect(correlatedBlocks(columns, size, together)).toEqual(naiveBlocks(columns, size, together))
    }
  })

  it('puts every column in one block of at most the size, and no two blocks would fit in one', () => {
    fc.assert(
      fc.property(grid, fc.integer({ min: 1, max: 5 }), (columns, size) => {
        const blocks = correlatedBlocks(columns, size, 'correlated')
        expect(blocks.flat().sort()).toEqual(columns.map((_, j) => j))
        const lengths = blocks.map((block) => block.length).sort((a, b) => a - b)
        expect(lengths.at(-1)).toBeLessThanOrEqual(size)
        if (lengths.length > 1) expect(lengths[0] + lengths[1]).toBeGreaterThan(size)
      }),
    )
  })

  it('worked by hand: two pairs that vary together, one opposite, and a constant', () => {
    const columns = [
      f64([1, 2, 3, 4]),
      f64([1, -1, -1, 1]),
      f64([8, 6, 4, 2.1]),
      f64([1, -1, -1, 1.1]),
      f64([5, 5, 5, 5]),
    ]
    expect(correlatedBlocks(columns, 2, 'correlated')).toEqual([[0, 2], [1, 3], [4]])
    expect(correlatedBlocks(columns, 2, 'uncorrelated')).toEqual([[0, 1], [2, 4], [3]])
  })
})

describe('columnBlocks', () => {
  const columns = ['d', 'b', 'c', 'a', 'e'].map((name) => ({ name, values: f64([1, 2, 3]) }))
  const blocksOf = (params: Partial<BlockParams>): string[] =>
    columnBlocks(columns, { blocks: 'all', blockSize: 2, blockColumns: [], ...params }, 'm').map((block) =>
      block.map(({ name }) => name).join(''),
    )

  it('uses all columns, the order of the plan, or lists; sorted by name within a block', () => {
    expect(blocksOf({})).toEqual(['abcde'])
    expect(blocksOf({ blocks: 'consecutive' })).toEqual(['bd', 'ac', 'e'])
    expect(blocksOf({ blocks: 'consecutive', blockSize: 9 })).toEqual(['abcde'])
    expect(blocksOf({ blocks: 'listed', blockColumns: [['e', 'a'], ['c'], ['d', 'b']] })).toEqual(['ae', 'c', 'bd'])
  })

  it('refuses lists that do not partition the columns', () => {
    const listed = (blockColumns: string[][]) => (): unknown => blocksOf({ blocks: 'listed', blockColumns })
    expect(listed([])).toThrow(/no block of blockColumns has the column "a"/)
    expect(listed([['a', 'b', 'c', 'd']])).toThrow(/no block of blockColumns has the column "e"/)
    expect(
      listed([
        ['a', 'b', 'c', 'd'],
        ['e', 'a'],
      ]),
    ).toThrow(/names "a" twice/)
    expect(listed([['a', 'b', 'c', 'd', 'e', 'f']])).toThrow(/names "f", which is not among/)
    expect(codeOf(listed([]))).toBe('BAD_PARAMETER')
    expect(codeOf(() => blocksOf({ blockColumns: [['a']] }))).toBe('BAD_PARAMETER')
  })
})

it('are those of MDAV, V-MDAV and projection', () => {
  expect(methods).toHaveLength(3)
})

describe.each(methods)('$id in blocks', (method) => {
  const [a, b, c, d, e] = mixtures('blocks', 5)
  const columns = [
    ['b', b],
    ['e', e],
    ['a', a],
    ['d', d],
    ['c', c],
  ] as const
  const mask = (named: readonly (readonly [string, Float64Array])[], params: Readonly<Record<string, unknown>>) =>
    applyTo(method, numericData(named), { k: 4, ...params })
  const values = (result: MaskResult): number[][] =>
    ['a', 'b', 'c', 'd', 'e'].map((name) => [...maskedColumn(result, name)])

  it('masks a block as the method masks its columns alone', () => {
    const result = mask(columns, { blocks: 'consecutive', blockSize: 2 })
    for (const [block, names] of [
      [columns.slice(0, 2), ['b', 'e']],
      [columns.slice(2, 4), ['a', 'd']],
      [columns.slice(4), ['c']],
    ] as const) {
      const alone = mask(block, {})
      for (const name of names) {
        expect(maskedColumn(result, name)).toEqual(maskedColumn(alone, name))
        expect(reportedGroups(result, name)).toEqual(reportedGroups(alone))
      }
    }
    expect(result.warnings).toEqual(['masked in 3 blocks, k-anonymous within each only: b,e; a,d; c'])
  })

  it('listed blocks are used unchanged', () => {
    const listed = mask([...columns].reverse(), { blocks: 'listed', blockColumns: [['c'], ['d', 'a'], ['e', 'b']] })
    expect(values(listed)).toEqual(values(mask(columns, { blocks: 'consecutive', blockSize: 2 })))
  })

  it('depends on the order of the columns for consecutive blocks only', () => {
    const turned = [...columns].reverse()
    for (const blocks of ['all', 'correlated', 'uncorrelated'])
      expect(values(mask(turned, { blocks }))).toEqual(values(mask(columns, { blocks })))
    expect(values(mask(turned, { blocks: 'consecutive' }))).not.toEqual(
      values(mask(columns, { blocks: 'consecutive' })),
    )
  })

  it('loses less than with all columns together, and is k-anonymous within blocks only', () => {
    const [whole, parts] = [mask(columns, {}), mask(columns, { blocks: 'consecutive', blockSize: 2 })]
    expect(Number(parts.report?.get('IL (%)'))).toBeLessThan(Number(whole.report?.get('IL (%)')))
    expect(parts.report?.get('SST')).toBe(whole.report?.get('SST'))
    const leastCount = (result: MaskResult, names: readonly string[]): number => {
      const counts = new Map<string, number>()
      for (let i = 0; i < 40; i++) {
        const row = names.map((name) => maskedColumn(result, name)[i]).join()
        counts.set(row, (counts.get(row) ?? 0) + 1)
      }
      return Math.min(...counts.values())
    }
    expect(leastCount(whole, ['a', 'b', 'c', 'd', 'e'])).toBeGreaterThanOrEqual(4)
    expect(leastCount(parts, ['b', 'e'])).toBeGreaterThanOrEqual(4)
    expect(leastCount(parts, ['a', 'b', 'c', 'd', 'e'])).toBeLessThan(4)
  })

  it('reports its progress over all blocks', () => {
    const fractions: number[] = []
    applyTo(method, numericData(columns), { k: 4, blocks: 'consecutive' }, { tick: (done) => fractions.push(done) })
    expect(fractions.length).toBeGreaterThan(1)
    expect(fractions.every((done, i) => done >= (fractions[i - 1] ?? 0) && done <= 1)).toBe(true)
  })
})

it('the groups of a block have k to 2k − 1 records', () => {
  const columns = mixtures('sizes', 6)
  const data = numericData(columns.map((values, j) => [`c${j}`, values]))
  const result = applyTo(mdavMethod, data, { k: 7, blocks: 'correlated', blockSize: 3 })
  for (const name of data.names) {
    const sizes = groupSizes(Uint32Array.from(reportedGroups(result, name)))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(7)
    expect(Math.max(...sizes)).toBeLessThan(14)
  }
  expect(reportedGroups(applyTo(mdavMethod, data, { k: 7 }))).toEqual(Int32Array.from(mdav(columns, 7)))
})
