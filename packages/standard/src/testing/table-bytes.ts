import {
  createRegistry,
  isSdcError,
  seededRng,
  type Sensitivity,
  type Table,
  type TableMethod,
  type TableResult,
} from '@sdc/core'
import { applyTableMethod, sha256Hex } from '@sdc/engine'
import { randomTable } from '@sdc/tabular'
import standard from '../index.js'

/** The bytes that a table method gives on a made table, as a hash; or the code of the error that it throws. */
export interface BytesOnTables {
  readonly name: string
  hash(): Promise<string>
}

const registry = createRegistry().use(standard).freeze()

/** Five parts in two groups, by seven sizes: amounts, and the same as counts. */
const { amounts, counts, sensitive } = tables()

/** Every table method on a table of amounts, and on one of counts; runs on whatever engine this file runs on. */
export function bytesOnTables(): readonly BytesOnTables[] {
  return registry.all('tables').flatMap((method) =>
    Object.entries({ amounts, counts }).map(([name, table]) => ({
      name: `${method.id} ${name}`,
      hash: () => orCode(async () => hashOf(await run(method, table))),
    })),
  )
}

async function run(method: TableMethod, table: Table): Promise<TableResult> {
  const call = { registry, method: method.id, table, rng: seededRng('bytes') }
  if (method.step === 'sensitivity') return (await applyTableMethod(call)).result
  if (method.step === 'protection') return (await applyTableMethod({ ...call, sensitive })).result
  const greedy = await applyTableMethod({ ...call, method: 'tabular/greedy-suppression', sensitive })
  return (await applyTableMethod({ ...call, sensitive, pattern: greedy.result.status })).result
}

function tables(): { readonly amounts: Table; readonly counts: Table; readonly sensitive: Sensitivity } {
  const made = randomTable({ dimensions: [[2, 3], 7], seed: 'bytes', zeros: 0.1, sensitive: 0.1 })
  const { counts: contributors, values } = made.table
  const keys = new Float64Array(values.length)
  seededRng('bytes').child('keys').fillUniform(keys)
  // The two largest contributions of each cell: of its one, two or five contributors.
  const largest = Float64Array.from({ length: 2 * values.length }, (_, i) => {
    const [cell, second] = [Math.floor(i / 2), i % 2]
    const shares = contributors[cell] === 1 ? [1, 0] : [0.7, 0.3]
    return contributors[cell] === 0 ? 0 : Math.floor(shares[second] * values[cell])
  })
  const table = { ...made.table, keys }
  return {
    amounts: { ...table, largest },
    counts: { ...table, values: Float64Array.from(contributors) },
    sensitive: made.sensitive,
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
    ...[levels?.lower, levels?.upper, levels?.width, values, intervals?.low, intervals?.high],
    ...[table?.values, ...(table?.dimensions.map(({ codes }) => codes) ?? [])],
  ]
  const numbers = [...(report ?? [])].filter(([, value]) => typeof value === 'number')
  const text = [...arrays.map((array) => (array ? hexOf(array) : '-')), JSON.stringify(numbers)].join(';')
  return sha256Hex(new TextEncoder().encode(text)).slice(0, 16)
}

function hexOf(array: Uint8Array | Float64Array | Int32Array): string {
  return sha256Hex(new Uint8Array(array.slice().buffer))
}
