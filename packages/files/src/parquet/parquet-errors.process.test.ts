import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { blocksOf, categorical, dataset, numeric, numericValues, type Dataset, type SourceBlock } from '@sdc/core'
import { afterAll, describe, expect, it } from 'vitest'
import { duckdbError, openDuckDB } from './duckdb.js'
import { parquetFiles } from './parquet-files.js'
import { partName, partsFolder } from './place-of-parts.js'
import { parquetSink } from './parquet-sink.js'
import { parquetSource } from './parquet-source.js'
import { readBlocks } from './read-blocks.js'

const base = mkdtempSync(join(tmpdir(), 'sdc-duckdb-errors-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
let files = 0
const fresh = (): string => join(base, `file-${files++}`)

/** Makes a Parquet file from a `SELECT` statement. */
async function made(select: string, path = fresh()): Promise<string> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`COPY (${select}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet, USE_TMP_FILE false)`)
  connection.closeSync()
  instance.closeSync()
  return path
}

/** The first block of a source. */
async function firstBlock(path: string, columns?: readonly string[]): Promise<Dataset> {
  const source = await parquetSource(path)
  try {
    for await (const { data } of source.read({ from: 0, to: 1 }, columns ?? source.names)) return data
    return dataset([])
  } finally {
    source.close()
  }
}

async function* blocksFrom(...data: readonly Dataset[]): AsyncGenerator<SourceBlock> {
  for (const one of data) yield { block: blocksOf(one.rows)[0], data: one }
}

const part = (...values: readonly number[]): Dataset => dataset([['a', numeric(values)]])
const range = { from: 0, to: 1 }

