import { describe, expect, it } from 'vitest'
import { paperOptions } from '../options.fixture.js'
import { paper000 } from './paper-000.js'
import { paperTables } from '../paper-tables.js'
import { renderPaper } from '../render.js'
import { summarise } from '../summary.js'
import { verdictOf } from '../verdict.js'

/** Tables 1 to 5. */
const printed = { ...paper000, parts: paper000.parts.filter(({ name }) => name !== 'questions') }

describe('paper 000', () => {
  it('is reproduced: A1 to A5, with M18 the only misprint', async () => {
    const tables = await paperTables(printed, paperOptions())
    const { counts, passed } = summarise(tables)
    expect(passed).toBe(true)
    const values = (id: string): number =>
      tables.find((table) => table.id === id)?.rows.flatMap(({ checks }) => checks).length ?? 0
    // 25 records × 4 (A1); ADD Z, IMP Z, MIC Y (A2); one per mask (A3); X and the masks (A4); 9 bins × 4 masks (A5).
    expect(['Table 1', 'Table 2', 'Table 3', 'Table 4', 'Table 5'].map(values)).toEqual([100, 75, 4, 5, 36])
    expect(counts).toMatchObject({ misprint: 1, differs: 0, 'in range': 48, outlying: 2, 'not printed': 2 })
    for (const { id, rows } of tables) {
      if (id.includes(',')) continue
      for (const { checks } of rows) for (const check of checks) expect(check && verdictOf(check)).toBe('exact')
    }
  })

  it('measures own masks without a verdict on them', async () => {
    const plain = await paperTables(printed, paperOptions())
    const own = await paperTables(printed, paperOptions({ own: true }))
    expect(summarise(own)).toEqual(summarise(plain))
    const risk = own.find(({ id }) => id === 'Table 3')?.rows.map(({ checks }) => checks[0]?.own)
    expect(risk).toHaveLength(4)
    for (const value of risk ?? []) expect(Math.abs(Number(value))).toBeLessThan(1)
    const masks = own.find(({ id }) => id === 'Own masks')
    expect(masks?.given).toEqual(['ID', 'X', 'ADD Y', 'ADD Z', 'IMP Y', 'IMP Z', 'MIC Y', 'MIC Z', 'SWP Z'])
  })

  it('repeats its own masks with the seed, and makes others with another', async () => {
    const text = async (seed: string): Promise<string> => {
      const tables = await paperTables(printed, paperOptions({ own: true, seed }))
      return JSON.stringify(tables.find(({ id }) => id === 'Own masks')?.rows)
    }
    expect(await text('a')).toBe(await text('a'))
    expect(await text('a')).not.toBe(await text('b'))
  })

  it('fits into 100 columns', async () => {
    const tables = await paperTables(printed, paperOptions({ own: true }))
    const lines = renderPaper(paper000, tables, summarise(tables)).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100)
  })

  it('answers the three questions of section 6, with a figure each', async () => {
    const options = paperOptions()
    const [answers, size] = await paperTables(paper000, options, 'questions')
    expect(answers?.rows.map(({ given }) => given[2])).toEqual(['yes', 'yes', 'yes'])
    // Reverse mapping makes the marginal distribution exact, and cannot change a permutation.
    const cells = size?.rows.map(({ given }) => [given[0], given[2]].map(String)) ?? []
    expect(cells).toHaveLength(12)
    for (const [mask, marginal] of cells) {
      expect(marginal).toMatch(mask === 'rank swapping' ? /^0\.0→0\.0 0\.0±0\.0$/ : /→0\.0 /)
    }
    const drawn = (await paper000.figures?.(options)) ?? []
    expect(drawn.map(({ name }) => name)).toEqual([1, 2, 3].map((one) => `paper-000-question-${one}.svg`))
    for (const { svg } of drawn) expect(svg).toMatch(/^<svg /)
  })
})
