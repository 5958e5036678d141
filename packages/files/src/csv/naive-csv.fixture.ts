import type { Column, Dataset } from '@sdc/core'
import { hasBit } from './bits.js'
import type { CsvFile } from './csv-file.js'
import { decimalText } from './number-text.js'

/**
 * Writes the same as `csvContent`, as plainly as possible: one string per cell, one line per rule. It is slow and
 * shares only the texts of numbers with the writer.
 *
 * @param file - Source file of the data.
 * @param data - The records.
 * @param origin - Source record of each.
 * @returns The whole text.
 */
export function naiveCsv(file: CsvFile, data: Dataset, origin?: Int32Array): string {
  const { separator, quote, newline, decimal, header, prefix, tail } = file.dialect
  const inQuotes = (text: string): string => quote + text.split(quote).join(quote + quote) + quote
  const asNeeded = (text: string): string =>
    [separator, quote, '\r', '\n'].some((mark) => text.includes(mark)) ? inQuotes(text) : text
  const came = (r: number): number => (origin ? origin[r] : r)
  const records = Array.from({ length: data.rows }, (_, r) => r)

  const cellsOf = (name: string): string[] => {
    const now = data.column(name)
    const held = file.source.get(name)
    if (!held) {
      const written = (value: number | string | null): string =>
        value === null ? file.dialect.missing : typeof value === 'number' ? decimalText(value, -1, decimal) : value
      return records.map((r) => asNeeded(written(valueOf(now, r))))
    }
    const before = file.dataset.column(name)
    const inSource = (record: number): string => {
      const value = valueOf(before, record)
      const text =
        held.exceptions.get(record) ??
        (value === null
          ? (held.missing?.text ?? '')
          : typeof value === 'number'
            ? decimalText(value, held.decimals, decimal)
            : value)
      return hasBit(held.quoted, record) ? inQuotes(text) + (held.trailing.get(record) ?? '') : text
    }
    const same = records.every((r) => came(r) >= 0 && Object.is(valueOf(before, came(r)), valueOf(now, r)))
    if (same && before.kind === now.kind) return records.map((r) => inSource(came(r)))
    const original = Array.from({ length: file.dataset.rows }, (_, i) => i)
    const all = held.quoted !== null && original.every((i) => valueOf(before, i) === null || hasBit(held.quoted, i))
    const wasMissing = (r: number): boolean => came(r) >= 0 && valueOf(before, came(r)) === null
    const moved = records.some((r) => wasMissing(r) && valueOf(now, r) !== null)
    const { text: says, quoted } = held.newMissing
    const missing = quoted ? inQuotes(says) : asNeeded(says)
    return records.map((r) => {
      const value = valueOf(now, r)
      if (value === null) return wasMissing(r) && !moved ? inSource(came(r)) : missing
      const text = typeof value === 'number' ? decimalText(value, -1, decimal) : value
      return all ? inQuotes(text) : asNeeded(text)
    })
  }

  const columns = data.names.map(cellsOf)
  const lines = records.map((r) => columns.map((cells) => cells[r]))
  if (data.names.length === 1 && lines.at(-1)?.[0] === '') lines[lines.length - 1] = [inQuotes('')]
  if (header) lines.unshift(data.names.map((name) => file.source.get(name)?.header ?? asNeeded(name)))
  const other = newline === '\n' ? '\r\n' : '\n'
  return (
    prefix +
    lines
      .map((cells, i) => {
        const end = i === lines.length - 1 ? tail : hasBit(file.otherLineEnds, header ? i - 1 : i) ? other : newline
        const last = cells[cells.length - 1]
        const kept = end.startsWith('\n') && last.endsWith('\r') ? inQuotes(last) : last
        return [...cells.slice(0, -1), kept].join(separator) + end
      })
      .join('')
  )
}

function valueOf(column: Column, record: number): number | string | null {
  if (column.kind === 'categorical') return column.codes[record] < 0 ? null : column.levels[column.codes[record]]
  return Number.isNaN(column.values[record]) ? null : column.values[record]
}
