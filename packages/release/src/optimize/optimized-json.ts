import { tablesJson } from '../measure/detail-tables.js'
import type { Optimized } from './optimized.js'
import { targetsOf } from './targets-of.js'

/**
 * Result of a post-masking step for programs; the form is described by `optimizeOutput`.
 *
 * @param optimized - The result.
 * @returns JSON.
 */
export function optimizedJson({ reports, measured, ...plain }: Optimized): unknown {
  const { aimed, missed } = targetsOf(reports)
  return {
    method: plain.method,
    params: plain.params,
    columns: plain.columns,
    records: plain.records,
    matching: plain.matching,
    reached: aimed === 0 ? null : missed === 0,
    reports: reports.map(({ group, numbers, tables }) => ({
      group,
      numbers: Object.fromEntries(finite(numbers)),
      ...(tables.size > 0 && { tables: tablesJson(tables) }),
    })),
    measured: measured.map((one) => ({ ...one })),
    warnings: [...plain.warnings],
  }
}

/** Replaces infinity by null, which JSON lacks. */
function finite(numbers: ReadonlyMap<string, number>): [string, number | null][] {
  return [...numbers].map(([name, value]) => [name, Number.isFinite(value) ? value : null])
}