describe('a Parquet file that is refused', () => {
  it('has whole numbers that are not exact doubles: column and record are named', async () => {
    const path = await made('SELECT 9007199254740991 + (i // 3) AS id FROM range(4) r(i)')
    await expect(firstBlock(path)).rejects.toMatchObject({
      code: 'WRONG_INPUT',
      place: { column: 'id', row: 4 },
      message: expect.stringMatching(/column "id" .* in record 4, /),
    })
    const held = await made('SELECT 9007199254740991 AS id, 99999999999999.5::DECIMAL(18,1) AS money')
    expect(numericValues(await firstBlock(held), 'id')[0]).toBe(2 ** 53 - 1)
    expect(numericValues(await firstBlock(held), 'money')[0]).toBe(99999999999999.5)
    const many = await made('SELECT 9999999999999999.5::DECIMAL(18,1) AS money')
    await expect(firstBlock(many)).rejects.toMatchObject({ place: { column: 'money', row: 1 } })
  })

  it.each([
    ['lists', 'SELECT [1] AS a'],
    ['bytes', "SELECT 'x'::BLOB AS a"],
    ['structs', "SELECT {'b': 1} AS a"],
  ])('has %s in a column', async (_, select) => {
    await expect(parquetSource(await made(select))).rejects.toMatchObject({
      code: 'WRONG_INPUT',
      place: { column: 'a' },
    })
  })

  it('has names that differ only in case', async () => {
    const path = await made('SELECT 1 AS zzq1, 2 AS zzq2')
    // DuckDB does not write such a file, but others do.
    writeFileSync(path, Buffer.from(readFileSync(path).toString('latin1').replaceAll('zzq2', 'ZZQ1'), 'latin1'))
    await expect(parquetSource(path)).rejects.toMatchObject({ code: 'DUPLICATE_COLUMN', place: { file: path } })
    const both = dataset([
      ['a', numeric([1])],
      ['A', numeric([2])],
    ])
    await expect(parquetSink(fresh()).write(0, range, blocksFrom(both))).rejects.toMatchObject({
      code: 'DUPLICATE_COLUMN',
      message: expect.stringMatching(/"a" and "A"/),
    })
  })

  it('is not Parquet, is missing, is a folder of other files', async () => {
    const path = fresh()
    writeFileSync(path, 'no Parquet at all')
    await expect(parquetSource(path)).rejects.toMatchObject({ code: 'FILE', place: { file: path } })
    await expect(parquetSource(fresh())).rejects.toMatchObject({ code: 'FILE', message: /no such file/ })
    const folder = fresh()
    mkdirSync(folder)
    writeFileSync(join(folder, 'notes.txt'), 'x')
    await expect(parquetSource(folder)).rejects.toMatchObject({ code: 'FILE', message: /without a file/ })
  })

  it('has changed since it was opened: the file is named', async () => {
    const path = await made('SELECT 1 AS a')
    const source = await parquetSource(path)
    utimesSync(path, 1, 1)
    const read = async (): Promise<void> => {
      for await (const { data } of source.read(range, ['a'])) expect(data.rows).toBe(0)
    }
    await expect(read()).rejects.toMatchObject({
      code: 'FILE',
      message: /changed after it was scanned/,
      place: { file: path },
    })
    source.close()
  })

  it('has another number of records than its footer', async () => {
    const path = await made('SELECT i::DOUBLE AS a FROM range(3) r(i)')
    const { instance } = await openDuckDB('64MB')
    const [file] = parquetFiles(path)
    const column = { name: 'a', numeric: true, select: 'a', limit: Infinity, levels: [], ordered: false }
    const read = async (end: number): Promise<number> => {
      const pieces = [{ file, first: 0, end, numbered: true }]
      let rows = 0
      for await (const { data } of readBlocks(instance, range, end, pieces, [column])) rows += data.rows
      return rows
    }
    expect(await read(3)).toBe(3)
    await expect(read(5)).rejects.toMatchObject({ code: 'FILE', message: /gave 3 records .* says that it has 5/ })
    instance.closeSync()
  })

  it('has a category that the schema lacks, or a text in a column declared numeric', async () => {
    const path = await made("SELECT unnest(['1', 'x', '-']) AS a")
    const levels = { columns: { a: { levels: ['1', 'x'] } } }
    await expect(parquetSource(path, { schema: levels })).rejects.toMatchObject({ code: 'BAD_PLAN', message: /"-"/ })
    const nan = await made("SELECT unnest(['1', 'NaN']) AS a")
    const declared = { columns: { a: { kind: 'numeric' } } } as const
    await expect(parquetSource(nan, { schema: declared })).rejects.toMatchObject({
      code: 'NOT_NUMERIC',
      message: /"NaN"/,
    })
    const numbers = { columns: { a: { kind: 'numeric', missing: ['x'] } } } as const
    await expect(parquetSource(path, { schema: numbers })).rejects.toMatchObject({
      code: 'NOT_NUMERIC',
      message: /"-"/,
    })
  })
})

