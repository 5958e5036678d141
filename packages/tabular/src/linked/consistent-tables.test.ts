import type { Table, Taxonomy } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { consistentTables, type DifferencingFinding } from './consistent-tables.js'
import { written } from './written.fixture.js'

const options = { least: 3, percent: 10, tick: () => {} }

/** Returns the table with the named cells as sensitive and suppressed. */
function hiding(table: Table, ...names: readonly string[]): { table: Table; pattern: Uint8Array } {
  const { dimensions, values } = table
  const cells = Array.from(values, (_, c) => dimensions.map(({ codes, levels }) => levels[codes[c]]).join(' '))
  const wrong = names.find((name) => !cells.includes(name))
  if (wrong !== undefined) throw new Error(`there is no cell ${wrong}`)
  return { table, pattern: Uint8Array.from(cells, (cell) => Number(names.includes(cell))) }
}

/** Returns the table with the named cells as secondary suppressions. */
function secondary(table: Table, ...names: readonly string[]): { table: Table; pattern: Uint8Array } {
  return { table, pattern: hiding(table, ...names).pattern.map((one) => 2 * one) }
}

const brief = ({ kind, name, low, high }: DifferencingFinding): unknown[] => [kind, name, low, high]

describe('differencing', () => {
  const ages: Taxonomy = new Map([
    ['0-4', '0-9'],
    ['5-9', '0-9'],
    ['10-14', '10-19'],
    ['15-19', '10-19'],
    ['0-9', null],
    ['10-19', null],
  ])
  const fine = written(['age'], ['0-4 2', '5-9 9', '10-14 4', '15-19 20', 'Total 35'])
  const coarse = written(['age'], ['0-9 11', '10-19 24', 'Total 35'])

  it('finds what five-year and ten-year groups disclose together', async () => {
    const { findings } = await consistentTables(
      [
        { name: 'T1', ...hiding(fine, '0-4', '10-14') },
        { name: 'T2', table: coarse },
      ],
      { ...options, hierarchies: new Map([['age', ages]]) },
    )
    expect(findings.map(brief)).toEqual([
      ['exact', 'T1 age=0-4', 2, 2],
      ['exact', 'T1 age=10-14', 4, 4],
    ])
    expect(findings.map(({ sentence }) => sentence)).toEqual([
      'T1 age=0-4 is 2 (from T1 alone: 1 to 5): T2 age=0-9 (11) − T1 age=5-9 (9) = 2.',
      'T1 age=10-14 is 4 (from T1 alone: 1 to 5): T2 age=10-19 (24) − T1 age=15-19 (20) = 4.',
    ])
  })

  it('finds nothing if the groups disclose nothing more', async () => {
    const { findings, low, high } = await consistentTables(
      [
        { name: 'T1', ...hiding(fine, '0-4', '5-9') },
        { name: 'T2', table: coarse },
      ],
      { ...options, hierarchies: new Map([['age', ages]]) },
    )
    expect(findings).toEqual([])
    expect([low[0], high[0], low[1], high[1]]).toEqual([1, 10, 1, 10])
  })

  it('finds a cell that another release publishes', async () => {
    const bySex = written(['age', 'sex'], ['0-4 m 1', '0-4 f 1', '0-4 Total 2', '5-9 m 4', '5-9 f 5', '5-9 Total 9'])
    const { findings } = await consistentTables(
      [
        { name: 'T1', ...hiding(fine, '0-4', '10-14') },
        { name: 'T2', table: bySex },
      ],
      options,
    )
    expect(findings.map(({ sentence }) => sentence)).toEqual([
      'T1 suppresses a cell that T2 publishes: T2 age=0-4, sex=Total is 2.',
      // The cell then follows from the total.
      'T1 age=10-14 is 4 (from T1 alone: 1 to 5): T1 age=Total (35) − T2 age=0-4, sex=Total (2) − T1 age=5-9 (9) − T1 age=15-19 (20) = 4.',
    ])
  })

  it('finds by bounds, for sensitive cells, what no equation discloses', async () => {
    const rows = written(['a', 'b'], ['x u 50', 'x v 50', 'x Total 100', 'y u 51', 'y v 1', 'y Total 52'])
    const columns = written(['b'], ['u 101', 'v 51'])
    const hidden = hiding(rows, 'x u', 'x v', 'y u', 'y v')
    const run = (pattern: Uint8Array): Promise<{ readonly findings: readonly DifferencingFinding[] }> =>
      consistentTables(
        [
          { name: 'T1', table: rows, pattern },
          { name: 'T2', table: columns },
        ],
        options,
      )
    const { findings } = await run(hidden.pattern)
    // Empty cells are published, so no suppressed cell is 0: the least value of a=y, b=v is 1.
    expect(findings.map(brief)).toEqual([
      ['near', 'T1 a=x, b=u', 50, 99],
      ['near', 'T1 a=x, b=v', 1, 50],
      ['near', 'T1 a=y, b=u', 2, 51],
      ['near', 'T1 a=y, b=v', 1, 50],
    ])
    expect(findings[0].sentence).toBe(
      'T1 a=x, b=u is between 50 and 99 (from T1 alone: 1 to 99): at least 50, from T1 a=x, b=Total (100) − T2 b=v (51) + 1, the least value of other suppressed cells; at most 99, from T1 a=x, b=Total (100) − 1, the least value of other suppressed cells.',
    )
    expect((await run(hidden.pattern.map((one) => 2 * one))).findings).toEqual([])
  })
})

