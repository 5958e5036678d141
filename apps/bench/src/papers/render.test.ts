import { describe, expect, it } from 'vitest'
import type { PaperTable } from './paper.js'
import { placesText, renderTable } from './render.js'
import { placeCounts, summarise } from './summary.js'

const table: PaperTable = {
  id: 'Table 3',
  title: 'Risk',
  sentence: 'Correlations.',
  given: ['mask'],
  checks: ['X and Z'],
  rows: [
    { given: ['ADD'], checks: [{ ours: 0.86004, printed: 0.86, decimals: 3, shown: 4, own: 0.9 }] },
    { given: ['IMP'], checks: [{ ours: 0.5, printed: 0.577, decimals: 3, shown: 4, own: null }] },
    { given: ['MIC'], checks: [null] },
    {
      given: ['SWP'],
      checks: [{ ours: 7, printed: 8, decimals: 0, misprint: { id: 'M6', should: 7, why: 'the data give 7.' } }],
    },
    { given: ['LHS'], checks: [{ ours: null, reason: 'there is one record.', printed: 0.1, decimals: 1 }] },
  ],
}

describe('renderTable', () => {
  it('shows ours, the printed value, the own one and a verdict, and explains what is not exact', () => {
    expect(renderTable(table).split('\n')).toEqual([
      'Table 3. Risk',
      'Correlations.',
      '      ─────── X and Z ───────',
      'mask    ours  printed     own  verdict',
      '────  ──────  ───────  ──────  ───────────',
      'ADD   0.8600    0.860  0.9000  exact',
      'IMP   0.5000    0.577       –  DIFFERS',
      'MIC',
      'SWP        7        8          misprint M6',
      'LHS        –      0.1          DIFFERS',
      'M6: the data give 7.',
      'Not computed: there is one record.',
    ])
  })

  it('counts exact values of a row next to near ones, and has no verdict on other data', () => {
    const near = { ours: 4.4, printed: 4, shown: 1, tolerance: { by: 2, why: 'one draw.', random: true } } as const
    const nearer = { ...near, tolerance: { ...near.tolerance, by: 1.25 } }
    const mixed: PaperTable = {
      ...table,
      checks: ['a', 'b'],
      rows: [
        { given: ['ADD'], checks: [{ ours: 1, printed: 1 }, near] },
        { given: ['MIC'], checks: [nearer, near] },
        { given: ['SWP'], checks: [{ ours: 1, printed: 9, notCompared: 'other records.' }, null] },
      ],
    }
    expect(renderTable(mixed).split('\n').slice(5)).toEqual([
      'ADD      1        1   4.4        4  1 exact, others in range',
      'MIC    4.4        4   4.4        4  in range',
      'SWP      1        9',
      'Tolerance 1.25 to 2: one draw.',
      'No verdict: other records.',
    ])
    expect(summarise([mixed]).sentence).toContain('4 printed values compared')
  })

  it('has no verdict where there is nothing to compare', () => {
    const lines = renderTable({ ...table, checks: [], rows: [{ given: ['ADD'], checks: [] }] }).split('\n')
    expect(lines.slice(2)).toEqual(['mask', '────', 'ADD'])
  })
})

describe('summarise', () => {
  it('passes only where something was compared and nothing differs', () => {
    expect(summarise([table]).passed).toBe(false)
    expect(summarise([table]).counts).toMatchObject({ exact: 1, misprint: 1, differs: 2 })
    expect(summarise([{ ...table, rows: [table.rows[0], table.rows[3]] }]).passed).toBe(true)
    expect(summarise([{ ...table, rows: [table.rows[2]] }]).passed).toBe(false)
    expect(summarise([]).passed).toBe(false)
  })
})

describe('placeCounts', () => {
  it('counts printed, compared and left-out values by place', () => {
    const paper = {
      id: '9',
      title: 'a paper',
      citation: '',
      introduction: [],
      parts: [],
      prints: [
        { where: 'Table 3', values: 5, leftOut: 'their data are not published' },
        { where: 'Section 1', values: 2, leftOut: 'dates' },
      ],
    }
    const [add, , , swp] = table.rows
    const repeated = { ...table, where: 'Section 2', rows: [{ given: ['MIC'], checks: [{ ours: 1, printed: 1 }] }] }
    const again = { ...repeated, rows: [{ given: ['MIC'], checks: [{ ours: 1, printed: 1, again: true as const }] }] }
    const found = placeCounts(paper, [{ ...table, rows: [add, swp] }, repeated, again])
    expect(found.map(({ where, printed, compared, leftOut }) => [where, printed, compared, leftOut])).toEqual([
      ['Table 3', 5, 2, 3],
      ['Section 1', 2, 0, 2],
      ['Section 2', 1, 1, 0],
    ])
    expect(placesText(found).split('\n').at(-1)).toMatch(/^all +8 +3 +5$/)
  })
})
