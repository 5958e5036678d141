import { readdirSync, readFileSync } from 'node:fs'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { readXlsxTable, xlsxSheets } from '../../xlsx.js'

const files = haveData('stat/xlsx') ? readdirSync(pathOf('stat/xlsx')) : []
const bytesOf = (name: string): Uint8Array => readFileSync(pathOf(`stat/xlsx/${name}`))

/** Numbers from a seed, for the same changes in every run. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Reads a file that may be damaged, and permits only our own errors. */
function readOrRefuse(bytes: Uint8Array, sheet?: string): void {
  const began = performance.now()
  try {
    const { table } = readXlsxTable(bytes, { sheet })
    for (const { cells } of table.columns)
      expect(cells.kind === 'numbers' ? cells.values.length : cells.codes.length).toBe(table.rows)
  } catch (error) {
    expect(error).toMatchObject({ name: 'SdcError' })
  }
  expect(performance.now() - began).toBeLessThan(5000)
}

describe.skipIf(files.length === 0)('damaged workbooks are refused, or read', () => {
  it.each(files)('%s, truncated', (name) => {
    const bytes = bytesOf(name)
    for (let length = 0; length < bytes.length; length += 97) readOrRefuse(bytes.subarray(0, length))
  })

  it.each(files)('%s, with changed bytes', (name) => {
    const bytes = bytesOf(name)
    const next = random(bytes.length)
    for (let i = 0; i < 200; i++) {
      const changed = Uint8Array.from(bytes)
      changed[next(changed.length)] = next(256)
      readOrRefuse(changed)
    }
  })

  // Check sums do not detect these.
  it.each(files)('%s, with changed bytes within its parts', (name) => {
    const bytes = bytesOf(name)
    const sheets = xlsxSheets(bytes)
    const parts = unzipSync(bytes)
    const names = Object.keys(parts).filter((part) => /\.(?:xml|rels)$/.test(part) && part.startsWith('xl/'))
    const next = random(bytes.length)
    for (let i = 0; i < 300; i++) {
      const part = names[next(names.length)]
      const changed = Uint8Array.from(parts[part])
      const at = next(changed.length)
      if (i % 3 === 0) changed[at] = next(256)
      // One digit more or less: counts, references and numbers of styles.
      else if (i % 3 === 1) changed.set([48 + next(10)], Math.max(0, changed.indexOf(48 + next(10), at)))
      const cut = i % 3 === 2 ? changed.subarray(0, at) : changed
      readOrRefuse(zipSync({ ...parts, [part]: cut }, { level: 0 }), sheets[next(sheets.length)].name)
    }
  })
})