describe('a release and its part', () => {
  const all = written(
    ['region', 'branch'],
    [
      'n a 5 4',
      'n b 9 6',
      'n Total 14 10',
      's a 7 5',
      's b 8 8',
      's Total 15 13',
      'Total a 12 9',
      'Total b 17 14',
      'Total Total 29 23',
    ],
  )
  /** Part without one firm in n, a and three in s, b. */
  const most = written(
    ['region', 'branch'],
    [
      'n a 3 3',
      'n b 9 6',
      'n Total 12 9',
      's a 7 5',
      's b 4 5',
      's Total 11 10',
      'Total a 10 8',
      'Total b 13 11',
      'Total Total 23 19',
    ],
  )

  it('differ by a cell of one, which is reported, and by a cell of three', async () => {
    const { findings } = await consistentTables(
      [
        { name: 'T1', table: all },
        { name: 'T2', table: most, partOf: 'T1' },
      ],
      options,
    )
    expect(findings.map(({ kind, sentence }) => [kind, sentence])).toEqual([
      [
        'difference',
        'T1 without T2: region=n, branch=a has 1 contributor and is 2: T1 region=n, branch=a (5) − T2 region=n, branch=a (3) = 2.',
      ],
      [
        'difference',
        'T1 without T2: region=n, branch=Total has 1 contributor and is 2: T1 region=n, branch=Total (14) − T2 region=n, branch=Total (12) = 2.',
      ],
      [
        'difference',
        'T1 without T2: region=Total, branch=a has 1 contributor and is 2: T1 region=Total, branch=a (12) − T2 region=Total, branch=a (10) = 2.',
      ],
    ])
  })

  it('are consistent if the cells around the difference are suppressed', async () => {
    const { findings } = await consistentTables(
      [
        { name: 'T1', ...secondary(all, 'n a', 'n b', 's a', 's b', 'n Total', 's Total', 'Total a', 'Total b') },
        { name: 'T2', table: most, partOf: 'T1' },
      ],
      options,
    )
    expect(findings).toEqual([])
  })

  it('are refused if the part exceeds the whole or the whole is missing', async () => {
    const run = (partOf: string, name = 'T2'): Promise<unknown> =>
      consistentTables(
        [
          { name: 'T1', table: most },
          { name, table: all, partOf },
        ],
        options,
      )
    await expect(run('T1')).rejects.toMatchObject({
      code: 'BAD_TABLE',
      message: expect.stringContaining(
        'the number of contributors of region=n, branch=a is 4 in the part and 3 in the whole',
      ),
    })
    await expect(run('T3')).rejects.toMatchObject({ code: 'BAD_OPTION' })
    await expect(run('T2')).rejects.toMatchObject({ code: 'BAD_OPTION' })
  })

  it('are reported as a possible part if it is not declared', async () => {
    await expect(
      consistentTables(
        [
          { name: 'T1', table: all },
          { name: 'T2', table: most },
        ],
        options,
      ),
    ).rejects.toMatchObject({
      code: 'BAD_TABLE',
      message: expect.stringContaining('region=n, branch=a is 5 in the first and 3 in the second'),
      fix: expect.stringContaining('part'),
    })
  })
})
