/** Stored measurements of a task. */
import { dataset, type Column, type Dataset, type Measurement, type Store } from '@sdc/core'
import { keptOf, valueOf, type Kept } from '../steps/stored-findings.js'
import { bytesOf, codesOf, doublesOf, getJson, putJson } from '../tasks/store.js'

/** A measurement as plain data. */
export interface KeptMeasurement extends Omit<Measurement, 'columns' | 'tables' | 'records' | 'recordColumns'> {
  readonly columns?: readonly (readonly [string, number | null])[]
  readonly tables?: readonly (readonly [string, Kept])[]
}

/** Returns a measurement as plain data, without numbers by record. */
export function keptMeasurement({
  columns,
  tables,
  records: _records,
  recordColumns: _recordColumns,
  ...plain
}: Measurement): KeptMeasurement {
  return {
    ...plain,
    ...(columns && { columns: [...columns] }),
    ...(tables && { tables: [...tables].map(([name, table]) => [name, keptOf(table)] as const) }),
  }
}

/** Returns the measurement of plain data. */
export function measurementOf({ columns, tables, ...plain }: KeptMeasurement): Measurement {
  return {
    ...plain,
    ...(columns && { columns: new Map(columns) }),
    ...(tables && { tables: new Map(tables.map(([name, kept]) => [name, valueOf(kept) as Dataset])) }),
  }
}

/** Numbers of a measurement by record. */
export type ByRecord = Pick<Measurement, 'records' | 'recordColumns'>

interface ByRecordHead {
  readonly hasRecords: boolean
  /** Categories by column; null for numbers. */
  readonly columns: readonly (readonly [
    string,
    { readonly levels: readonly string[]; readonly ordered: boolean } | null,
  ])[]
}

/** Stores numbers by record. */
export async function putByRecord(store: Store, name: string, { records, recordColumns }: ByRecord): Promise<void> {
  const names = recordColumns?.names ?? []
  const columns = names.map((one) => recordColumns?.column(one) as Column)
  if (records) await store.put(`${name}/records`, [bytesOf(records)])
  for (const [c, column] of columns.entries())
    await store.put(`${name}/${c}`, [bytesOf(column.kind === 'numeric' ? column.values : column.codes)])
  const head: ByRecordHead = {
    hasRecords: records !== undefined,
    columns: columns.map((column, c) => {
      const { levels, ordered } = column.kind === 'numeric' ? {} : column
      return [names[c], levels === undefined ? null : { levels, ordered: ordered === true }]
    }),
  }
  await putJson(store, `${name}/head`, head)
}

/** Reads stored numbers by record. */
export async function getByRecord(store: Store, name: string): Promise<ByRecord> {
  const { hasRecords, columns } = (await getJson(store, `${name}/head`)) as ByRecordHead
  const read: (readonly [string, Column])[] = []
  for (const [c, [column, categories]] of columns.entries()) {
    const bytes = await store.get(`${name}/${c}`)
    read.push([
      column,
      categories === null
        ? { kind: 'numeric', values: doublesOf(bytes) }
        : { kind: 'categorical', codes: codesOf(bytes), ...categories },
    ])
  }
  return {
    ...(hasRecords && { records: doublesOf(await store.get(`${name}/records`)) }),
    ...(read.length > 0 && { recordColumns: dataset(read) }),
  }
}
