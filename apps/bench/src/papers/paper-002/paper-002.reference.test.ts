import { describe, expect, it } from 'vitest'
import { paperOptions } from '../options.fixture.js'
import { paper002 } from './paper-002.js'
import { paperTables } from '../paper-tables.js'
import { renderPaper } from '../render.js'
import { summarise } from '../summary.js'
import { verdictOf } from '../verdict.js'

const options = paperOptions()

describe('paper 002', () => {
  it('is reproduced: A6 exactly, the figures within their tolerances, M19 named', async () => {
    const tables = await paperTables(paper002, options)
    const { counts, passed } = summarise(tables)
    expect(passed).toBe(true)
    expect(counts).toMatchObject({ differs: 0, misprint: 0 })
    const checks = (id: string): string[] =>
      tables
        .find((table) => table.id === id)
        ?.rows.flatMap((row) => row.checks.map((one) => one && verdictOf(one)) as string[]) ?? []
    // Ten records, two multipliers and two ranks each.
    expect(checks('Table 1')).toEqual(new Array(40).fill('exact'))
    expect(checks('Figures 1 to 3, text')).toHaveLength(3)
    expect(JSON.stringify(tables)).toContain('M19')
  })

  it('finds the greatest changes of rank for other files, too', async () => {
    const tables = await paperTables(paper002, { ...options, seed: 'another' })
    expect(summarise(tables).passed).toBe(true)
  })

  it('has three figures, the same for the same seed', async () => {
    const drawn = (await paper002.figures?.(options)) ?? []
    expect(drawn.map(({ name }) => name)).toEqual([1, 2, 3].map((one) => `paper-002-figure-${one}.svg`))
    for (const { svg } of drawn) expect(svg).toMatch(/^<svg /)
    expect(await paper002.figures?.(options)).toEqual(drawn)
  })

  it('fits on a screen', async () => {
    const tables = await paperTables(paper002, options)
    const lines = renderPaper(paper002, tables, summarise(tables)).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120)
  })
})
