import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parquetSource } from '@sdc/files/parquet'
import { sdc, workFolder } from '../cli.fixture.js'

const { path, read, write } = workFolder()
const ROWS = 4040
const scramble = (i: number): number => (i * 7919) % 65_537
const grades = ['low', 'mid', 'high']

/** People, and the file of another program: some missing values, columns in another order. */
const before = (i: number): string =>
  `${i},${i % 19 === 0 ? 'NA' : (scramble(i) / 4).toFixed(2)},${grades[scramble(i) % 3]}`
const after = (i: number): string => `${i % 5};${grades[scramble(i + 1) % 3]};"${(scramble(i + 2) % 500) / 10}"`
const lines = (header: string, of: (i: number) => string, from: number, to: number): string =>
  `${header}\n${Array.from({ length: to - from }, (_, i) => of(from + i)).join('\n')}\n`

const schema = write('schema.yaml', 'columns: { grade: { levels: [low, mid, high], ordered: true } }\n')
const asked = ['--columns', 'income,grade', '--schema', schema, '--seed', '5'] as const
let original = ''
let masked = ''
let folder = ''
beforeAll(() => {
  original = write('people.csv', lines('id,income,grade', before, 0, ROWS))
  masked = write('masked.csv', lines('note;grade;income', after, 0, ROWS))
  folder = path('parts')
  mkdirSync(folder)
  writeFileSync(`${folder}/1.csv`, lines('id,income,grade', before, 0, 900))
  writeFileSync(`${folder}/2.csv`, lines('id,income,grade', before, 900, ROWS))
})

