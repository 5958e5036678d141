import type { Registry, Rng, Sensitivity, Table, TableMethod, TableResult, Witness } from '@sdc/core'
import { resolveAll } from '../bind/references.js'
import { extrasProblem } from '../ground/extras-problem.js'
import { ofPlugin, pluginFault } from '../ground/plugin-faults.js'
import { canonicalTable, inPlace } from './canonical-table.js'

export interface ApplyTableInput {
  readonly registry: Registry
  /** The id of the table method. */
  readonly method: string
  readonly table: Table
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly rng: Rng
  /** Sensitivities from the rules, for a protection or an audit. */
  readonly sensitive?: Sensitivity | undefined
  /** Status of each cell, for an audit, and tables that readers cannot exclude according to the protection. */
  readonly pattern?: Uint8Array | undefined
  readonly witnesses?: readonly Witness[] | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

export interface AppliedTable {
  readonly method: TableMethod
  readonly params: unknown
  readonly result: TableResult
}

/**
 * Runs a table method on a table. The method gets the cells in the order of their names, and its result is returned in
 * the order of the table, so that the order of a file does not matter.
 *
 * @param input - The method and its input.
 * @returns The method, its resolved parameters, and the result for each cell of the given table.
 * @throws UNKNOWN_TABLE, BAD_PARAMETER; BAD_PLUGIN if it does not judge every cell.
 */
export async function applyTableMethod(input: ApplyTableInput): Promise<AppliedTable> {
  const { registry, table, rng, sensitive, pattern, tick = () => {} } = input
  const method = registry.get('tables', input.method)
  const place = { table: method.id }
  const params = resolveAll(registry, method.params, input.params ?? {}, place)
  const canonical = canonicalTable(table)
  const { places } = canonical
  const there = <T extends Uint8Array | Float64Array>(numbers: T): T => numbers.map((_, c) => numbers[places[c]]) as T
  const handed = {
    table: canonical.table,
    sensitive: sensitive && {
      status: there(sensitive.status),
      lower: there(sensitive.lower),
      upper: there(sensitive.upper),
      width: there(sensitive.width),
      ...(sensitive.rules && { rules: sensitive.rules.map((rule) => ({ ...rule, status: there(rule.status) })) }),
    },
    pattern: pattern && there(pattern),
    witnesses: input.witnesses && movedWitnesses(input.witnesses, inverse(places)),
  }
  const result = await ofPlugin(registry, method, place, tick, (watched) =>
    method.protect({ ...handed, params, rng, tick: watched }),
  )
  const problem = resultProblem(result, table.values.length)
  if (problem !== undefined) throw pluginFault(registry, method, place, problem)
  return { method, params, result: putBack(result, places) }
}

function putBack(result: TableResult, places: Int32Array): TableResult {
  const back = <T extends Uint8Array | Float64Array>(numbers: T): T => inPlace(numbers, places)
  const { status, levels, values, intervals, witnesses } = result
  return {
    ...result,
    status: back(status),
    ...(levels && { levels: { lower: back(levels.lower), upper: back(levels.upper), width: back(levels.width) } }),
    ...(values && { values: back(values) }),
    ...(intervals && { intervals: { low: back(intervals.low), high: back(intervals.high) } }),
    ...(witnesses && { witnesses: movedWitnesses(witnesses, places) }),
  }
}

function movedWitnesses(witnesses: readonly Witness[], to: Int32Array): Witness[] {
  return witnesses.map(({ cells, differences }) => ({ cells: cells.map((cell) => to[cell]), differences }))
}

function inverse(places: Int32Array): Int32Array {
  const back = new Int32Array(places.length)
  places.forEach((place, c) => (back[place] = c))
  return back
}

/** Reason why a result is invalid for a number of cells. */
function resultProblem(result: Partial<TableResult> | undefined, cells: number): string | undefined {
  const { status, values, intervals, levels } = result ?? {}
  if (!(status instanceof Uint8Array)) return 'its status is not a Uint8Array'
  if (status.length !== cells) return `it judged ${status.length} of ${cells} cells`
  if (status.some((one) => one > 2)) return 'a status of it is not 0, 1 or 2'
  const numbers = {
    values,
    low: intervals?.low,
    high: intervals?.high,
    'lower levels': levels?.lower,
    'upper levels': levels?.upper,
    'widths of levels': levels?.width,
  }
  for (const [name, array] of Object.entries(numbers)) {
    if (array === undefined) continue
    if (!(array instanceof Float64Array)) return `its ${name} are not a Float64Array`
    if (array.length !== cells) return `it returned ${array.length} ${name} for ${cells} cells`
  }
  const shown = (c: number): boolean => status[c] === 0
  const extras = extrasProblem({ report: result?.report, warnings: result?.warnings })
  if (extras !== undefined) return extras
  if (values?.some((value, c) => shown(c) && !Number.isFinite(value)))
    return 'a value of a published cell is not finite'
  if (intervals?.low.some((low, c) => !(low <= intervals.high[c]))) return 'an interval of it ends before it begins'
  const { lower, upper, width } = levels ?? {}
  if ([lower, upper, width].some((one) => one?.some((level) => !(level >= 0)))) return 'a level of it is below 0'
  return undefined
}
