import { createRegistry } from '@sdc/core'
import tabular from '@sdc/tabular'
import { beforeAll, describe, expect, it } from 'vitest'
import { openData, type OpenData } from '../data/open-data.js'
import { fileSource } from '../data/data-source.js'
import { readableFile, SyncReader } from '../in-process.fixture.js'
import type { TableSettings } from '../protocol/table-types.js'
import { makeTable, namesAsTexts, type HeldTable } from './make-table.js'

const registry = createRegistry().use(tabular).freeze()

/** Salaries by department and grade, whose codes are digits; the only grade 9 is in department B. */
const lines = Array.from({ length: 60 }, (_, i) => `${'ABC'[i % 3]},${i === 1 ? 9 : 1 + (i % 4)},${1000 + 10 * i}`)
const file = readableFile('staff.csv', `department,grade,salary\n${lines.join('\n')}\n`)
const asked: TableSettings = {
  by: ['department', 'grade'],
  value: 'salary',
  frequency: 3,
  protection: 'suppression',
  base: 5,
}
let data: OpenData

async function made(some: Partial<TableSettings>): Promise<HeldTable> {
  return await makeTable(registry, data, { ...asked, ...some }, () => {})
}

const textOf = (held: HeldTable, name: string): string =>
  [...held.content(name)].map((piece) => new TextDecoder().decode(piece)).join('')

beforeAll(async () => {
  data = await openData(fileSource(file, new SyncReader()), { schema: namesAsTexts({ columns: {} }, asked) })
})

describe('makeTable', () => {
  it('protects a table with reasons and intervals, and lists public files after private ones', async () => {
    const held = await made({})
    const { view } = held
    expect(view.isProtected).toBe(true)
    const only = view.cells.find(({ levels }) => levels.join() === 'B,9')
    expect(only).toMatchObject({ status: 'primary', value: '1,010', reason: '1 contributor, fewer than 3' })
    expect(only?.shown).toBeUndefined()
    expect(only?.interval).toMatch(/^between 0 and /)
    expect(() => held.content('staff.public.table.csv')).toThrow(/before the private files/)
    held.privateSaved()
    expect(textOf(held, 'staff.public.table.csv')).toContain('B,9,,suppressed')
    expect(textOf(held, 'staff.public.table.html')).not.toContain('1,010')
    expect(textOf(held, 'staff.PRIVATE.cells.table.json')).toContain('"department"')
  })

  it('makes no public files if the rounding discloses a sensitive cell', async () => {
    const { view } = await made({ protection: 'rounding' })
    expect(view.isProtected).toBe(false)
    expect(view.files.filter(({ box }) => box === 'public')).toEqual([])
  })

  it('counts records by their weight only if the table names it, and keeps records without a level', async () => {
    const weighted = readableFile('w.csv', `group,weight\n${'a,2\nb,3\n,4\n'.repeat(5)}`)
    const said = { columns: { weight: { role: 'weight' as const } } }
    const totals = []
    for (const weight of [undefined, 'weight']) {
      const table: TableSettings = { by: ['group'], weight, frequency: 3, protection: 'suppression', base: 5 }
      const opened = await openData(fileSource(weighted, new SyncReader()), { schema: namesAsTexts(said, table) })
      const { view } = await makeTable(registry, opened, table, () => {})
      totals.push(view.cells.map(({ levels, value }) => `${levels.join()} ${value}`))
    }
    expect(totals).toEqual([
      ['a 5', 'b 5', '(missing) 5', 'Total 15'],
      ['a 10', 'b 15', '(missing) 20', 'Total 45'],
    ])
  })
})
