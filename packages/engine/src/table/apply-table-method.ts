import type { Registry, Rng, Table, TableMethod, TableResult } from '@sdc/core'
import { resolveAll } from '../bind/references.js'
import { ofPlugin, pluginFault } from '../run/plugin-faults.js'

export interface ApplyTableInput {
  readonly registry: Registry
  /** The id of the table method. */
  readonly method: string
  readonly table: Table
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly rng: Rng
  readonly tick?: ((fraction: number) => void) | undefined
}

export interface AppliedTable {
  readonly method: TableMethod
  readonly params: unknown
  readonly result: TableResult
}

/** Runs a table method on a table; throws BAD_PLUGIN where it does not judge every cell. */
export async function applyTableMethod(input: ApplyTableInput): Promise<AppliedTable> {
  const { registry, table, rng, tick = () => {} } = input
  const method = registry.get('tables', input.method)
  const place = { table: method.id }
  const params = resolveAll(registry, method.params, input.params ?? {}, place)
  const result = await ofPlugin(registry, method, place, tick, (watched) =>
    method.protect({ table, params, rng, tick: watched }),
  )
  const problem = resultProblem(result, table.values.length)
  if (problem !== undefined) throw pluginFault(registry, method, place, problem)
  return { method, params, result }
}

/** Why something is no result for so many cells. */
function resultProblem(result: Partial<TableResult> | undefined, cells: number): string | undefined {
  const { status, values, intervals } = result ?? {}
  if (!(status instanceof Uint8Array)) return 'its status is no Uint8Array'
  if (status.length !== cells) return `it judged ${status.length} of ${cells} cells`
  if (status.some((one) => one > 2)) return 'a status of it is not 0, 1 or 2'
  const numbers = { values, low: intervals?.low, high: intervals?.high }
  for (const [name, array] of Object.entries(numbers)) {
    if (array === undefined) continue
    if (!(array instanceof Float64Array)) return `its ${name} are no Float64Array`
    if (array.length !== cells) return `it gave ${array.length} ${name} for ${cells} cells`
  }
  const shown = (c: number): boolean => status[c] === 0
  if (values?.some((value, c) => shown(c) && !Number.isFinite(value))) return 'a value of a shown cell is not finite'
  if (intervals?.low.some((low, c) => !(low <= intervals.high[c]))) return 'an interval of it ends before it begins'
  return undefined
}