describe('a schema', () => {
  it('determines kinds, order of categories, and missing values', async () => {
    const path = await made(
      "SELECT unnest(['1', 'x', '2.5']) AS text, unnest([3, 1, -9]) AS code, unnest(['b', 'a', NULL]) AS level",
    )
    const source = await parquetSource(path, {
      schema: {
        columns: {
          text: { kind: 'numeric', missing: ['x'] },
          code: { kind: 'categorical', missing: ['-9'] },
          level: { levels: ['b', 'a', 'c'], ordered: true },
        },
      },
    })
    expect(source.names.map((name) => [source.kind(name), source.levels(name)])).toEqual([
      ['numeric', []],
      ['nominal', ['1', '3']],
      ['ordered', ['b', 'a', 'c']],
    ])
    for await (const { data } of source.read(range, source.names)) {
      expect(numericValues(data, 'text')).toEqual(Float64Array.of(1, NaN, 2.5))
      expect(data.column('code')).toMatchObject({ codes: Int32Array.of(1, 0, -1) })
      expect(data.column('level')).toMatchObject({ codes: Int32Array.of(0, 1, -1), ordered: true })
    }
    source.close()
  })

  it('declares whole numbers missing; others keep their values, also the least of their type and booleans', async () => {
    const rows = 5000
    const path =
      await made(`SELECT CASE WHEN i % 3 = 0 THEN NULL WHEN i % 5 = 0 THEN -2147483648 ELSE i END::INTEGER AS whole,
      CASE WHEN i % 7 = 0 THEN 99 ELSE i % 50 END::UTINYINT AS tiny, CASE WHEN i % 4 = 0 THEN NULL ELSE i % 2 = 0 END AS switch,
      CASE WHEN i % 2 = 0 THEN NULL ELSE ['u', 'v'][i % 3] END AS code FROM range(${rows}) t(i)`)
    const schema = {
      columns: {
        whole: { missing: ['0.5', '3e9', '-9999999999'] },
        tiny: { missing: ['99', '1.5'] },
        switch: { kind: 'numeric' },
      },
    } as const
    const source = await parquetSource(path, { schema })
    const whole = (i: number): number => (i % 5 === 0 ? -2147483648 : i)
    const of = (value: (i: number) => number): Float64Array => Float64Array.from({ length: rows }, (_, i) => value(i))
    for await (const { data } of source.read(range, source.names)) {
      expect(numericValues(data, 'whole')).toEqual(of((i) => (i % 3 === 0 ? NaN : whole(i))))
      expect(numericValues(data, 'tiny')).toEqual(of((i) => (i % 7 === 0 ? NaN : i % 50)))
      expect(numericValues(data, 'switch')).toEqual(of((i) => (i % 4 === 0 ? NaN : Number(i % 2 === 0))))
      // The elements of a list count from 1: there is none for a multiple of 3.
      const codes = Int32Array.from({ length: rows }, (_, i) => (i % 2 === 0 ? -1 : (i % 3) - 1))
      expect(data.column('code')).toMatchObject({ codes, levels: ['u', 'v'] })
    }
    source.close()
  })

  it('may be absent for names that are not valid in a statement', async () => {
    const path = await made(`SELECT 1 AS "a'b""c", 2 AS file_row_number`, join(base, "odd [x]*? 'name'"))
    const data = await firstBlock(path)
    expect(data.names.map((name) => numericValues(data, name)[0])).toEqual([1, 2])
    expect(data.names).toEqual([`a'b"c`, 'file_row_number'])
  })
})

