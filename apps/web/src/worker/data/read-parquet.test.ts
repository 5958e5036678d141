import type { FileSchema } from '@sdc/engine'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { fileSource, type DataSource } from './data-source.js'
import { readableFile, SyncReader } from '../in-process.fixture.js'
import { openData } from './open-data.js'
import { tablePage } from './table-page.js'

type Written = Parameters<typeof parquetWriteBuffer>[0]

const sourceOf = (bytes: Uint8Array<ArrayBuffer>, name = 'people.data'): DataSource =>
  fileSource(readableFile(name, bytes), new SyncReader())
const parquet = (written: Written): DataSource => sourceOf(new Uint8Array(parquetWriteBuffer(written)))

const columnData: Written['columnData'] = [
  { name: 'income', data: [1.5, null, 0.1, -3], type: 'DOUBLE' },
  { name: 'town', data: ['NA', 'a "b", c', null, '007'], type: 'STRING' },
  { name: 'old', data: [true, false, null, true], type: 'BOOLEAN' },
  { name: 'id', data: [1n, 9007199254740993n, 3n, null], type: 'INT64' },
  { name: 'count', data: [1n, 2n, 3n, 40n], type: 'INT64' },
  { name: 'seen', data: [new Date(0), null, new Date(-1), new Date(1e12)], type: 'TIMESTAMP' },
]

describe('readParquet', () => {
  it('reads a table under any name: nulls as missing, numbers exactly, dates as ISO text', async () => {
    const data = await openData(parquet({ columnData, rowGroupSize: 3 }), {})
    expect(data.csv.format).toBe('parquet')
    const { rows, names } = tablePage(data.csv, 0, 9)
    expect(names).toEqual(['income', 'town', 'old', 'id', 'count', 'seen'])
    expect(rows).toEqual([
      ['1.5', 'NA', 'true', '1', '1', '1970-01-01T00:00:00Z'],
      ['', 'a "b", c', 'false', '9007199254740993', '2', ''],
      ['0.1', '', '', '3', '3', '1969-12-31T23:59:59.999Z'],
      ['-3', '007', 'true', '', '40', '2001-09-09T01:46:40Z'],
    ])
    const kinds = names.map((name) => data.csv.dataset.column(name).kind)
    expect(kinds).toEqual(['numeric', 'categorical', 'categorical', 'categorical', 'numeric', 'categorical'])
  })

  it('reads by the schema: codes as categories, dates, codes that mean missing', async () => {
    const columns: FileSchema['columns'] = {
      count: { kind: 'categorical' },
      seen: { kind: 'datetime', dateFormat: 'YYYY-MM-DDThh:mm:ssZ' },
      income: { missing: ['', '-3'] },
    }
    const written = columnData.map((one) =>
      one.name === 'seen' ? { ...one, data: [new Date(0), null, new Date(-1000), new Date(1e12)] } : one,
    )
    const { csv } = await openData(parquet({ columnData: written }), { schema: { columns } })
    expect(csv.format).toBe('parquet')
    expect(csv.dataset.column('count')).toMatchObject({ kind: 'categorical', levels: ['1', '2', '3', '40'] })
    expect(csv.dataset.column('seen')).toMatchObject({
      time: 'datetime',
      values: Float64Array.of(0, Number.NaN, -1, 1e9),
    })
    expect(csv.dataset.column('income')).toMatchObject({ values: Float64Array.of(1.5, Number.NaN, 0.1, Number.NaN) })
  })

  it('reads decimals with all digits, and days', async () => {
    const schema: Written['schema'] = [
      { name: 'root', num_children: 2 },
      { name: 'price', type: 'INT64', converted_type: 'DECIMAL', scale: 2, precision: 18, repetition_type: 'REQUIRED' },
      { name: 'day', type: 'INT32', converted_type: 'DATE', repetition_type: 'REQUIRED' },
    ]
    const of = (prices: number[]): DataSource =>
      parquet({
        schema,
        columnData: [
          { name: 'price', data: prices },
          { name: 'day', data: prices.map(() => new Date('2027-03-31')) },
        ],
      })
    const { csv } = await openData(of([0.29, 1.1, 123.45]), {})
    expect(tablePage(csv, 0, 3).rows).toEqual(['0.29', '1.10', '123.45'].map((price) => [price, '2027-03-31']))
    await expect(openData(of([1e15]), {})).rejects.toMatchObject({
      code: 'FILE',
      place: { column: 'price' },
      message: expect.stringContaining('too many digits'),
    })
  })

  it('refuses a damaged file, and nested columns by name', async () => {
    const whole = new Uint8Array(parquetWriteBuffer({ columnData }))
    for (const length of [4, 50, whole.length - 9])
      await expect(openData(sourceOf(whole.slice(0, length)), {}), String(length)).rejects.toMatchObject({
        code: 'FILE',
        message: expect.stringContaining('the Parquet file people.data cannot be read'),
      })
    const schema: Written['schema'] = [
      { name: 'root', num_children: 2 },
      { name: 'a', type: 'INT32', repetition_type: 'REQUIRED' },
      { name: 'tags', num_children: 1, converted_type: 'LIST', repetition_type: 'OPTIONAL' },
      { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
      { name: 'element', type: 'INT32', repetition_type: 'OPTIONAL' },
    ]
    const nested = parquet({ schema, columnData: [{ name: 'a', data: [1, 2] }, { name: 'tags', data: [[1], [2, 3]] }] }) // oxfmt-ignore
    await expect(openData(nested, {})).rejects.toMatchObject({
      code: 'FILE',
      message: expect.stringContaining('tags of people.data is nested'),
    })
  })
})
