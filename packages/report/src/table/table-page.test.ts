import { categorical } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { crosstabOf } from './crosstab.js'
import { tablePage, type TablePage } from './table-page.js'

const nasty = '<script>alert("x")</script>'
const crosstab = crosstabOf({
  dimensions: [categorical([nasty, 'b']), categorical(['x', 'x'])],
  names: ['row & "col"', 'c'],
})
const page: TablePage = {
  version: 'internal',
  title: nasty,
  subtitle: 'two cells',
  verdict: 'protected',
  crosstab,
  cell: (cell) => (cell === 0 ? { text: 'p', mark: 'primary' } : { text: '7' }),
  legend: [['p', 'primary']],
  lists: [{ heading: 'a list', names: [{ name: 'n', align: 'right' }], rows: [[nasty]] }],
  footer: 'sdc',
}

describe('tablePage', () => {
  it('has no script, loads nothing, and escapes texts of users', () => {
    const html = tablePage(page)
    expect(html).not.toMatch(/<script|javascript:|<link|<img|src=|url\(/i)
    expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'")
    expect(html).toContain('&#60;script&#62;')
    expect(html).toMatch(/prefers-color-scheme:dark/)
    expect(html).toMatch(/@media print/)
  })

  it('says if it may be published', () => {
    expect(tablePage(page)).toContain('INTERNAL')
    const open = tablePage({ ...page, version: 'public' })
    expect(open).toContain('PUBLIC')
    expect(open).not.toContain('INTERNAL')
  })

  it('has a hint that a wide table scrolls', () => {
    const wide = crosstabOf({
      dimensions: [
        categorical(Array.from({ length: 12 }, () => 'r')),
        categorical(Array.from({ length: 12 }, (_, c) => `c${c}`)),
      ],
      names: ['row', 'column'],
    })
    expect(tablePage({ ...page, crosstab: wide })).toMatch(
      /scroll sideways.*role="region" tabindex="0" aria-label="row by column"/s,
    )
    expect(tablePage(page)).not.toContain('scroll sideways')
  })

  it('marks suppressed cells', () => {
    expect(tablePage(page)).toContain('<td class="n primary">p</td>')
    expect(tablePage(page)).toContain('<td class="n">7</td>')
  })
})