describe('a sink of Parquet', () => {
  it('shows nothing before all parts exist, accepts a part twice, and leaves nothing', async () => {
    const path = fresh()
    const sink = parquetSink(path)
    await sink.write(1, range, blocksFrom(part(3)))
    await sink.write(0, range, blocksFrom(part(9)))
    await sink.write(0, range, blocksFrom(part(1, 2)))
    expect(existsSync(path)).toBe(false)
    // Remains of a task with other partitions and of a dead process.
    writeFileSync(join(partsFolder(path), partName(2)), 'x')
    writeFileSync(join(partsFolder(path), `.${partName(0)}.sdc-999999-abcdef-0123456789ab.tmp`), 'x')
    await sink.close(2)
    expect(readdirSync(path)).toEqual([partName(0), partName(1)])
    expect(existsSync(partsFolder(path))).toBe(false)
    expect([...numericValues(await firstBlock(path), 'a')]).toEqual([1, 2, 3])
    // A driver that died after this closes again.
    await parquetSink(path).close(2)
    await expect(sink.write(0, range, blocksFrom(part(1)))).rejects.toMatchObject({
      code: 'FILE',
      message: /exists already/,
    })
  })

  it('takes parts from several workers at the same time', async () => {
    const path = fresh()
    const workers = Array.from({ length: 4 }, () => parquetSink(path))
    await Promise.all(workers.map((sink, p) => sink.write(p, range, blocksFrom(part(p)))))
    await Promise.all(workers.slice(1).map((sink) => sink.release()))
    await workers[0].close(4)
    expect([...numericValues(await firstBlock(path), 'a')]).toEqual([0, 1, 2, 3])
  })

  it('writes every part with the same types, wider where one part needs it', async () => {
    const path = fresh()
    const types = new Map([
      ['n', 'SMALLINT'],
      ['d', 'DECIMAL(4,1)'],
      ['day', 'DATE'],
      ['kept', 'DATE'],
      ['u', 'UTINYINT'],
      ['f', 'FLOAT'],
    ])
    const one = (n: number, d: number, day: string, u: number): Dataset =>
      dataset([
        ['n', numeric([n, Number.NaN])],
        ['d', numeric([d, -0])],
        ['day', categorical([day, null])],
        ['kept', categorical(['2024-02-29', null])],
        ['u', numeric([u, u])],
        ['f', numeric([0.5, Number.NaN])],
      ])
    const sink = parquetSink(path, { types })
    await sink.write(0, range, blocksFrom(one(-32768, 999.9, '2024-01-01', 255)))
    await sink.write(1, range, blocksFrom(one(0.5, 999.9, '2024', 0)))
    await sink.close(2)
    const source = await parquetSource(path)
    expect([...source.types.values()]).toEqual(['DOUBLE', 'DECIMAL(4,1)', 'VARCHAR', 'DATE', 'UTINYINT', 'FLOAT'])
    for await (const { data } of source.read({ from: 0, to: 1 }, source.names)) {
      expect([...numericValues(data, 'n')]).toEqual([-32768, Number.NaN, 0.5, Number.NaN])
      expect([...numericValues(data, 'd')]).toEqual([999.9, 0, 999.9, 0])
    }
    expect(source.levels('day')).toEqual(['2024', '2024-01-01'])
    source.close()
  })

  it('keeps zeros of both signs in one column, and NaN missing', async () => {
    const path = fresh()
    const sink = parquetSink(path)
    await sink.write(0, range, blocksFrom(part(0, -0, 1, -0, 0, Number.NaN, -Infinity)))
    await sink.close(1)
    expect([...numericValues(await firstBlock(path), 'a')]).toEqual([0, -0, 1, -0, 0, Number.NaN, -Infinity])
  })

  it('names a path that exists or is not writable', async () => {
    const path = await made('SELECT 1 AS a')
    await expect(parquetSink(path).write(0, range, blocksFrom(part(1)))).rejects.toMatchObject({ code: 'FILE' })
    const below = join(path, 'file')
    await expect(parquetSink(below).write(0, range, blocksFrom(part(1)))).rejects.toMatchObject({
      code: 'FILE',
      message: expect.stringMatching(/is a file, not a folder|cannot be written/),
    })
  })

  it('reports a read-only folder', async (context) => {
    const folder = fresh()
    mkdirSync(folder)
    chmodSync(folder, 0o500)
    // Root may write everywhere.
    if (process.getuid?.() === 0) return context.skip()
    await expect(parquetSink(join(folder, 'out')).write(0, range, blocksFrom(part(1)))).rejects.toMatchObject({
      code: 'FILE',
      message: expect.stringMatching(/permission is denied/),
    })
  })

  it('reports a full disk', async (context) => {
    // A device that is always full.
    if (!existsSync('/dev/full')) return context.skip()
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    const full = connection.run(
      "COPY (SELECT i FROM range(100000) r(i)) TO '/dev/full' (FORMAT parquet, USE_TMP_FILE false)",
    )
    const error = await full.then(
      () => undefined,
      (thrown: unknown) => duckdbError(thrown, 'written', 'out.parquet'),
    )
    connection.closeSync()
    instance.closeSync()
    expect(error).toMatchObject({ code: 'FILE', message: 'out.parquet cannot be written: the disk is full' })
  })

  it('has the columns of a file without records if they are given', async () => {
    const path = fresh()
    await expect(parquetSink(path).close(0)).rejects.toMatchObject({ code: 'EMPTY_FILE' })
    await parquetSink(path, { types: new Map([['a', 'DATE']]) }).close(0)
    const source = await parquetSource(path)
    expect([source.rows, [...source.types]]).toEqual([0, [['a', 'DATE']]])
    source.close()
  })
})
