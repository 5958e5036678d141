import { describe, expect, it } from 'vitest'
import { paperPage, papersPage, type PageContent } from './page.js'
import { placeCounts, summarise } from './summary.js'

const paper = { id: '9', title: 'a paper', citation: 'Somebody (2000).', introduction: ['It has a table.'], parts: [] }
const table = {
  id: 'Table 1',
  title: 'Risk',
  sentence: 'Records linked, in percent.',
  given: ['method'],
  checks: ['|x|', 'own'],
  rows: [
    {
      given: ['noise'],
      checks: [
        { ours: 1.04, printed: 1, decimals: 1 },
        { ours: 3, printed: null },
      ],
    },
  ],
}
const content: PageContent = {
  paper,
  tables: [table],
  summary: summarise([table]),
  places: placeCounts(paper, [table]),
  figures: [{ name: 'a.svg', svg: '<svg><title>Risk by method</title></svg>' }],
}

describe('page of a paper', () => {
  const lines = paperPage(content).split('\n')

  it('has the outcome, the counts, the figures and the tables', () => {
    expect(lines).toContain('# Paper 9: a paper')
    expect(lines).toContain('**Reproduced.** 1 printed values compared: 1 exact, 0 different.')
    expect(lines).toContain('![Risk by method](a.svg)')
    expect(lines).toContain('| Table 1 |       1 |        1 |        0 |     |')
  })

  it('has no column of printed values if there are none', () => {
    expect(lines).toContain('| method | \\|x\\|: ours | \\|x\\|: printed | own | verdict |')
    expect(lines).toContain('| noise  |         1.0 |            1.0 |   3 | exact   |')
  })

  it('is linked from the list of papers', () => {
    expect(papersPage([content])).toContain('| [a paper](9.md) |       1 |        1 |     1 |')
  })
})
