import { categorical, type CategoricalColumn, type Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { relationsOf } from '../table/relations.js'
import { written } from '../linked/written.fixture.js'
import { findAttacks } from './find-attacks.js'
import type { Finding } from './finding.js'

/** The two tables of paper 003: frequencies and salaries by town and work. */
const frequencies = [
  [2, 15, 30, 20, 10, 77],
  [72, 20, 1, 30, 10, 133],
  [38, 38, 15, 40, 5, 136],
  [112, 73, 46, 90, 25, 346],
]
const salaries = [
  [360, 450, 720, 400, 360, 2290],
  [1440, 540, 22, 570, 320, 2892],
  [722, 1178, 375, 800, 363, 3438],
  [2522, 2168, 1117, 1770, 1043, 8620],
]
const [towns, works] = [
  ['M1', 'M2', 'M3', 'Total'],
  ['P1', 'P2', 'P3', 'P4', 'P5', 'Total'],
]

function printed(
  values: readonly (readonly number[])[],
  contributions: Readonly<Record<string, readonly number[]>> = {},
): Table {
  const cells = towns.flatMap((town, i) => works.map((work, j) => ({ town, work, i, j })))
  const dimension = (levels: string[]): CategoricalColumn => ({
    ...categorical(levels),
    taxonomy: new Map([...new Set(levels)].map((level) => [level, level === 'Total' ? null : 'Total'])),
  })
  const dimensions = [dimension(cells.map(({ town }) => town)), dimension(cells.map(({ work }) => work))]
  return {
    dimensions,
    names: ['town', 'work'],
    values: Float64Array.from(cells, ({ i, j }) => values[i][j]),
    counts: Int32Array.from(cells, ({ i, j }) => frequencies[i][j]),
    equations: relationsOf(dimensions).relations,
    ...(Object.keys(contributions).length > 0 && {
      largest: Float64Array.from(cells.flatMap(({ town, work }) => contributions[`${town} ${work}`] ?? [1, 1])),
    }),
  }
}

const options = { percent: 10, coalition: 1, tick: () => {} }
const brief = ({ kind, who, low, high, exact }: Finding): unknown[] => [kind, who, low, high, exact]

describe('the attacks of paper 003', () => {
  const contributions = { 'M1 P1': [200, 160], 'M3 P5': [350, 5] }
  const at = (town: string, work: string): number => towns.indexOf(town) * 6 + works.indexOf(work)

  it('finds an external attack in M2·P3, internal attacks in M1·P1, and dominance in M3·P5', async () => {
    const found = await findAttacks(printed(salaries, contributions), undefined, options)
    expect(new Set(found.map(({ cell }) => cell))).toEqual(new Set([at('M1', 'P1'), at('M2', 'P3'), at('M3', 'P5')]))
    const of = (cell: number): Finding[] => found.filter((one) => one.cell === cell)
    expect(of(at('M2', 'P3')).map(brief)).toEqual([['external', 'everybody', 22, 22, true]])
    expect(of(at('M2', 'P3'))[0].sentence).toBe('town=M2, work=P3 has one contributor, whose value is 22.')
    expect(of(at('M1', 'P1')).map(brief)).toEqual([
      ['internal', 'the smaller of the two contributors (160)', 200, 200, true],
      ['internal', 'the larger of the two contributors (200)', 160, 160, true],
    ])
    expect(of(at('M3', 'P5')).map(brief)).toEqual([
      ['dominance', 'the largest contributor', 0, 13, false],
      ['dominance', 'the second largest contributor', 89.5, 358, false],
    ])
    expect(of(at('M3', 'P5'))[0].sentence).toContain('at most 13 = 363 − 350')
  })

  it('finds internal attacks without contributions: each of two contributors subtracts their own value', async () => {
    const found = await findAttacks(printed(salaries), undefined, options)
    expect(found.map(brief)).toEqual([
      ['internal', 'each of the two', Number.NaN, Number.NaN, true],
      ['external', 'everybody', 22, 22, true],
    ])
  })

  it('finds persons in the table of frequencies', async () => {
    const found = await findAttacks(printed(frequencies), undefined, options)
    expect(found.map(({ kind, cell }) => [kind, cell])).toEqual([
      ['internal', at('M1', 'P1')],
      ['external', at('M2', 'P3')],
    ])
  })

  it('are limited by the intervals of a pattern', async () => {
    const table = printed(salaries, contributions)
    const pattern = new Uint8Array(24)
    for (const [town, work] of [
      ['M2', 'P3'],
      ['M2', 'P5'],
      ['M3', 'P3'],
      ['M3', 'P5'],
    ])
      pattern[at(town, work)] = 1
    const found = await findAttacks(table, pattern, options)
    // Alone, it leaves the cells [0, 342] and [341, 683]; the only contributor of M2·P3 computes the other three.
    expect(found.filter(({ kind }) => kind === 'external')).toEqual([])
    expect(found.filter(({ kind }) => kind === 'dominance')).toEqual([])
    expect(found.filter(({ kind }) => kind === 'singleton').map(({ cell, low, high }) => [cell, low, high])).toEqual([
      [at('M2', 'P5'), 320, 320],
      [at('M3', 'P3'), 375, 375],
      [at('M3', 'P5'), 363, 363],
    ])
  })
})

describe('group disclosure', () => {
  it('finds all respondents of a row in one cell, also if their number is unknown', async () => {
    const table = written(
      ['town', 'ill'],
      [
        'a yes 0',
        'a no 7',
        'a Total 7',
        'b yes 3',
        'b no 5',
        'b Total 8',
        'Total yes 3',
        'Total no 12',
        'Total Total 15',
      ],
    )
    const found = await findAttacks(table, undefined, options)
    expect(found.map(({ cell, kind, sentence }) => [cell, kind, sentence])).toEqual([
      [1, 'group', 'All 7 contributors of town=a have ill=no; the other cells are empty.'],
      [3, 'group', 'All 3 contributors of ill=yes have town=b; the other cells are empty.'],
    ])
  })

  it('finds nothing if respondents of a cell contribute 0', async () => {
    const table = written(['a', 'b'], ['x u 0 4', 'x v 9 5', 'x Total 9 9'])
    expect((await findAttacks(table, undefined, options)).filter(({ kind }) => kind === 'group')).toEqual([])
  })

  it('finds that the only other contributor of a row knows it', async () => {
    const table = written(
      ['town', 'ill'],
      [
        'a yes 1',
        'a no 6',
        'a Total 7',
        'b yes 3',
        'b no 5',
        'b Total 8',
        'Total yes 4',
        'Total no 11',
        'Total Total 15',
      ],
    )
    const found = await findAttacks(table, undefined, options)
    expect(found.filter(({ kind }) => kind === 'group').map(({ cell, who }) => [cell, who])).toEqual([
      [1, 'the only contributor of town=a, ill=yes'],
      [3, 'the only contributor of town=a, ill=yes'],
    ])
  })

  it('uses the intervals that remain for suppressed cells', async () => {
    const table = written(
      ['town', 'ill'],
      [
        'a yes 0',
        'a no 7',
        'a Total 7',
        'b yes 3',
        'b no 5',
        'b Total 8',
        'Total yes 3',
        'Total no 12',
        'Total Total 15',
      ],
    )
    const pattern = Uint8Array.of(2, 2, 0, 2, 2, 0, 0, 0, 0)
    const found = await findAttacks(table, pattern, options)
    expect(found).toEqual([])
    // A suppressed total protects nobody: the other cell of the row is known to be empty.
    expect(await findAttacks(table, Uint8Array.of(0, 2, 2, 0, 2, 2, 0, 0, 0), options)).toHaveLength(2)
  })
})

describe('coalitions', () => {
  it('two contributors find the third, and two bound the largest more closely than one', async () => {
    const base = written(['a'], ['x 100 3', 'y 1000 9', 'z 500 80', 'Total 1600 92'])
    const table = { ...base, top: 3, largest: Float64Array.of(50, 30, 20, 600, 250, 130, 30, 20, 20, 600, 250, 130) }
    expect((await findAttacks(table, undefined, options)).map(brief)).toEqual([])
    const found = await findAttacks(table, undefined, { ...options, coalition: 2 })
    expect(found.map(({ cell, kind, low, high }) => [cell, kind, low, high])).toEqual([
      [0, 'internal', 50, 50],
      [0, 'internal', 30, 30],
      [0, 'internal', 20, 20],
      [1, 'dominance', 250, 620],
    ])
  })
})

it('finds what two lone contributors of suppressed cells compute together, on request', async () => {
  // a + b + c + d = 100 is published, a to d are suppressed; three of them have one contributor each.
  const levels = ['a', 'b', 'c', 'd', 'Total']
  const taxonomy = new Map(levels.map((level) => [level, level === 'Total' ? null : 'Total']))
  const values = Float64Array.of(10, 20, 30, 40, 100)
  const table: Table = {
    dimensions: [{ ...categorical(levels, levels), taxonomy }],
    values,
    counts: Int32Array.of(1, 1, 5, 1, 8),
    equations: [{ cells: Int32Array.of(4, 0, 1, 2, 3), signs: Int8Array.of(-1, 1, 1, 1, 1) }],
  }
  const found = async (pattern: Uint8Array, coalition: number): Promise<unknown[]> =>
    (await findAttacks(table, pattern, { percent: 0, coalition, tick: () => {} }))
      .filter(({ kind }) => kind === 'coalition')
      .map(({ cell, low, exact }) => [cell, low, exact])
  expect(await found(Uint8Array.of(1, 1, 2, 0, 0), 1)).toEqual([])
  expect(await found(Uint8Array.of(1, 1, 2, 0, 0), 2)).toEqual([[2, 30, true]])
  expect(await found(Uint8Array.of(1, 1, 2, 1, 0), 2)).toEqual([])
})
