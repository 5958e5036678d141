import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { briefNumber } from '../chart/axes.js'
import { internalReportPage, publicReportPage } from '../release.js'
import { censusInternal, censusPublic } from './report.fixture.js'
import type { InternalReport } from './page/report-types.js'
import { censusSynthetic, unmeasuredSynthetic, wideSynthetic } from './report-synthesis.fixture.js'
import { attack, crowded, empty, emptyPublic, hostile, hostilePublic, hundredColumns } from './report-ugly.fixture.js'

const pages: readonly (readonly [name: string, html: string])[] = [
  ['internal', internalReportPage(censusInternal)],
  ['crowded', internalReportPage(crowded)],
  ['hostile', internalReportPage(hostile)],
  ['empty', internalReportPage(empty)],
  ['of a hundred columns', internalReportPage(hundredColumns)],
  ['public', publicReportPage(censusPublic)],
  ['hostile and public', publicReportPage(hostilePublic)],
  ['empty and public', publicReportPage(emptyPublic)],
  ['synthetic', internalReportPage(censusSynthetic)],
  ['wide synthetic', internalReportPage(wideSynthetic)],
  ['unmeasured synthetic', internalReportPage(unmeasuredSynthetic)],
]
const census = pages[0][1]

/** Returns a page of a report after the first. */
function leafOf(html: string, id: string): string {
  return new RegExp(`<section class="part leaf" aria-labelledby="${id}">[^]*?</section>`).exec(html)?.[0] ?? ''
}

/** Returns the report that the page contains as JSON. */
function jsonOf(html: string): InternalReport {
  const [, text] = /<code id="json">([^]*?)<\/code>/.exec(html) ?? []
  return JSON.parse(text) as InternalReport
}

describe.each(pages)('the %s report', (name, html) => {
  it('runs and loads nothing, and its policy allows only its own style', () => {
    expect(
      /<script|<link|<img|<iframe|<object|<base|javascript:| on\w+="|@import|url\(|https?:/i.exec(html)?.[0],
    ).toBeUndefined()
    expect(html.includes(' style=')).toBe(false)
    expect([...html.matchAll(/ (?:href|src)="([^"]*)"/g)].filter(([, to]) => !to.startsWith('#'))).toEqual([])
    const [, style] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(html).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    )
    expect(html.match(/<style/g)).toHaveLength(1)
  })
  it('has a language, a title, a classification, and landmarks', () => {
    const word = name.includes('public') ? 'public' : 'internal'
    expect(html).toContain('<html lang="en">')
    expect(html).toMatch(new RegExp(`<title>${word.toUpperCase()}: `))
    expect(html).toContain(`<meta name="sdc-classification" content="${word}">`)
    expect(html).toMatch(new RegExp(`@top-left\\{content:"\\\\25(a0|b2)  ${word.toUpperCase()}`, 'i'))
    for (const landmark of ['<header', '<main', '<footer']) expect(html.split(landmark)).toHaveLength(2)
  })
  it('has ordered headings, unique ids, and links with existing targets', () => {
    const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
    expect(levels[0]).toBe(1)
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    expect(levels.every((level, i) => i === 0 || level <= levels[i - 1] + 1)).toBe(true)
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, to] of html.matchAll(/ href="#([^"]*)"/g)) expect(ids).toContain(to)
    for (const [, by] of html.matchAll(/ aria-labelledby="([^"]*)"/g)) expect(ids).toContain(by)
  })
  it('describes every picture, and draws none from values that are not numbers', () => {
    const pictures = [...html.matchAll(/<svg ([^>]*)>/g)].map(([, attributes]) => attributes)
    expect(pictures.filter((one) => !/role="img" aria-label="[^"]+"|aria-hidden="true"/.test(one))).toEqual([])
    const drawn = [...html.matchAll(/ (?:d|x|y|cx|cy|r|transform|viewBox|points)="([^"]*)"/g)].map(([, at]) => at)
    expect(drawn.filter((at) => /NaN|Infinity|undefined|null/.test(at))).toEqual([])
    expect(/>(NaN|undefined|null|Infinity)[ <]/.exec(html)).toBeNull()
  })
})

it('gives the same bytes for the same report', () => {
  expect(internalReportPage(structuredClone(censusInternal))).toBe(census)
  expect(publicReportPage(structuredClone(censusPublic))).toBe(pages[5][1])
})

it('shows markup in texts as text', () => {
  const html = pages[2][1]
  expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;&#38;&#34;&#39;&#60;/style&#62;')
  expect(html.includes(attack.slice(0, 10))).toBe(false)
  expect(/[\u202A-\u202E\u2066-\u2069]/.exec(html)).toBeNull()
  expect(html.includes('x'.repeat(5000))).toBe(false)
  expect(html).toContain(`<bdi>${'x'.repeat(100)}…${'x'.repeat(99)}</bdi>`)
})

it('is smaller than a megabyte for a hundred columns', () => {
  expect(new TextEncoder().encode(pages[4][1]).length).toBeLessThan(1_000_000)
})

