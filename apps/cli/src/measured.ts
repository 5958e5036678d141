import { columnLength, isMissing, type Column, type Dataset, type Metric } from '@sdc/core'
import { shortNumber, unitText, type GroupMeasured, type Matching, type Measured } from '@sdc/engine'
import { left, right, textTable } from '@sdc/report'

/** `0 to 100 %, lower is safer`. */
export function scaleText({ range: [least, most], unit, better, kind }: Metric): string {
  const bounds = most === Infinity ? `from ${least} ${unit}` : `${least} to ${most} ${unit}`
  return `${bounds}, ${better} is ${kind === 'risk' || kind === 'permutation' ? 'safer' : 'better'}`
}

/** Measured values for people: value with unit, scale, and how much they rest on. */
export function measuredTable(measured: readonly Measured[]): string {
  const rows = measured.map(({ metric, measurement: { value, reason, used } }) => [
    metric.id,
    value === null ? '–' : unitText(value, metric),
    value === null ? (reason ?? '') : scaleText(metric),
    String(used),
  ])
  return textTable([left('metric'), right('value'), left('scale'), right('used')], rows)
}

/** A longer table is for programs: people see its beginning. */
const ROWS_SHOWN = 40

/** What metrics found besides their value: every table under its metric's name. */
export function detailTables(measured: readonly Measured[]): string[] {
  return measured.flatMap(({ metric, measurement: { tables } }) =>
    [...(tables ?? [])]
      .filter(([, table]) => !countsNothing(table))
      .map(([name, table]) => `${metric.id}: ${name}\n${detailTable(table)}`),
  )
}

/** A table of what was left out where nothing was. */
function countsNothing(table: Dataset): boolean {
  if (!table.names.includes('count')) return false
  const counts = table.column('count')
  return counts.kind === 'numeric' && counts.values.every((count) => count === 0)
}

function detailTable(table: Dataset): string {
  const columns = table.names.map((name) => table.column(name))
  const shown = Math.min(table.rows, ROWS_SHOWN)
  const rows = Array.from({ length: shown }, (_, i) => columns.map((column) => cellText(column, i)))
  const headings = table.names.map((name, j) => (columns[j].kind === 'numeric' ? right(name) : left(name)))
  const more = table.rows > shown ? `\n… and ${table.rows - shown} more rows: --json has them` : ''
  return textTable(headings, rows) + more
}

function cellText(column: Column, i: number): string {
  if (isMissing(column, i)) return '–'
  return column.kind === 'numeric' ? shortNumber(column.values[i]) : column.levels[column.codes[i]]
}

/** As many metrics as fit beside each other on a screen. */
const METRICS_ABREAST = 4

/** A line for every group, some metrics abreast; a value that cannot be computed is a dash. */
export function groupsTable(groups: readonly GroupMeasured[]): string {
  const metrics = groups[0]?.measured.map(({ metric }) => metric) ?? []
  const tables: string[] = []
  for (let from = 0; from < metrics.length; from += METRICS_ABREAST) {
    const shown = metrics.slice(from, from + METRICS_ABREAST)
    const columns = [left('group'), right('records'), ...shown.map(({ id }) => right(id))]
    const rows = groups.map(({ group, records, measured }) => [
      group,
      String(records),
      ...shown.map((metric, m) => {
        const { value } = measured[from + m].measurement
        return value === null ? '–' : unitText(value, metric)
      }),
    ])
    tables.push(textTable(columns, rows))
  }
  return tables.join('\n\n')
}

/** Measured values for programs; the form is described by `measureOutput`. */
export function measuredJson(
  measured: readonly Measured[],
  origin: Int32Array,
  { columns, given }: { readonly columns: readonly string[]; readonly given: readonly string[] },
  matching: Matching,
  groups: readonly GroupMeasured[] | undefined,
): unknown {
  return {
    n: origin.filter((row) => row >= 0).length,
    matching,
    columns,
    given,
    metrics: metricsJson(measured),
    ...(groups && {
      groups: groups.map((one) => ({ group: one.group, records: one.records, metrics: metricsJson(one.measured) })),
    }),
  }
}

function metricsJson(measured: readonly Measured[]): Record<string, unknown> {
  const metrics = measured.map(({ metric, params, measurement }) => {
    const { value, reason, used, columns: byColumn, records, tables } = measurement
    const entry = {
      value,
      unit: metric.unit,
      better: metric.better,
      ...(reason === undefined ? {} : { reason }),
      used,
      params,
      ...(byColumn && { columns: Object.fromEntries(byColumn) }),
      ...(tables && { tables: Object.fromEntries([...tables].map(([name, table]) => [name, tableJson(table)])) }),
      ...(records && { records: Array.from(records, (one) => (Number.isNaN(one) ? null : one)) }),
    }
    return [metric.id, entry]
  })
  return Object.fromEntries(metrics)
}

export function summaryText(one: number | null): string {
  return one === null ? '–' : shortNumber(one)
}

/** A table by columns; a missing cell is null. */
function tableJson(table: Dataset): Record<string, (string | number | null)[]> {
  const cells = (column: Column): (string | number | null)[] =>
    Array.from({ length: columnLength(column) }, (_, i) => {
      if (isMissing(column, i)) return null
      return column.kind === 'numeric' ? column.values[i] : column.levels[column.codes[i]]
    })
  return Object.fromEntries(table.names.map((name) => [name, cells(table.column(name))]))
}
