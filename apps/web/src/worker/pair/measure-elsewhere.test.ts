import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { censusCsv } from '@sdc/datasets/census'
import { measuredJson } from '@sdc/release'
import { measure } from '@sdc/release/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualSettings } from '../../session/usual-settings.js'
import { createWork } from '../create-work.js'
import { inProcessWorkers, readableFile } from '../in-process.fixture.js'
import type { OpenedFile } from '../protocol/file-types.js'
import type { Work } from '../protocol/protocol.js'
import type { Settings } from '../protocol/settings-types.js'
import { registry } from '../registry.js'

const lines = censusCsv.split('\n').slice(0, 301)
const originalCsv = `${lines.join('\n')}\n`
const header = lines[0]
/** Every third AGI is increased by a tenth. */
const changed = lines.slice(1).map((line, i) => {
  const cells = line.split(',')
  if (i % 3 === 2) cells[1] = String(Math.round(Number(cells[1]) * 1.1))
  return cells.join(',')
})
const maskedCsv = `${[header, ...changed].join('\n')}\n`
/** The same with a record number in both files, and with the masked records in reverse order. */
const numbered = `${[`id,${header}`, ...lines.slice(1).map((line, i) => `P${i},${line}`)].join('\n')}\n`
const reversed = `${[`id,${header}`, ...changed.map((line, i) => `P${i},${line}`).reverse()].join('\n')}\n`

const workers = inProcessWorkers()
const policy = { name: 'none', release: 'none', text: '' }
let folder: string
let work: Work
let opened: OpenedFile
let settings: Settings

async function open(name: string, text: string): Promise<void> {
  opened = await work.open(readableFile(name, text), {})
  settings = usualSettings(opened, policy)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'measured-'))
  work = createWork({ startWorker: workers.startWorker, today: () => '2027-01-31', usualSettings: () => settings })
})
afterAll(async () => {
  work.close()
  await rm(folder, { recursive: true })
})

describe('a masked file from elsewhere', () => {
  it('has the values of the command line', async () => {
    await open('census.csv', originalCsv)
    const view = await work.measure(settings, { file: readableFile('masked.csv', maskedCsv), beside: [] }, {})
    expect(view).toMatchObject({ records: 300, linked: 300, matching: 'position' })
    const [original, masked] = [join(folder, 'census.csv'), join(folder, 'masked.csv')]
    await Promise.all([writeFile(original, originalCsv), writeFile(masked, maskedCsv)])
    const { result } = await measure({ registry: registry(), schema: opened.proposed }, { original, masked })
    const usualLoss = registry().defaults.axes?.numeric?.loss
    const [page, line] = [
      JSON.parse(await work.measured(view.reports[1])),
      JSON.parse(JSON.stringify(measuredJson(result, { usualLoss }))),
    ] as {
      metrics: object
      verdict: string
    }[]
    expect(Object.keys(page.metrics).length).toBeGreaterThan(20)
    expect(page.metrics).toEqual(line.metrics)
    expect(view.verdict[0]).toBe(line.verdict.split('\n')[0])
    const report = await work.measured(view.reports[0])
    expect(report).toContain('12 of 13 columns')
    expect(report).toContain('were masked by another program')
  })

  it('shows the changed cells by record and column', async () => {
    const facts = await work.pair('elsewhere', 'facts', {})
    expect(facts.columns.filter((column) => column.changed > 0)).toMatchObject([{ name: 'AGI', changed: 100 }])
    expect(await work.pair('elsewhere', 'change', { from: 3, columns: ['FEDTAX', 'AGI'] })).toBe(5)
    const { rows } = await work.pair('elsewhere', 'page', { from: 1, count: 2, columns: ['AGI'] })
    expect(rows).toEqual([
      { original: 2, masked: 2, cells: [{ before: '57610', after: '57610', changed: false }] },
      { original: 3, masked: 3, cells: [{ before: '56606', after: '62267', changed: true }] },
    ])
    const picture = await work.pair('elsewhere', 'picture', { columns: ['AGI', 'FEDTAX'] })
    expect(picture.kind).toBe('numbers')
  })

  it('in another order is not linked; the view lists the columns that can link it, and one of them does', async () => {
    await open('numbered.csv', numbered)
    const file = readableFile('reversed.csv', reversed)
    const unlinked = await work.measure(settings, { file, beside: [] }, {})
    expect(unlinked).toMatchObject({ linked: 0, link: undefined })
    expect(unlinked.links).toContain('id')
    expect(unlinked.warnings.join(' ')).toContain('records at the same position agree no more than by chance')
    const view = await work.measure(settings, { file, beside: [], link: 'id' }, {})
    expect(view).toMatchObject({ linked: 300, matching: 'key', link: 'id' })
    const { rows } = await work.pair('elsewhere', 'page', { from: 0, count: 1, columns: ['id'] })
    expect(rows).toEqual([{ original: 1, masked: 300, cells: [{ before: 'P0', after: 'P0', changed: false }] }])
  })

  it('from another original is refused by name', async () => {
    const file = readableFile('other.csv', 'a,b\n1,2\n')
    await expect(work.measure(settings, { file, beside: [] }, {})).rejects.toThrow(
      'other.csv has none of the columns of numbered.csv: it has a, b',
    )
  })
})