describe('sdc reverse-map out of core', () => {
  it('writes the bytes of the run in memory, from files and folders', async () => {
    const inMemory = await sdc('reverse-map', original, masked, ...asked, '-o', path('memory.csv'))
    expect([inMemory.stderr, inMemory.status]).toEqual([expect.stringContaining('reverse-mapped 2 columns'), 0])
    for (const [name, from] of [
      ['one.csv', original],
      ['two.csv', folder],
    ] as const) {
      const { status, stderr } = await sdc('reverse-map', from, masked, ...asked, '--workers', '1', '-o', path(name))
      expect([stderr, status]).toEqual([expect.stringContaining('masked.csv is mapped back out of core'), 0])
      expect(stderr).toContain('note: records are matched by position')
      expect(stderr).toContain('become missing')
      expect(stderr).toContain(`${ROWS} records; mapped: income, grade`)
      expect(readFileSync(path(name)).equals(readFileSync(path('memory.csv')))).toBe(true)
    }
    expect(readdirSync(path('.')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('links records by a link column, as in memory, and refuses a missing one', async () => {
    // In reverse order, and without a third of them.
    const places = Array.from({ length: ROWS }, (_, i) => ROWS - 1 - i).filter((i) => i % 3 > 0)
    const named = (of: readonly number[]): string =>
      `note;id;grade;income\n${of.map((i) => after(i).replace(';', `;${i};`)).join('\n')}\n`
    const moved = write('moved-people.csv', named(places))
    const argv = [...asked, '--link', 'id'] as const
    const inMemory = await sdc('reverse-map', original, moved, ...argv, '-o', path('key-memory.csv'))
    expect([inMemory.stderr, inMemory.status]).toEqual([expect.stringContaining('reverse-mapped 2 columns'), 0])
    const store = path('key-store')
    const inParts = ['--work-folder', store, '--workers', '1', '-o', path('key-parts.csv')] as const
    const parts = await sdc('reverse-map', folder, moved, ...argv, ...inParts)
    expect([parts.stderr, parts.status]).toEqual([expect.stringContaining('is mapped back out of core'), 0])
    expect(read('key-parts.csv')).toBe(read('key-memory.csv'))
    expect(existsSync(store)).toBe(false)
    const refused = async (...of: readonly number[]): Promise<string> => {
      const other = write('other-people.csv', named(of))
      const { status, stderr } = await sdc(
        'reverse-map',
        original,
        other,
        ...argv,
        '--workers',
        '1',
        '-o',
        path('no.csv'),
      )
      expect([of, status, existsSync(path('no.csv'))]).toEqual([of, 2, false])
      return stderr
    }
    expect(await refused(3, 1, ROWS + 4)).toContain('masked record 3 comes from no known record of the original')
    expect(await refused(3, 1, 3)).toContain('link column "id" has the value 3 in records 1 and 3 of the masked file')
    expect(await refused(ROWS, ROWS + 1)).toContain('no value of link column "id" is in both files')
  })

  it('finds the columns that differ, as in memory, and refuses a file in another order', async () => {
    const found = async (from: string, to: string, ...argv: readonly string[]): Promise<string> =>
      (await sdc('reverse-map', from, to, '--seed', '5', ...argv)).stderr
    const noisy = (i: number): string => `${i},${(scramble(i) % 90) + 3},${grades[scramble(i) % 3]}`
    const few = write('few-masked.csv', lines('id,income,grade', noisy, 0, 300))
    const people = write('few-people.csv', lines('id,income,grade', before, 0, 300))
    const inMemory = await found(people, few, '-o', path('found-memory.csv'))
    const inParts = await found(people, few, '--workers', '1', '-o', path('found-parts.csv'))
    const [said] = /note: columns .*/.exec(inMemory) ?? []
    expect(said).toContain('note: columns income, whose values differ between')
    expect(inParts).toContain(said)
    expect(read('found-parts.csv')).toBe(read('found-memory.csv'))
    // Every record is shifted by one.
    const moved = write(
      'moved.csv',
      lines('id,income,grade', (i) => before((i + 1) % 300), 0, 300),
    )
    expect(await found(people, moved, '--workers', '1', '-o', path('no.csv'))).toContain('but in another order')
    expect(existsSync(path('no.csv'))).toBe(false)
  })

  it('maps a masked Parquet file, whose ranks get the original values', async () => {
    // Only masking can write a Parquet file here.
    const noise = ['--method', 'noise/additive', '--columns', 'a', '--seed', '2'] as const
    const { parquetSink } = await import('@sdc/files/parquet')
    const { sourceOf } = await import('@sdc/engine/partitions')
    const { dataset, numeric } = await import('@sdc/core')
    const values = Float64Array.from({ length: 3000 }, (_, i) => scramble(i))
    const sink = parquetSink(path('a.parquet'), { types: new Map([['a', 'BIGINT']]) })
    const range = { from: 0, to: 1 }
    await sink.write(0, range, sourceOf(dataset([['a', numeric(values)]])).read(range, ['a']))
    await sink.close(1)
    const noisy = await sdc('mask', path('a.parquet'), ...noise, '-o', path('noisy.parquet'))
    expect([noisy.stderr, noisy.status]).toEqual([expect.anything(), 0])
    const argv = [path('a.parquet'), path('noisy.parquet'), '--columns', 'all', '--seed', '1'] as const
    const mapped = await sdc('reverse-map', ...argv, '-o', path('mapped.parquet'))
    expect([mapped.stderr, mapped.status]).toEqual([expect.anything(), 0])
    const valuesOf = async (file: string): Promise<Float64Array> => {
      const source = await parquetSource(file)
      try {
        for await (const { data } of source.read(range, ['a'])) {
          const column = data.column('a')
          if (column.kind === 'numeric') return column.values
        }
      } finally {
        source.close()
      }
      throw new Error('it has no block')
    }
    const [from, to] = [await valuesOf(path('noisy.parquet')), await valuesOf(path('mapped.parquet'))]
    const order = Array.from(from.keys()).sort((i, j) => from[i] - from[j])
    const sorted = values.slice().sort()
    // Equal masked values are ordered at random; each other rank has its value.
    const wrong = order.filter((i, rank) => {
      const isTied = from[order[rank - 1]] === from[i] || from[order[rank + 1]] === from[i]
      return !isTied && to[i] !== sorted[rank]
    })
    expect(wrong).toEqual([])
    expect(to.slice().sort()).toEqual(sorted)
    expect(to).not.toEqual(values)
  })

  it('refuses what is impossible, and resumes only with the same files', async () => {
    const refused = async (...argv: readonly string[]): Promise<string> => {
      const { status, stderr } = await sdc('reverse-map', ...argv, '-o', path('no.csv'))
      expect([argv, status, existsSync(path('no.csv'))]).toEqual([argv, 2, false])
      return stderr
    }
    const parts = ['--workers', '1'] as const
    const short = write('short.csv', lines('note;grade;income', after, 0, 50))
    expect(await refused(original, short, ...asked, ...parts)).toContain(
      `the original has ${ROWS} records, the masked file 50`,
    )
    expect(await refused(folder, masked, ...asked, ...parts, '--origin', masked)).toContain(
      'lists the records one by one',
    )
    expect(await refused(folder, masked, ...asked, ...parts, '--quantile')).toContain('--quantile needs the whole file')
    expect(await refused(folder, masked, '--columns', 'id', ...parts)).toContain('the masked file has no column "id"')
    // It fails while its records are read, and keeps its named work folder.
    const store = ['--work-folder', path('store')] as const
    const few = write(
      'few.csv',
      lines('id,income,grade', (i) => `${i},7,${grades[i % 3]}`, 0, 50),
    )
    const failing = [few, short, ...asked, ...store] as const
    expect(await refused(...failing)).toContain('CONSTANT_COLUMN')
    const other = write('other.csv', read('short.csv'))
    expect(await refused(few, other, ...asked, ...store, '--resume')).toMatch(
      /changed after the run began|another masked file/,
    )
    expect(await refused(...failing, '--resume')).toContain('CONSTANT_COLUMN')
    write('short.csv', lines('note;grade;income', after, 1, 51))
    expect(await refused(...failing, '--resume')).toContain('short.csv changed after the run began')
  })
})
