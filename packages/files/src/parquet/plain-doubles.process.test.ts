import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { numeric, type Column } from '@sdc/core'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, describe, expect, it } from 'vitest'
import { parquetSink } from './parquet-sink.js'
import { parquetSource } from './parquet-source.js'
import { isPlain } from './plain-doubles.js'

const base = mkdtempSync(join(tmpdir(), 'sdc-plain-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** Numbers of 53 random bits, which do not compress. */
function scattered(count: number, of: (value: number, i: number) => number = (value) => value): Float64Array {
  let [a, b] = [0x9e3779b9, 0x243f6a88]
  return Float64Array.from({ length: count }, (_, i) => {
    a = (Math.imul(a, 1664525) + 1013904223) >>> 0
    b = (Math.imul(b ^ (a >>> 7), 747796405) + 2891336453) >>> 0
    return of((a / 2 ** 32 + (b >>> 11) / 2 ** 53) * 2e4 - 1e4, i)
  })
}
const columnOf = (values: Float64Array): { name: string; type: string; blocks: Column[] } => ({
  name: 'x',
  type: 'DOUBLE',
  blocks: [numeric(values)],
})

describe('isPlain', () => {
  it.each([
    ['random doubles', scattered(10_000), true],
    ['half of which are missing', scattered(20_000, (value, i) => (i % 2 === 0 ? value : Number.NaN)), true],
    ['eighths', scattered(10_000, (value) => Math.round(value * 8) / 8), false],
    ['mostly zeros', scattered(10_000, (value, i) => (i % 10 === 0 ? value : 0)), false],
    ['a few thousand values', scattered(10_000, (_, i) => scattered(1, () => 0)[0] + Math.sqrt(i % 3000)), false],
    ['all missing', new Float64Array(10_000).fill(Number.NaN), false],
    ['few records', scattered(8000), false],
  ])('decides for %s whether compression is skipped', (_, values, expected) => {
    expect(isPlain(columnOf(values))).toBe(expected)
  })

  it('applies to doubles only', () => {
    expect(isPlain({ ...columnOf(scattered(10_000)), type: 'FLOAT' })).toBe(false)
  })
})

describe('columns of doubles that are written uncompressed', () => {
  it('are read unchanged by DuckDB and by another program, with bounds that exclude no record', async () => {
    const [rows, first] = [90_000, join(base, 'first.parquet')]
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    const sql = async (text: string): Promise<unknown[][]> =>
      (await (await connection.run(text)).getRows()) as unknown[][]
    await sql(`COPY (SELECT i AS id, sqrt(i) AS x, sqrt(i) AS y, i / 8 AS z FROM range(${rows}) r(i)) TO '${first}'
      (FORMAT parquet, ROW_GROUP_SIZE 40960)`)
    const source = await parquetSource(first)
    const made = {
      // One group has zeros as least and greatest value, another has missing values at its end.
      x: scattered(rows, (value, i) =>
        i < 40_960 ? (i % 20 === 0 ? -0 : -Math.abs(value)) : i > 89_000 ? Number.NaN : value,
      ),
      y: scattered(rows, (value, i) =>
        i === 50_000 ? 1e300 : i === 50_001 ? -1e12 : i % 3 === 0 ? Number.NaN : value,
      ),
      z: scattered(rows, (value) => Math.round(value * 8) / 8),
    }
    const path = join(base, 'made.parquet')
    const sink = parquetSink(path, { types: source.types, copies: source.copies() })
    const blocks = async function* () {
      for await (const { block, data } of source.read({ from: 0, to: 2 }, ['id'])) {
        const columns = new Map(
          Object.entries(made).map(([name, own]) => [name, numeric(own.subarray(block.first, block.end))]),
        )
        const names = ['x', 'y', 'z']
        yield { block, data: { rows: data.rows, names, column: (name: string) => columns.get(name) as Column } }
      }
    }
    await sink.copies?.write(0, { from: 0, to: 3 }, blocks())
    await sink.ready?.(1)
    await sink.close(1)
    source.close()
    const packed = await sql(`SELECT path_in_schema, compression, encodings FROM parquet_metadata('${path}')`)
    expect(packed.filter(([, compression]) => compression === 'UNCOMPRESSED').map(([name]) => name)).toEqual(
      Array.from({ length: 3 }, () => ['x', 'y']).flat(),
    )
    const read = await sql(`SELECT id, x, y, z FROM '${path}'`)
    const file = readFileSync(path)
    const again = await parquetReadObjects({ file: file.buffer.slice(file.byteOffset, file.byteOffset + file.length) })
    expect([read.length, again.length]).toEqual([rows, rows])
    const wrong = read.filter(([id, ...cells], i) =>
      [
        id !== BigInt(i),
        ...['x', 'y', 'z'].map((name, c) => !isCell(made[name as 'x'][i], cells[c], again[i][name])),
      ].some(Boolean),
    )
    expect(wrong).toEqual([])
    // Readers skip groups by their bounds.
    for (const [name, own] of Object.entries(made)) {
      for (const bound of [-1e12, -9999, -0, 0, 9999, 1e300]) {
        const [[counted]] = await sql(`SELECT count(*) FROM '${path}' WHERE ${name} >= ${bound}::DOUBLE`)
        expect(counted, `${name} from ${bound}`).toBe(BigInt(own.filter((value) => value >= bound).length))
      }
      const [[nulls]] = await sql(
        `SELECT sum(stats_null_count) FROM parquet_metadata('${path}') WHERE path_in_schema = '${name}'`,
      )
      expect(Number(nulls)).toBe(own.filter((value) => Number.isNaN(value)).length)
    }
    connection.closeSync()
    instance.closeSync()
  })
})

const isCell = (value: number, ...read: unknown[]): boolean =>
  read.every((one) => (Number.isNaN(value) ? one === null || one === undefined : Object.is(one, value)))
