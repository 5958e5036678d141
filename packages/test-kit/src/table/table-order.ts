import { seededRng, type Sensitivity, type Table, type TableMethod, type TableResult } from '@sdc/core'
import { applyTableMethod } from '@sdc/engine'
import { registryWith } from '../engine/engine-registry.js'
import { rearrangedTable } from './artificial-tables.js'
import { callOf, resultText, runTable } from './table-run.js'

/** Checks that the status of a cell depends on its content, not on its place, also without the engine. */
export async function placeProblems(method: TableMethod, table: Table): Promise<string[]> {
  const order = reversed(table)
  const [here, there] = [await runTable(method, table), await runTable(method, rearrangedTable(table, order))]
  const moved = order.filter((cell, place) => here.status[cell] !== there.status[place])
  return moved.length === 0 ? [] : [`expected the same status in another order, got another for ${moved.length} cells`]
}

/**
 * Checks that a table run by the engine, which passes the cells in one order, gives the same result for any order of
 * its cells, levels and relations.
 */
export async function orderProblems(method: TableMethod, table: Table): Promise<string[]> {
  const registry = registryWith('tables', method, {})
  const { sensitive, pattern } = callOf(method, table)
  const order = reversed(table)
  const other = rearrangedTable(table, order)
  const moved = <T extends Uint8Array | Float64Array>(numbers: T): T => numbers.map((_, c) => numbers[order[c]]) as T
  const call = { registry, method: method.id }
  const here = await applyTableMethod({ ...call, rng: seededRng(1), table, sensitive, pattern })
  const there = await applyTableMethod({
    ...call,
    rng: seededRng(1),
    table: other,
    sensitive: sensitive && movedSensitivity(sensitive, moved),
    pattern: pattern && moved(pattern),
  })
  const same = resultText(inOrder(here.result, moved)) === resultText(there.result)
  return same ? [] : ['expected the same result in another order of cells, levels and relations, got another']
}

type Move = <T extends Uint8Array | Float64Array>(numbers: T) => T

function movedSensitivity({ status, lower, upper, width }: Sensitivity, moved: Move): Sensitivity {
  return { status: moved(status), lower: moved(lower), upper: moved(upper), width: moved(width) }
}

function inOrder({ status, levels, values, intervals, report }: TableResult, moved: Move): TableResult {
  return {
    status: moved(status),
    levels: levels && { lower: moved(levels.lower), upper: moved(levels.upper), width: moved(levels.width) },
    values: values && moved(values),
    intervals: intervals && { low: moved(intervals.low), high: moved(intervals.high) },
    report,
  }
}

function reversed({ counts }: Table): Int32Array {
  return Int32Array.from(counts, (_, i) => counts.length - 1 - i)
}
