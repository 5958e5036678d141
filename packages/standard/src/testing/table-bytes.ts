import { createRegistry, isSdcError, seededRng, type TableMethod, type TableResult } from '@sdc/core'
import { applyTableMethod, sha256Hex } from '@sdc/engine'
import { randomTable, type RandomTable } from '@sdc/tabular'
import standard from '../index.js'

/** Hash of the bytes that a table method returns on a made table, or the code of the error that it throws. */
export interface BytesOnTables {
  readonly name: string
  hash(): Promise<string>
}

const registry = createRegistry().use(standard).freeze()

/** Amounts of five parts in two groups, by seven sizes; and counts without groups. */
const tables = { amounts: amounts(), counts: counts() }

/** Every table method on a table of amounts, and on one of counts, on the present engine. */
export function bytesOnTables(): readonly BytesOnTables[] {
  return registry.all('tables').flatMap((method) =>
    Object.entries(tables).map(([name, table]) => ({
      name: `${method.id} ${name}`,
      hash: () => orCode(async () => hashOf(await run(method, table))),
    })),
  )
}

async function run(method: TableMethod, { table, sensitive }: RandomTable): Promise<TableResult> {
  const call = { registry, method: method.id, table, rng: seededRng('bytes') }
  if (method.step === 'sensitivity') return (await applyTableMethod(call)).result
  if (method.step === 'protection') return (await applyTableMethod({ ...call, sensitive })).result
  const exact = await applyTableMethod({ ...call, method: 'tabular/exact-suppression', sensitive })
  return (await applyTableMethod({ ...call, sensitive, pattern: exact.result.status })).result
}

function amounts(): RandomTable {
  const { table, sensitive } = randomTable({ dimensions: [[2, 3], 7], seed: 'bytes', zeros: 0.1, sensitive: 0.1 })
  // The two largest contributions of each cell: of its one, two or five contributors.
  const largest = Float64Array.from({ length: 2 * table.values.length }, (_, i) => {
    const [cell, second] = [Math.floor(i / 2), i % 2]
    const shares = table.counts[cell] === 1 ? [1, 0] : [0.7, 0.3]
    return table.counts[cell] === 0 ? 0 : Math.floor(shares[second] * table.values[cell])
  })
  return { table: { ...table, largest }, sensitive }
}

/** Table of counts; for cells of one or two, one more or less must be possible. */
function counts(): RandomTable {
  const { table, sensitive } = randomTable({ dimensions: [5, 7], seed: 'bytes', zeros: 0.1, sensitive: 0.1 })
  const keys = new Float64Array(table.values.length)
  seededRng('bytes').child('keys').fillUniform(keys)
  const one = Float64Array.from(sensitive.status)
  return {
    table: { ...table, values: Float64Array.from(table.counts), keys },
    sensitive: { ...sensitive, lower: one, upper: one.slice() },
  }
}

async function orCode(hash: () => Promise<string>): Promise<string> {
  try {
    return await hash()
  } catch (error) {
    if (isSdcError(error)) return error.code
    throw error
  }
}

function hashOf({ status, levels, values, intervals, table, report }: TableResult): string {
  const arrays = [
    status,
    levels?.lower,
    levels?.upper,
    levels?.width,
    values,
    intervals?.low,
    intervals?.high,
    table?.values,
    ...(table?.dimensions.map(({ codes }) => codes) ?? []),
  ]
  const numbers = [...(report ?? [])].filter(([, value]) => typeof value === 'number')
  const text = [...arrays.map((array) => (array ? hexOf(array) : '-')), JSON.stringify(numbers)].join(';')
  return sha256Hex(new TextEncoder().encode(text)).slice(0, 16)
}

function hexOf(array: Uint8Array | Float64Array | Int32Array): string {
  return sha256Hex(new Uint8Array(array.slice().buffer))
}
