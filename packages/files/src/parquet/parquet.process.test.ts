import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import {
  BLOCK,
  blocksOf,
  createRegistry,
  dataset,
  fillByBlocks,
  numeric,
  numericValues,
  seededRng,
  type CategoricalColumn,
  type Column,
  type Dataset,
  type FileSource,
  type NumericColumn,
} from '@sdc/core'
import { census, censusCsv } from '@sdc/datasets/census'
import { replicateRng, runSteps } from '@sdc/engine'
import { readCsv } from '../csv/read-csv.js'
import { memoryStore, partsOf, runInParts, sourceOf } from '@sdc/engine/partitions'
import standard from '@sdc/standard'
import { afterAll, describe, expect, it } from 'vitest'
import { parquetSink } from './parquet-sink.js'
import { parquetSource, type ParquetSource } from './parquet-source.js'

const base = mkdtempSync(join(tmpdir(), 'sdc-duckdb-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
let files = 0
const fresh = (): string => join(base, `file-${files++}.parquet`)

/** Runs statements in a separate instance. */
async function sql(...statements: readonly string[]): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  let rows: unknown[][] = []
  for (const one of statements) rows = (await connection.run(one)).getRows() as never
  rows = await rows
  connection.closeSync()
  instance.closeSync()
  return rows
}

/** All blocks of some columns as one dataset. */
async function all(source: FileSource, columns = source.names): Promise<Dataset> {
  const blocks: Dataset[] = []
  for await (const { data } of source.read({ from: 0, to: blocksOf(source.rows).length }, columns)) blocks.push(data)
  return dataset(columns.map((name) => [name, joined(blocks.map((block) => block.column(name)))] as const))
}

function joined(blocks: readonly Column[]): Column {
  const [first] = blocks
  const arrays = blocks.map((block) => (block.kind === 'numeric' ? block.values : block.codes))
  const length = arrays.reduce((sum, array) => sum + array.length, 0)
  const whole = first.kind === 'numeric' ? new Float64Array(length) : new Int32Array(length)
  let at = 0
  for (const array of arrays) {
    whole.set(array, at)
    at += array.length
  }
  return whole instanceof Float64Array ? numeric(whole) : { ...(first as CategoricalColumn), codes: whole }
}

/** Writes a source to a path in partitions of a number of blocks. */
async function write(
  source: FileSource,
  path: string,
  partBlocks: number,
  types?: ReadonlyMap<string, string>,
): Promise<void> {
  const sink = parquetSink(path, { types })
  const parts = partsOf(source.rows, partBlocks)
  for (const [p, range] of parts.entries()) await sink.write(p, range, source.read(range, source.names))
  await sink.close(parts.length)
}

/** First record in which two columns differ, including the sign of zero; −1 if none does. */
function firstDifference(one: Column, other: Column): number {
  const [values, others] = [one, other].map((column) => (column.kind === 'numeric' ? column.values : column.codes))
  expect(others.length).toBe(values.length)
  return values.findIndex((value, i) => !Object.is(value, others[i]))
}

const texts = (column: Column): readonly (string | null)[] =>
  Array.from((column as CategoricalColumn).codes, (code) => (column as CategoricalColumn).levels[code] ?? null)

describe('Parquet in and out', () => {
  it('reads texts of few and of many categories, with and without a dictionary', async () => {
    const rows = 5000
    const few = (i: number): string | null => [null, "o'n", '', 'two', '32'][i % 5]
    const zero = (i: number): string => (i % 2 === 0 ? 'a\0b' : 'a')
    for (const written of ['', ', DICTIONARY_SIZE_LIMIT 0']) {
      const path = fresh()
      await sql(`COPY (SELECT CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN 'o''n' WHEN 2 THEN '' WHEN 3 THEN 'two' ELSE '32' END AS few,
        'c' || (i % 32) AS c32, 'c' || (i % 33) AS c33, 'a' || CASE WHEN i % 2 = 0 THEN chr(0) || 'b' ELSE '' END AS zero
        FROM range(${rows}) r(i)) TO '${path}' (FORMAT parquet${written})`)
      const schema = { columns: { few: { levels: ['two', '32', 'never', "o'n", ''] } } }
      for (const source of [await parquetSource(path), await parquetSource(path, { schema })]) {
        const data = await all(source)
        const records = Array.from({ length: rows }, (_, i) => i)
        expect(texts(data.column('few'))).toEqual(records.map(few))
        expect(texts(data.column('c32'))).toEqual(records.map((i) => `c${i % 32}`))
        expect(texts(data.column('c33'))).toEqual(records.map((i) => `c${i % 33}`))
        expect(texts(data.column('zero'))).toEqual(records.map(zero))
        source.close()
      }
    }
  })

  it('has dates as days and moments as seconds, also masked ones, with codes for missing values', async () => {
    const path = fresh()
    await sql(`COPY (SELECT i AS id, CASE WHEN i = 2 THEN DATE '9999-12-31' ELSE DATE '1899-12-31' + i::INTEGER END AS day,
      TIMESTAMP_MS '1960-01-01 00:00:00.25' AS ms, TIME '10:30:00.000001' AS t FROM range(4) r(i)) TO '${path}' (FORMAT parquet)`)
    const source = await parquetSource(path, {
      schema: { columns: { day: { kind: 'date', missing: ['9999-12-31'] } } },
    })
    const data = await all(source)
    expect(data.column('day')).toEqual(numeric([-25_568, -25_567, Number.NaN, -25_565]))
    expect(data.column('ms')).toEqual(numeric([-315_619_199.75, -315_619_199.75, -315_619_199.75, -315_619_199.75]))
    expect(data.column('t')).toEqual(numeric([37_800.000001, 37_800.000001, 37_800.000001, 37_800.000001]))
    const again = fresh()
    const masked = dataset(
      [...data.names].map((name) => [name, name === 'day' ? numeric([0, 1, NaN, 2.5]) : data.column(name)]),
    )
    const [block] = blocksOf(4)
    const sink = parquetSink(again, { types: source.types })
    await sink.write(0, { from: 0, to: 1 }, [{ block, data: masked }] as never)
    await sink.close(1)
    source.close()
    const written = await parquetSource(again)
    // Half a day is not a date: the column becomes numeric instead.
    expect([...written.types.values()]).toEqual(['BIGINT', 'DOUBLE', source.types.get('ms'), 'TIME'])
    expect((await all(written)).column('ms')).toEqual(data.column('ms'))
    expect((await all(written)).column('t')).toEqual(data.column('t'))
    written.close()
  })

  it('refuses to read texts as dates', async () => {
    const path = fresh()
    await sql(`COPY (SELECT '2024-01-01' AS day FROM range(4)) TO '${path}' (FORMAT parquet)`)
    await expect(parquetSource(path, { schema: { columns: { day: { kind: 'date' } } } })).rejects.toThrow(
      'column "day" is declared date, but has the type VARCHAR in the Parquet file',
    )
  })

  it('counts the NaN of numbers, which are written as null', async () => {
    const path = fresh()
    await sql(`COPY (SELECT i AS id, CASE WHEN i % 3 = 0 THEN 'nan'::DOUBLE WHEN i % 3 = 1 THEN NULL ELSE i END AS x, i / 2 AS y
      FROM range(30) r(i)) TO '${path}' (FORMAT parquet)`)
    const source = await parquetSource(path)
    expect([...(await source.nans())]).toEqual([['x', 10]])
    source.close()
  })

  it('keeps a NUL character within a text, and the text NaN, when written again', async () => {
    const path = fresh()
    await sql(`COPY (SELECT i AS id, CASE i % 3 WHEN 0 THEN 'a' || chr(0) || 'b' WHEN 1 THEN 'a' ELSE 'NaN' END AS word
      FROM range(300) r(i)) TO '${path}' (FORMAT parquet)`)
    const again = fresh()
    const first = await parquetSource(path)
    await write(first, again, 1, first.types)
    const words = Array.from({ length: 300 }, (_, i) => ['a\0b', 'a', 'NaN'][i % 3])
    for (const source of [first, await parquetSource(again)]) {
      expect(texts((await all(source)).column('word'))).toEqual(words)
      source.close()
    }
  })

  it('keeps a byte order mark at the start of a name or of a text', async () => {
    for (const count of [1, 12_000]) {
      const path = fresh()
      await sql(`COPY (SELECT i AS "\uFEFFid", CASE WHEN i % 2 = 0 THEN chr(65279) ELSE '' END || (i // 2) AS word
        FROM range(${2 * count}) r(i)) TO '${path}' (FORMAT parquet)`)
      const words = Array.from({ length: 2 * count }, (_, i) => `${i % 2 === 0 ? '\uFEFF' : ''}${Math.floor(i / 2)}`)
      const again = fresh()
      const first = await parquetSource(path)
      await write(first, again, 1, first.types)
      for (const source of [first, await parquetSource(again)]) {
        expect(source.names).toEqual(['\uFEFFid', 'word'])
        const data = await all(source)
        expect(numericValues(data, '\uFEFFid').at(-1)).toBe(2 * count - 1)
        expect(texts(data.column('word'))).toEqual(words)
        source.close()
      }
    }
  })

  it('keeps every value and type of an ugly file, in partitions and in one file, byte for byte when written again', async () => {
    const original = fresh()
    const rows = BLOCK + 1
    await sql(`COPY (SELECT
      CASE i % 7 WHEN 0 THEN '-0'::DOUBLE WHEN 1 THEN 0.0 WHEN 2 THEN NULL WHEN 3 THEN 'inf'::DOUBLE WHEN 4 THEN 5e-324 WHEN 5 THEN 1.7976931348623157e308 ELSE i / 3 END::DOUBLE AS "a ""double""",
      (i % 11 - 5)::TINYINT AS tiny, (i * 7919)::BIGINT AS big, CASE WHEN i % 3 = 0 THEN NULL ELSE (i % 1000 / 100.0)::DECIMAL(9,2) END AS money,
      (i % 13 / 8)::FLOAT AS single, i % 2 = 0 AS switch, DATE '2024-02-27' + (i % 5)::INTEGER AS "day",
      TIMESTAMP '2024-02-29 23:59:59.5' + to_seconds(i % 400) AS "time", (TIMESTAMP '2024-02-29 12:00:00' + to_hours(i % 3))::TIMESTAMPTZ AS "instant",
      CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'ü''"' WHEN 3 THEN '😀' ELSE 'a,b' END AS "text", 't' || (i % 3000) AS many,
      NULL::INTEGER AS nothing
      FROM range(${rows}) r(i)) TO '${original}' (FORMAT parquet, DICTIONARY_SIZE_LIMIT 0)`)
    const source = await parquetSource(original)
    expect(source.rows).toBe(rows)
    const before = await all(source)
    expect([...numericValues(before, 'a "double"').subarray(0, 7)]).toEqual([
      -0,
      0,
      NaN,
      Infinity,
      5e-324,
      1.7976931348623157e308,
      2,
    ])
    expect(numericValues(before, 'big')[rows - 1]).toBe((rows - 1) * 7919)
    expect([...numericValues(before, 'money').subarray(0, 3)]).toEqual([NaN, 0.01, 0.02])
    expect(texts(before.column('text')).slice(0, 5)).toEqual([null, '', 'ü\'"', '😀', 'a,b'])
    expect(source.levels('text')).toEqual(['', 'a,b', 'ü\'"', '😀'])
    expect(source.levels('switch')).toEqual(['false', 'true'])
    expect([source.kind('day'), source.time?.('day'), source.time?.('time')]).toEqual(['numeric', 'date', 'datetime'])
    expect((before.column('day') as NumericColumn).values.slice(0, 3)).toEqual(Float64Array.of(19_780, 19_781, 19_782))
    expect((before.column('time') as NumericColumn).values[0]).toBe(1_709_251_199.5)
    expect(source.levels('instant')[1]).toBe('2024-02-29T13:00:00Z')
    expect(texts(before.column('many'))[BLOCK]).toBe(`t${BLOCK % 3000}`)
    for (const partBlocks of [1, 2]) {
      const out = fresh()
      await write(source, out, partBlocks, source.types)
      const again = await parquetSource(out)
      expect([again.rows, [...again.types]]).toEqual([rows, [...source.types]])
      const after = await all(again)
      for (const name of source.names) {
        expect(again.levels(name)).toEqual(source.levels(name))
        expect([name, firstDifference(before.column(name), after.column(name))]).toEqual([name, -1])
      }
      const second = fresh()
      await write(again, second, partBlocks, source.types)
      const names = partBlocks === 2 ? [''] : readdirSync(out)
      expect(names).toHaveLength(2 / partBlocks)
      for (const name of names)
        expect(readFileSync(join(second, name)).equals(readFileSync(join(out, name)))).toBe(true)
      again.close()
    }
    source.close()
  })

  it.each([0, 1, BLOCK, BLOCK + 1])('reads and writes %i records, and their number', async (rows) => {
    const original = fresh()
    await sql(
      `COPY (SELECT i::INTEGER AS a, 'x' || i % 3 AS b FROM range(${rows}) r(i)) TO '${original}' (FORMAT parquet)`,
    )
    const source = await parquetSource(original)
    const out = fresh()
    await write(source, out, 1, source.types)
    const again = await parquetSource(out)
    expect([again.rows, [...again.types]]).toEqual([
      rows,
      [
        ['a', 'INTEGER'],
        ['b', 'VARCHAR'],
      ],
    ])
    if (rows > 0)
      expect(numericValues(await all(again, ['a']), 'a')).toEqual(Float64Array.from({ length: rows }, (_, i) => i))
    source.close()
    again.close()
  })

  it('reads the same values as the CSV reader', async () => {
    const [csv, original] = [join(base, 'census.csv'), fresh()]
    writeFileSync(csv, censusCsv)
    await sql(`COPY (SELECT * FROM read_csv('${csv}')) TO '${original}' (FORMAT parquet)`)
    const source = await parquetSource(original)
    const expected = readCsv(censusCsv).dataset
    expect(source.names).toEqual(expected.names)
    const found = await all(source)
    for (const name of expected.names) expect(found.column(name)).toEqual(expected.column(name))
    expect(found.rows).toBe(census().rows)
    source.close()
  })
})

describe('a run out of core from Parquet to Parquet', () => {
  it('writes the same as a run in memory', async () => {
    const rows = BLOCK + 500
    const drawn = (name: string): Float64Array =>
      fillByBlocks(seededRng('parquet').child(name), new Float64Array(rows), (stream, part) => stream.fillNormal(part))
    const file = dataset([
      ['income', numeric(drawn('income').map((z) => 1000 + 300 * z))],
      ['age', numeric(drawn('age').map((z) => Math.round(40 + 10 * z) || 0))],
      ['zeros', numeric(drawn('zeros').map((z) => (z > 1 ? z : z < -1 ? -0 : z > 0.9 ? NaN : 0)))],
    ])
    const [original, out] = [fresh(), fresh()]
    await write(sourceOf(file), original, 1, new Map([['age', 'INTEGER']]))
    const registry = createRegistry().use(standard).freeze()
    const steps = [
      {
        use: 'noise/additive',
        columns: ['income', 'zeros'],
        given: undefined,
        by: [],
        params: {},
        smallGroups: 'error' as const,
      },
    ]
    const source: ParquetSource = await parquetSource(original)
    expect(source.types.get('age')).toBe('INTEGER')
    const sink = parquetSink(out, { types: source.types })
    const common = { registry, steps, rng: replicateRng(seededRng(7)) }
    await runInParts({ ...common, source, sink, store: memoryStore(), partBlocks: 1, ranges: 1 })
    const whole = await runSteps({ ...common, original: file, rng: replicateRng(seededRng(7)) })
    const masked = await parquetSource(out)
    const found = await all(masked)
    for (const name of file.names) {
      const expected = numericValues(whole.files[0].data, name)
      expect([name, numericValues(found, name).findIndex((v, i) => !Object.is(v, expected[i]))]).toEqual([name, -1])
    }
    expect(masked.types.get('age')).toBe('INTEGER')
    expect(readdirSync(base).filter((name) => name.startsWith('.'))).toEqual([])
    source.close()
    masked.close()
  })
})

describe('folders of files that do not belong together', () => {
  async function folder(...parts: readonly string[]): Promise<string> {
    const path = fresh()
    mkdirSync(path)
    for (const [p, select] of parts.entries())
      await sql(`COPY (${select}) TO '${join(path, `${p}.parquet`)}' (FORMAT parquet)`)
    return path
  }

  it.each([
    ['other columns', 'SELECT 1 AS a, 2 AS c', /1\.parquet does not match .*0\.parquet: it has no column "b"/],
    ['one column more', "SELECT 1 AS a, 'x' AS b, 2 AS c", /1\.parquet .*its column "c" is not in the first/],
    ['another order', "SELECT 'x' AS b, 1 AS a", /1\.parquet .*its columns are in another order/],
    ['another kind', 'SELECT 1 AS a, 2 AS b', /1\.parquet .*column "b" has the type INTEGER, there VARCHAR/],
  ])('are refused with the name of the part that has %s', async (_, second, message) => {
    const path = await folder("SELECT 1 AS a, 'x' AS b", second)
    await expect(parquetSource(path)).rejects.toMatchObject({
      code: 'WRONG_INPUT',
      message: expect.stringMatching(message),
    })
  })

  it('may have a part without records', async () => {
    const source = await parquetSource(await folder('SELECT 1 AS a', 'SELECT 1 AS a LIMIT 0', 'SELECT 3 AS a'))
    expect([...numericValues(await all(source), 'a')]).toEqual([1, 3])
    source.close()
  })
})