describe('page 1', () => {
  const first = (html: string): string =>
    /<section class="sheet first"[\s\S]*?<div class="end">[\s\S]*?<\/section>/.exec(html)?.[0] ?? ''
  const rows = (html: string): number => first(html).match(/<th scope="row" role="rowheader"/g)?.length ?? 0

  it('shows all criteria in the policy’s order if they fit, by word and sign', () => {
    expect(rows(census)).toBe(censusInternal.criteria.length)
    const names = [...first(census).matchAll(/role="rowheader"><span class="k2"><bdi>([^<]*)/g)].map(([, name]) => name)
    expect(names).toEqual(censusInternal.criteria.map(({ name }) => name))
    expect(first(census)).toMatch(/<span class="care"><svg[^]*?<\/svg>excepted<\/span>/)
    expect(first(census)).not.toContain('on page 2')
    expect(leafOf(census, 'criteria')).not.toContain(censusInternal.criteria[0].name)
    expect(first(census)).toContain(censusInternal.files[0].sha256)
    expect(first(census).match(/<div>Signature<\/div>/g)).toHaveLength(2)
  })
  it('shows unmet criteria first if not all fit, and counts the others', () => {
    const html = pages[1][1]
    const shown = rows(html)
    expect(shown).toBeGreaterThan(2)
    const words = [
      ...first(html).matchAll(/class="state" data-is="state"><span class="\w+"><svg[^]*?<\/svg>([^<]+)/g),
    ].map(([, word]) => word)
    expect(words).toEqual(Array.from({ length: shown }, () => 'not met'))
    const left = crowded.criteria.length - shown
    const notMet = crowded.criteria.filter(({ state }) => state === 'not met').length - shown
    expect(first(html)).toContain(
      `and ${left} more: ${notMet === 0 ? '' : `${notMet} not met, `}8 excepted, 8 allowed, 16 met, on page 2`,
    )
    const open = first(html).match(/not accepted<\/span>/g)?.length ?? 0
    expect(open).toBeGreaterThan(0)
    expect(first(html)).toContain(`and ${60 - open} more columns, ${30 - open} of them not accepted, on page 2`)
    // The second page lists more of them, and refers to the data for the others.
    const second = leafOf(html, 'criteria')
    const more = second.match(/role="rowheader"/g)?.length ?? 0
    expect(more).toBeGreaterThan(shown)
    expect(second).toContain(`and ${40 - more} more: `)
    expect(second.match(/accepted<\/span>/g)).toHaveLength(2)
    expect(second.match(/and 18 more<\/bdi>/g)).toHaveLength(2)
    const data = /<section class="part data"[^]*?<\/section>/.exec(html)?.[0] ?? ''
    expect(data.match(/accepted<\/span>/g)).toHaveLength(60)
    expect(data).toContain(crowded.exceptions[11].by)
  })
  it('says in words that twelve met criteria did not fit', () => {
    const many = Array.from({ length: 60 }, (_, i) => ({ ...censusInternal.criteria[0], name: `Criterion ${i}` }))
    const html = internalReportPage({ ...censusInternal, criteria: many })
    expect(first(html)).toMatch(new RegExp(`and ${60 - rows(html)} more that are met, on page 2`))
  })
  it('has no signature lines for a draft, and gives the reason', () => {
    const html = internalReportPage({ ...censusInternal, draft: 'random numbers came from a seed' })
    expect(first(html)).toContain('DRAFT, no release: random numbers came from a seed')
    expect(first(html)).not.toContain('Signature')
    expect(html).toContain('@top-center{content:"DRAFT')
  })
  it('says next to the signature line that a release with an unmet policy is not allowed', () => {
    expect(first(pages[1][1])).toContain('not before the policy is met')
  })
})

