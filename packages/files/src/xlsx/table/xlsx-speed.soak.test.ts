import { describe, expect, it } from 'vitest'
import type { StatColumn, StatTable } from '../../dictionary/stat-table.js'
import { readXlsxTable, writeXlsxTable } from '../../xlsx.js'

const ROWS = 100_000

function numbers(c: number): StatColumn {
  const time = c === 10 ? 'date' : c === 11 ? 'datetime' : undefined
  const value = (r: number): number => {
    if (r % 17 === 0) return Number.NaN
    if (time !== undefined) return time === 'date' ? r % 20_000 : 1_000_000_000.123 + r
    return c % 2 === 0 ? (r * 7919) % 1000 : Math.sqrt(r * c)
  }
  const values = Float64Array.from({ length: ROWS }, (_, r) => value(r))
  return {
    name: `v${c}`,
    description: { stored: 'number', ...(time && { time }) },
    cells: { kind: 'numbers', values, missing: null },
  }
}

function texts(c: number): StatColumn {
  const count = c === 19 ? ROWS : 10 * c
  const levels = Array.from({ length: count }, (_, i) => `text ${i} with an ä`)
  const codes = Int32Array.from({ length: ROWS }, (_, r) => r % count)
  return { name: `v${c}`, description: { stored: 'text' }, cells: { kind: 'texts', levels, codes, missing: null } }
}

/** CPU seconds, which other work on the machine does not lengthen. */
function secondsSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1e6
}

describe('a workbook of 100,000 rows and 20 columns', () => {
  it('is written within 10 seconds, and read within 15', () => {
    const columns = Array.from({ length: 20 }, (_, c) => (c < 12 ? numbers(c) : texts(c)))
    const table: StatTable = { rows: ROWS, columns }
    let began = process.cpuUsage()
    const pieces = [...writeXlsxTable(table).content]
    expect(secondsSince(began)).toBeLessThan(10)
    const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
    let at = 0
    for (const piece of pieces) {
      bytes.set(piece, at)
      at += piece.length
    }
    began = process.cpuUsage()
    const read = readXlsxTable(bytes).table
    expect(secondsSince(began)).toBeLessThan(15)
    expect(read).toEqual(table)
  })
})
