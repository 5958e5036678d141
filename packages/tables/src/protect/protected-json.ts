import { cellStatuses } from '@sdc/core'
import type { AppliedTable } from '@sdc/engine'
import { exceptionRows } from './exception-rows.js'
import type { ProtectedTables } from './protected-tables.js'
import { protectedVerdict } from './protected-verdict.js'
import { cellFigures, reasonCode, rulesOf } from '../view/reasons.js'
import { finite } from '../view/table-words.js'
import { isHidden, type TableVersion, type TableView } from '../view/table-view.js'

/**
 * Returns one table of a run for programs; the form is described by `tableProtectOutput`.
 *
 * @param view - The table.
 * @param version - Internal or public.
 * @param made - The protected tables.
 * @returns Plain values.
 */
export function viewJson(view: TableView, version: TableVersion, made: ProtectedTables): object {
  const table = tableJson(view, version, made)
  return version === 'public' ? { version, tables: [table] } : { ...protectedHead(made), tables: [table] }
}

/**
 * Returns the whole result for programs, in the internal version; the form is described by `tableProtectOutput`.
 *
 * @param made - The protected tables.
 * @returns Plain values.
 */
export function protectedJson(made: ProtectedTables): object {
  return { ...protectedHead(made), tables: made.views.map((view) => tableJson(view, 'internal', made)) }
}

function protectedHead(made: ProtectedTables): object {
  const { result, percent, linked } = made
  const given = linked.table.given?.filter((one) => one === 1).length ?? 0
  return {
    version: 'internal',
    rules: result.rules.map((rule) => ({
      ...stepJson(rule),
      sensitive: rule.result.status.filter((one) => one > 0).length,
    })),
    given: { cells: given, percent },
    sensitive: result.sensitive.status.filter((one) => one === 1).length,
    protection: stepJson(result.protection),
    audit: result.audit === undefined ? null : stepJson(result.audit),
    rounding: result.rounding === undefined ? null : stepJson(result.rounding),
    exceptions: exceptionRows(result.audit?.result.report),
    verdict: protectedVerdict(made).join('\n'),
  }
}

function stepJson({ method, params, result }: AppliedTable): object {
  const numbers = [...(result.report ?? [])].filter((pair): pair is [string, number] => typeof pair[1] === 'number')
  return {
    method: method.id,
    params,
    report: Object.fromEntries(numbers.map(([name, value]) => [name, finite(value)])),
    warnings: result.warnings ?? [],
  }
}

function tableJson(view: TableView, version: TableVersion, { codes }: ProtectedTables): object {
  const { by, value, table, status, values, sensitive, intervals } = view
  const shown = values ?? table.values
  const levels = (c: number): string[] => table.dimensions.map((one) => one.levels[one.codes[c]])
  const cells = Array.from(status, (one, c) => {
    const cell = { levels: levels(c), value: one === 0 ? shown[c] : null }
    if (version === 'public') return { ...cell, status: one === 0 ? 'published' : 'suppressed' }
    const level =
      sensitive.status[c] === 1
        ? { lower: sensitive.lower[c], upper: sensitive.upper[c], width: sensitive.width[c] }
        : null
    const interval =
      intervals && isHidden(view, c) ? { low: finite(intervals.low[c]), high: finite(intervals.high[c]) } : null
    const reason = codes && { reason: reasonCode(view, c, codes) }
    const figures = level && cellFigures(table, c)
    return { ...cell, status: cellStatuses[one], ...reason, rules: rulesOf(view, c), figures, level, interval }
  })
  return { dimensions: by, value, cells }
}
