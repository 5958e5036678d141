import { readFileSync } from 'node:fs'
import { categorical, dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { referenceFile } from '@sdc/testing/reference'
import { buildTable } from './build-table.js'

interface Cell {
  readonly key: readonly string[]
  readonly count: number
  readonly value: number
  readonly largest: readonly number[]
}

const { tables } = referenceFile<{ tables: Readonly<Record<string, { cells: readonly Cell[] }>> }>(
  'tables/primary.json',
)

describe.runIf(haveData('testdata.csv'))('the table of testdata.csv', () => {
  it.each(['testdata', 'testdata_w2'])(
    '%s has the counts, values and largest contributions of the reference',
    (name) => {
      const [head, ...lines] = readFileSync(pathOf('testdata.csv'), 'utf8').trim().split('\n')
      const names = head.trim().split(',')
      const column = (wanted: string): string[] => lines.map((line) => line.trim().split(',')[names.indexOf(wanted)])
      const data = dataset([
        ...['urbrur', 'water', 'sex'].map((one) => [one, categorical(column(one))] as const),
        ['income', numeric(column('income').map(Number))],
        // Record i has the weight 1 + i mod 3.
        ['w2', numeric(lines.map((_, i) => 1 + (i % 3)))],
      ])
      const dimensions = ['urbrur', 'water', 'sex'].map((one) => ({ name: one }))
      const table = buildTable(data, { dimensions, value: 'income', weight: name === 'testdata' ? undefined : 'w2' })
      const at = new Map<string, number>()
      table.values.forEach((_, c) => at.set(table.dimensions.map(({ levels, codes }) => levels[codes[c]]).join('|'), c))
      expect(at.size).toBe(tables[name].cells.length)
      for (const { key, count, value, largest } of tables[name].cells) {
        const c = at.get(key.join('|')) ?? -1
        expect({ key, count: table.counts[c] }).toEqual({ key, count })
        // The reference is rounded to six decimals.
        expect(Math.abs(table.values[c] - value)).toBeLessThanOrEqual(1e-6 + 1e-9 * value)
        expect(Array.from(table.largest?.subarray(3 * c, 3 * c + 3) ?? [])).toEqual(largest)
      }
    },
  )
})
