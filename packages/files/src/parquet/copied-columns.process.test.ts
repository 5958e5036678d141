import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { createRegistry, seededRng } from '@sdc/core'
import { replicateRng, type FileSchema, type StepPlan } from '@sdc/engine'
import { memoryStore, runInParts } from '@sdc/engine/partitions'
import standard from '@sdc/standard'
import { parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, describe, expect, it } from 'vitest'
import { parquetSink } from './parquet-sink.js'
import { parquetSource } from './parquet-source.js'

const base = mkdtempSync(join(tmpdir(), 'sdc-copies-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
let files = 0
const fresh = (): string => join(base, `file-${files++}.parquet`)
const registry = createRegistry().use(standard).freeze()

async function sql(statement: string): Promise<readonly unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    return (await (await connection.run(statement)).getRows()) as unknown[][]
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const step = (use: string, columns: readonly string[]): StepPlan => ({
  use,
  columns: [...columns],
  given: undefined,
  by: [],
  params: {},
  smallGroups: 'error',
})
const noise = [step('noise/additive', ['wide', 'zeros'])]

/** Masks a file, with its columns copied or rewritten. */
async function mask(
  path: string,
  {
    copied,
    steps = noise,
    partBlocks = 2,
    schema,
  }: {
    readonly copied: boolean
    readonly steps?: readonly StepPlan[]
    readonly partBlocks?: number
    readonly schema?: FileSchema
  },
): Promise<{ readonly masked: string; readonly hashed: readonly string[]; readonly changed: readonly number[] }> {
  const masked = fresh()
  const source = await parquetSource(path, { schema })
  try {
    const sink = parquetSink(masked, { types: source.types, copies: copied ? source.copies() : undefined })
    const rng = replicateRng(seededRng(7))
    const plan = {
      registry,
      source,
      sink,
      store: memoryStore(),
      steps,
      rng,
      partBlocks,
      ranges: 2,
      schema,
    }
    const { written } = await runInParts(plan)
    const hashed = [...written].filter(([, { hash }]) => hash !== undefined)
    return {
      masked,
      hashed: hashed.map(([name]) => name),
      changed: [...written.values()].map(({ changed }) => changed),
    }
  } finally {
    source.close()
  }
}

const filesOf = (path: string): readonly string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .map((name) => join(path, name))
    : [path]
const from = (path: string): string =>
  `read_parquet([${filesOf(path)
    .map((one) => `'${one}'`)
    .join(', ')}])`

/** Types and all values in order, including the sign of zeros and NaN. */
async function content(path: string): Promise<unknown> {
  const columns = await sql(`DESCRIBE SELECT * FROM ${from(path)}`)
  const hashes = columns.map(
    ([name, type]) =>
      `bit_xor(hash((CASE WHEN CAST("${String(name)}" AS VARCHAR) = 'nan' THEN NULL ELSE CAST("${String(name)}" AS VARCHAR) END, record, '${String(type)}')))`,
  )
  const numbered = `SELECT *, row_number() OVER () AS record FROM ${from(path)}`
  const [row] = await sql(`SELECT count(*), ${hashes.join(', ')} FROM (${numbered})`)
  return [columns.map(([name, type]) => [name, type]), row.map(String)]
}

/** Records and encodings of a column, by group. */
const groups = (path: string, column: string): Promise<readonly unknown[][]> =>
  sql(`SELECT row_group_num_rows, encodings, compression, total_compressed_size
    FROM parquet_metadata([${filesOf(path)
      .map((one) => `'${one}'`)
      .join(', ')}]) WHERE path_in_schema = '${column}'`)

const uglyOf = (first: number, end: number): string => `SELECT
  exp(i % 97 / 7.0) * 1e4 AS wide, CASE WHEN i % 10 = 0 THEN i % 41 ELSE 0 END::DOUBLE AS zeros,
  (i % 11 - 5)::TINYINT AS tiny, (i % 200)::UTINYINT AS unsigned, i * 7919 AS huge,
  CASE WHEN i % 3 = 0 THEN NULL ELSE (i % 1000 / 100.0)::DECIMAL(9,2) END AS money, (i % 977)::DECIMAL(30,4) AS ledger,
  CASE i % 5 WHEN 0 THEN '-0'::DOUBLE WHEN 1 THEN 'nan'::DOUBLE WHEN 2 THEN NULL WHEN 3 THEN 'inf'::DOUBLE ELSE i / 3 END AS odd,
  (i % 13 / 8)::FLOAT AS single, i % 2 = 0 AS switch, DATE '2024-02-27' + (i % 5)::INTEGER AS "day",
  TIMESTAMP '2024-02-29 23:59:59.5' + to_seconds(i % 400) AS "time", TIME '10:00:00' + to_seconds(i % 60) AS "clock",
  CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'ü''"' WHEN 3 THEN '😀' ELSE '007' END AS "text",
  NULL::INTEGER AS nothing
  FROM range(${first}, ${end}) r(i)`
describe('copied columns', () => {
  it.each([
    ['of groups that end within blocks', 20_480, 'snappy', 'V1', [0, 40_001, 60_000, 90_000]],
    ['of other compression, in the second version of pages', 20_480, 'zstd', 'V2', [0, 40_001, 50_000]],
  ])('leave the same file as rewritten ones, %s', async (_, size, compression, version, bounds) => {
    const folder = fresh()
    mkdirSync(folder)
    for (const [f, end] of bounds.slice(1).entries())
      await sql(
        `COPY (${uglyOf(bounds[f], end)}) TO '${join(folder, `${f}.parquet`)}' (FORMAT parquet, ROW_GROUP_SIZE ${size}, COMPRESSION ${compression}, PARQUET_VERSION ${version})`,
      )
    const anew = await mask(folder, { copied: false, partBlocks: 1 })
    const copied = await mask(folder, { copied: true, partBlocks: 1 })
    expect(await content(copied.masked)).toEqual(await content(anew.masked))
    expect(copied.changed).toEqual(anew.changed)
    // Only masked columns passed through the program.
    expect(copied.hashed).toEqual(['wide', 'zeros'])
    expect(anew.hashed).toHaveLength(15)
    for (const column of ['odd', 'text', 'ledger'])
      expect(await groups(copied.masked, column)).toEqual(await groups(folder, column))
    if (version === 'V1') expect(filesOf(copied.masked).length).toBeGreaterThan(1)
    // Readers skip groups by their least and largest values.
    for (const where of [
      `tiny = 5`,
      `"day" = '2024-03-01'`,
      `money = 9.99`,
      `"text" = '007'`,
      `unsigned = 199`,
      `wide > 1e9`,
    ]) {
      const [one, other] = await Promise.all(
        [copied, anew].map(({ masked }) => sql(`SELECT count(*) FROM ${from(masked)} WHERE ${where}`)),
      )
      expect([where, one]).toEqual([where, other])
    }
  })

  it('are readable by another program', async () => {
    const original = fresh()
    await sql(`COPY (${uglyOf(0, 20_480)}) TO '${original}' (FORMAT parquet, ROW_GROUP_SIZE 10240)`)
    const { masked } = await mask(original, { copied: true })
    const read = async (path: string, columns: string[]): Promise<unknown> => {
      const bytes = readFileSync(path)
      const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
      return parquetReadObjects({ file, columns })
    }
    const kept = ['tiny', 'unsigned', 'huge', 'money', 'odd', 'single', 'switch', 'day', 'time', 'text', 'nothing']
    expect(await read(masked, kept)).toEqual(await read(original, kept))
    expect(await read(masked, ['wide'])).not.toEqual(await read(original, ['wide']))
  })

  it('exclude those with missing codes of a schema, and all if groups are too small or too large', async () => {
    const original = fresh()
    await sql(`COPY (${uglyOf(0, 50_000)}) TO '${original}' (FORMAT parquet, ROW_GROUP_SIZE 40960)`)
    const schema: FileSchema = { columns: { text: { kind: 'categorical', missing: ['007'] } } }
    const coded = await mask(original, { copied: true, schema })
    expect(coded.hashed).toEqual(['wide', 'zeros', 'text'])
    expect(await content(coded.masked)).toEqual(await content((await mask(original, { copied: false, schema })).masked))
    const small = fresh()
    await sql(
      `COPY (SELECT wide, zeros, tiny FROM (${uglyOf(0, 20_000)})) TO '${small}' (FORMAT parquet, ROW_GROUP_SIZE 4096)`,
    )
    expect((await mask(small, { copied: true })).hashed).toHaveLength(3)
    const large = fresh()
    await sql(
      `COPY (SELECT wide, zeros, tiny FROM (${uglyOf(0, 70_000)})) TO '${large}' (FORMAT parquet, ROW_GROUP_SIZE 102400)`,
    )
    expect((await mask(large, { copied: true, partBlocks: 1 })).hashed).toHaveLength(3)
    expect((await mask(large, { copied: true, partBlocks: 2 })).hashed).toHaveLength(2)
  })

  it('exclude those that two files of a folder store in different ways', async () => {
    const folder = fresh()
    mkdirSync(folder)
    for (const f of [0, 1])
      await sql(
        `COPY (SELECT exp(i % 97 / 7.0) AS wide, i % 41 / 7 AS zeros, i::DECIMAL(9,2) AS money FROM range(20000) r(i)) TO '${join(folder, `${f}.parquet`)}' (FORMAT parquet)`,
      )
    const alike = await parquetSource(folder)
    expect([...(alike.copies()?.columns ?? [])]).toEqual(['wide', 'zeros', 'money'])
    alike.close()
    // An optional column in one, a required one in the other: their pages differ.
    const values = Float64Array.from({ length: 20_000 }, (__, i) => Math.exp((i % 97) / 7))
    const required = parquetWriteBuffer({
      columnData: [
        { name: 'wide', data: values, type: 'DOUBLE', nullable: true },
        { name: 'zeros', data: values, type: 'DOUBLE', nullable: false },
      ],
      rowGroupSize: 20_000,
    })
    const mixed = fresh()
    mkdirSync(mixed)
    writeFileSync(join(mixed, '0.parquet'), new Uint8Array(required))
    await sql(
      `COPY (SELECT exp(i % 97 / 7.0) AS wide, i % 41 / 7 AS zeros FROM range(20000) r(i)) TO '${join(mixed, '1.parquet')}' (FORMAT parquet)`,
    )
    const source = await parquetSource(mixed)
    expect([...(source.copies()?.columns ?? [])]).not.toContain('zeros')
    source.close()
    const steps = [step('noise/additive', ['wide'])]
    const copied = await mask(mixed, { copied: true, steps })
    expect(await content(copied.masked)).toEqual(await content((await mask(mixed, { copied: false, steps })).masked))
  })

  it('are none if the footer of a file has something unknown: it is rewritten', async () => {
    const original = fresh()
    await sql(`COPY (${uglyOf(0, 20_480)}) TO '${original}' (FORMAT parquet, ROW_GROUP_SIZE 10240)`)
    const bytes = readFileSync(original)
    const length = bytes.readUInt32LE(bytes.length - 8)
    // An empty map as field 13 after the last one, before the end of the structure.
    const end = Buffer.concat([bytes.subarray(bytes.length - 8 - length, bytes.length - 9), Buffer.of(0xdb, 0, 0)])
    const later = fresh()
    const size = Buffer.alloc(4)
    size.writeUInt32LE(end.length)
    writeFileSync(later, Buffer.concat([bytes.subarray(0, bytes.length - 8 - length), end, size, Buffer.from('PAR1')]))
    const source = await parquetSource(later)
    expect(source.copies()).toBeUndefined()
    source.close()
    const [one, other] = [await mask(original, { copied: true }), await mask(later, { copied: true })]
    expect(await content(other.masked)).toEqual(await content(one.masked))
  })

  it('cause an error if another program truncates the file, and leave nothing', async () => {
    const original = fresh()
    await sql(`COPY (${uglyOf(0, 70_000)}) TO '${original}' (FORMAT parquet, ROW_GROUP_SIZE 40960)`)
    const source = await parquetSource(original)
    const copies = source.copies()
    const masked = fresh()
    const sink = parquetSink(masked, { types: source.types, copies })
    truncateSync(original, 1000)
    const blocks = (async function* () {
      for await (const { block } of source.read({ from: 0, to: 2 }, [])) {
        const column = { kind: 'numeric' as const, values: new Float64Array(block.end - block.first) }
        yield { block, data: { rows: block.end - block.first, names: ['wide'], column: () => column } }
      }
    })()
    await expect(sink.copies?.write(0, { from: 0, to: 3 }, blocks)).rejects.toThrow(/changed after the run began/)
    await sink.discard?.()
    source.close()
    expect(readdirSync(base).filter((name) => name.includes('sdc-parts'))).toEqual([])
  })
})
