import { existsSync } from 'node:fs'
import { households, patients } from '@sdc/datasets'
import { censusCsv } from '@sdc/datasets/census'
import { eiaCsv } from '@sdc/datasets/eia'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../../cli.fixture.js'

describe('sdc dataset', () => {
  const work = workFolder()

  it.each([
    ['census', censusCsv],
    ['eia', eiaCsv],
  ])('%s writes the file byte for byte, or prints it', async (name, text) => {
    const out = work.path(`${name}.csv`)
    const written = await sdc('dataset', name, '-o', out)
    expect([written.status, written.stdout]).toEqual([0, ''])
    expect(work.read(`${name}.csv`)).toBe(text)
    for (const options of [[], ['-o', '-']]) {
      const printed = await sdc('dataset', name, ...options)
      expect([printed.status, printed.stdout === text]).toEqual([0, true])
      // The message goes to stderr, so that the file can be piped.
      const [header, ...records] = text.trimEnd().split('\n')
      expect(printed.stderr).toContain(`${records.length} records of ${header.split(',').length} columns`)
    }
    expect(existsSync('-')).toBe(false)
  })

  it.each([
    ['patients', patients],
    ['households', households],
  ])('%s writes the artificial file', async (name, make) => {
    const data = make()
    const { status, stderr } = await sdc('dataset', name, '-o', work.path(`${name}.csv`))
    expect(status).toBe(0)
    expect(stderr).toContain(`${data.rows} records of ${data.names.length} columns`)
    const [header, ...records] = work.read(`${name}.csv`).trimEnd().split('\n')
    expect([header, records.length]).toEqual([data.names.join(','), data.rows])
  })

  it('lists the files', async () => {
    const { status, stdout } = await sdc('dataset')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^census\s+1080\s+13\s/m)
    expect(stdout).toMatch(/^eia\s+4092\s+15\s/m)
    expect(stdout).toMatch(/^patients\s+1000\s+7\s/m)
    expect(stdout).toMatch(/^households\s+1458\s+7\s/m)
  })

  it('refuses another name, and an output without a file', async () => {
    const other = await sdc('dataset', 'adult')
    expect([other.status, other.stdout]).toEqual([2, ''])
    expect(other.stderr).toMatch(/BAD_OPTION.*"adult"[^]*census, eia, patients, households/)
    const nothing = await sdc('dataset', '-o', work.path('nothing.csv'))
    expect(nothing.status).toBe(2)
    expect(nothing.stderr).toMatch(/BAD_OPTION/)
  })
})
