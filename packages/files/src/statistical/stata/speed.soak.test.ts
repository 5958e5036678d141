import { expect, it } from 'vitest'
import { cpuSeconds } from '@sdc/testing/cpu-seconds'
import type { StatColumn } from '../../dictionary/stat-table.js'
import { readDta } from './read/read-dta.js'
import { writeDta } from './write/write-dta.js'

const ROWS = 200_000

/** 14 labelled columns, 10 of numbers with missing values, 4 of texts, one of them unique, a day, and a moment. */
function survey(): readonly StatColumn[] {
  let seed = 7
  const random = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return seed / 2 ** 32
  }
  const numbers = (one: () => number): Float64Array => Float64Array.from({ length: ROWS }, one)
  const columns: StatColumn[] = []
  const add = (description: StatColumn['description'], cells: StatColumn['cells']): void => {
    columns.push({ name: `v${columns.length}`, description, cells })
  }
  const labels = new Map(Array.from({ length: 7 }, (_, i) => [String(i + 1), `label ${i}`]))
  for (let j = 0; j < 14; j++)
    add({ labels }, { kind: 'numbers', values: numbers(() => 1 + Math.floor(random() * 7)), missing: null })
  for (let j = 0; j < 10; j++) {
    const of = Int32Array.from({ length: ROWS }, () => Math.floor(random() * 3))
    const values = numbers(() => (random() < 0.1 ? Number.NaN : random() * 5000))
    add({}, { kind: 'numbers', values, missing: { texts: ['', '.a', '.b'], of } })
  }
  for (let j = 0; j < 4; j++) {
    const levels = Array.from({ length: j === 0 ? ROWS : 500 }, (_, i) => `text number ${i}`)
    const codes = Int32Array.from({ length: ROWS }, (_, i) => (j === 0 ? i : Math.floor(random() * levels.length)))
    add({}, { kind: 'texts', levels, codes, missing: null })
  }
  for (const time of ['date', 'datetime'] as const)
    add({ time }, { kind: 'numbers', values: numbers(() => Math.floor(random() * 20_000)), missing: null })
  return columns
}

it('writes 200,000 records of 30 columns within 3 seconds, and reads them within 2', () => {
  const columns = survey()
  const begun = cpuSeconds()
  const bytes = Buffer.concat([...writeDta({ rows: ROWS, columns }).content])
  const written = cpuSeconds()
  expect(written - begun).toBeLessThan(3)
  const { table } = readDta(bytes)
  expect(cpuSeconds() - written).toBeLessThan(2)
  expect(table.columns.map(({ cells }) => cells.kind)).toEqual(columns.map(({ cells }) => cells.kind))
})
