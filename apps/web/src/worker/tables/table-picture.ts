import { cellNumbers, crosstabOf } from '@sdc/report/tables'
import { cellReasons, exceptionCount, protectedVerdict, type ProtectedTables } from '@sdc/tables'
import type { MadeTable, TableCell } from '../protocol/table-types.js'

const statuses = ['published', 'primary', 'secondary'] as const

/**
 * Returns the picture of a protected table for the page, with the reason and the interval of each cell that is not
 * published unchanged.
 */
export function tablePicture(made: ProtectedTables): Omit<MadeTable, 'files' | 'notes' | 'warnings'> {
  const [{ table, by, of, value, status, values, sensitive, intervals }] = made.views
  const { rowName, columnName, rows, columns, sheets } = crosstabOf({ dimensions: table.dimensions, names: by }, value)
  const [number, reasons] = [cellNumbers(table.values), cellReasons(made)]
  const isChanged = (c: number): boolean => status[c] === 0 && values !== undefined && values[c] !== table.values[c]
  const interval = (c: number): string | undefined => {
    if (intervals === undefined || (status[c] === 0 && values === undefined)) return undefined
    const [low, high] = [intervals.low[c], intervals.high[c]]
    if (low === high) return `exactly ${number(low)}`
    if (high === Infinity) return low === -Infinity ? 'nothing' : `at least ${number(low)}`
    return `between ${number(low)} and ${number(high)}`
  }
  const cells = Array.from(status, (one, c): TableCell => ({
    levels: table.dimensions.map(({ codes, levels }) => levels[codes[c]]),
    value: number(table.values[c]),
    status: statuses[one],
    ...(one === 0 && { shown: number((values ?? table.values)[c]) }),
    reason: reasons.get(c),
    interval: interval(c),
  }))
  const count = (is: (c: number) => boolean): number => Array.from(status.keys()).filter(is).length
  return {
    title: `${of} by ${by.join(' and ')}`,
    isProtected: made.result.audit === undefined ? undefined : exceptionCount(made) === 0,
    verdict: protectedVerdict(made),
    counts: {
      cells: status.length,
      sensitive: count((c) => sensitive.status[c] === 1),
      primary: count((c) => status[c] === 1),
      secondary: count((c) => status[c] === 2),
      changed: count(isChanged),
    },
    rowName,
    columnName,
    rows: rows.map(({ label, depth, isTotal }) => ({ label, depth, isTotal })),
    columns: columns.map(({ label, depth, isTotal }) => ({ label, depth, isTotal })),
    sheets: sheets.map(({ title, cells: own }) => ({ title, cells: Array.from(own) })),
    cells,
  }
}