describe('tables of the pictures', () => {
  it('list the records of columns by class', () => {
    const { name, histogram } = censusInternal.columns[1]
    const table =
      new RegExp(`<table class="nums"><caption>Records by class of <bdi>${name}</bdi>[^]*?</table>`).exec(
        census,
      )?.[0] ?? ''
    const cells = [...table.matchAll(/<td>([\d,]+)/g)].map(([, count]) => Number(count.replace(',', '')))
    expect(cells).toEqual(histogram?.before.flatMap((count, i) => [count, histogram.after[i]]))
  })
  it('list the correlations of the picture', () => {
    const drawn = [
      ...(/aria-label="Correlations of[^]*?<\/svg>/.exec(census)?.[0] ?? '').matchAll(/>(−?\d\.\d\d)<\/text>/g),
    ].map(([, one]) => one)
    const table = /<table class="matrix">[^]*?<\/table>/.exec(census)?.[0] ?? ''
    expect(drawn).toHaveLength(13 * 12)
    expect([...table.matchAll(/<td>(−?\d\.\d\d)/g)].map(([, one]) => one)).toEqual(drawn)
  })
  it('list all of a hundred columns in the data; the largest changes are drawn, the others counted', () => {
    const html = pages[4][1]
    expect(leafOf(html, 'relations')).toContain('and 4,932 more pairs that changed no more')
    expect(leafOf(html, 'columns').match(/<figure>/g)).toHaveLength(15)
    expect(leafOf(html, 'columns')).toContain('and 85 more columns whose distributions changed no more')
    const data = jsonOf(html)
    expect(data.columns.map(({ name }) => name)).toEqual(hundredColumns.columns.map(({ name }) => name))
    expect(data.correlations?.after.values).toHaveLength(100)
    expect(data.moves).toHaveLength(100)
  })
  it('are followed by the whole report as JSON', () => {
    expect(jsonOf(census)).toEqual(
      JSON.parse(
        JSON.stringify(censusInternal, (_, one: unknown) =>
          typeof one === 'number' ? Number(one.toPrecision(6)) : one,
        ),
      ),
    )
    const { title, warnings } = jsonOf(pages[2][1])
    expect([title, ...warnings].every((text) => text.startsWith('<img src=x onerror=alert(1)>&"'))).toBe(true)
  })
  it('have all rows of rank moves and of the map', () => {
    for (const { name } of censusInternal.moves ?? [])
      expect(census).toMatch(new RegExp(`<th scope="row"><bdi>${name}</bdi></th><td class="n">\\d+\\.\\d %`))
    for (const { label, loss } of censusInternal.map?.points ?? [])
      expect(census).toContain(`<th scope="row"><bdi>${label}</bdi></th><td class="n">${briefNumber(loss ?? NaN)}`)
  })
})

describe('a report without a policy', () => {
  const [first] = censusInternal.criteria
  const states = ['not high', 'high', 'high'] as const
  const criteria = states.map((state, i) => ({ ...first, worst: undefined, name: `Risk ${i}`, state }))
  const html = internalReportPage({ ...censusInternal, state: undefined, criteria })

  it('says high or not high, by word and sign, and names no limit', () => {
    const said = [...html.matchAll(/<td role="cell" class="state"[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell)
    expect(said.slice(0, 3).map((cell) => cell.replace(/<[^>]*>/g, ''))).toEqual(states)
    expect(said.slice(0, 3).every((cell) => cell.includes('<svg class="sign'))).toBe(true)
    expect(html).toContain('data-is="level"')
    expect(html).not.toContain('data-is="limit"')
    expect(census).toContain('data-is="limit"')
  })

  it('keeps a record’s number and a percent sign on one line with their number', () => {
    expect(html).toMatch(/<th scope="row" class="n one">\d+<\/th>/)
    expect(html).toMatch(/<td role="cell" class="n" data-is="released file">[^/]*\d&nbsp;%/)
  })
})

describe('the page on likeness and risks', () => {
  const [synthetic, wide, unmeasured] = pages.slice(-3).map(([, html]) => leafOf(html, 'synthesis'))
  const text = (html: string): string => html.replace(/<[^>]*>/g, '')

  it('exists for synthetic files only', () => {
    expect(leafOf(census, 'synthesis')).toBe('')
    expect(leafOf(census, 'pairs')).toBe('')
  })

  it('shows each risk next to its reference value, and no favourable sign for one without a value', () => {
    const said = text(synthetic)
    expect(said).toContain('Replicated uniques: 12 % (independent data 10 %; high from 28 %), not high.')
    expect(said).toContain('Membership inference, on halves: 19 % (high from 10 %), high; members are called')
    expect(said).toContain('Disclosive combinations: no value; it needs quasi-identifiers.')
    expect(said).toContain('Distance to the closest record was not measured.')
  })

  it('has the numbers of the matrix as a table, both triangles', () => {
    const html = leafOf(pages.slice(-3)[0][1], 'pairs')
    const drawn = [...(/<svg[^]*?<\/svg>/.exec(html)?.[0] ?? '').matchAll(/>(\d+\.\d\d)<\/text>/g)].map(
      ([, one]) => one,
    )
    const cells = [...html.matchAll(/<td class="n">(\d+\.\d\d)<\/td>/g)].map(([, one]) => one)
    expect(drawn).toHaveLength(14 * 13)
    expect([...cells].sort()).toEqual([...drawn].sort())
  })

  it('counts items without room, and draws no unreadable matrix', () => {
    expect(leafOf(pages.slice(-3)[1][1], 'pairs')).toBe('')
    expect(wide).toMatch(/and \d+ more sentences/)
    const rows = wide.match(/<th scope="row"/g)?.length ?? 0
    expect(rows).toBeGreaterThan(10)
    expect(wide).toContain(`and ${100 - rows / 2} more columns`)
    expect(wide).toContain(`and ${99 - rows / 2} more pairs`)
  })

  it('says what was not measured', () => {
    expect(text(unmeasured)).toContain('Propensity score has no value.')
    expect(unmeasured).not.toContain('<table')
  })
})
