import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cardTitle } from '../worker/registry.js'
import { isForeign, pageAnswer, pageFix, pageText } from './page-text.js'

const text = (of: string): string => pageText(of, cardTitle)
const fix = (of: string): string => pageFix(of, cardTitle)

describe('texts of the packages on the page', () => {
  it('have titles instead of ids, and keep other texts of that form', () => {
    expect(text('raise the limit of risk/key-linkage; noise/additive: no value can change')).toBe(
      'raise the limit of linkage by quasi-identifiers; additive noise: no value can change',
    )
    expect(text('column "north/south" of data/census.csv')).toBe('column "north/south" of data/census.csv')
  })

  it('have no keys of a schema file', () => {
    expect(text('income: 3 negative values where the original has none (schema: min: 0 keeps them out).')).toBe(
      'income: 3 negative values where the original has none.',
    )
    expect(text('it needs quasi-identifiers: set roles in a schema')).toBe(
      'it needs quasi-identifiers: set roles under Roles',
    )
  })

  it('omit advice for the command line', () => {
    const said = 'column "level" is represented by 3 indicator variables'
    expect(text(`${said}; “by” of the command line masks within each category instead (and 5 more)`)).toBe(
      `${said} (and 5 more)`,
    )
    expect(text(`${said}; “by” of the command line masks within each category instead`)).toBe(said)
    expect(text('36 slower metrics are left out: “profile” of the command line measures them')).toBe(
      '36 slower metrics are left out',
    )
    const unknown = 'the size of the population is unknown: give a column the role weight under Roles'
    expect(
      text(
        `${unknown}, set populationSize or samplingFraction, or name the population (“population” of the command line)`,
      ),
    ).toBe(unknown)
    expect(text('it needs the private key, opened together with the masked file,')).toBe(
      'it needs the private key, opened together with the masked file',
    )
  })

  it('keep a column called level, and name roles', () => {
    expect(text('the last class in age, level: a finer hierarchy')).toBe(
      'the last class in age, level: a finer hierarchy',
    )
    expect(text('give it role: identifier')).toBe('give it the role identifier')
  })

  it('have percentages of two significant digits, unless they would equal a limit', () => {
    expect(text('25.53 %: above 15 %; 0.3333 % of 97.5 %')).toBe('26 %: above 15 %; 0.33 % of 97.5 %')
    expect(text('20.04 %: above 20 %')).toBe('20 %: above 20 %')
    expect(text('20.42 %: above 20 %')).toBe('20.4 %: above 20 %')
  })

  it('omit a remedy of the command line only', () => {
    expect(fix('Correct its values. Set kind: date in a schema, and dateFormat: DD.MM.YYYY for another form.')).toBe(
      'Correct its values.',
    )
    expect(fix('Say so in a schema: columns: { a: [1] }.')).toBe('')
    expect(fix('Run sdc inspect first.')).toBe('')
  })

  it('are those of an answer, not names, levels, settings or texts of the user', () => {
    const answer = {
      name: 'set roles in a schema',
      levels: ['risk/key-linkage'],
      proposed: { text: 'in a schema' },
      warnings: ['risk/key-linkage is high'],
      error: { message: 'noise/additive failed', fix: 'Use --seed.' },
    }
    expect(pageAnswer(answer, cardTitle)).toEqual({
      ...answer,
      warnings: ['Linkage by quasi-identifiers is high'],
      error: { message: 'Additive noise failed', fix: '' },
    })
  })
})

/** Packages whose texts the page shows, without modules for commands. */
const packages = [
  'core',
  'engine',
  'files',
  'inspect',
  'metrics',
  'release',
  'reverse-map',
  'rules',
  'search',
  'toolkit',
]
const folder = new URL('../../../../packages/', import.meta.url)

/** Yields string literals of sources that mention a schema: sentences, not keys or types. */
function* literals(): Generator<string> {
  for (const name of packages) {
    const from = new URL(`${name}/src/`, folder)
    for (const path of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.ts') || /test|fixture|(^|\/)node\/|form\.ts$/.test(path)) continue
      for (const [, one] of readFileSync(new URL(path, from), 'utf8').matchAll(/['`]([^'`\n]* schema[^'`\n]*)['`]/g))
        if (/ (in|of) (a|the) schema/.test(one)) yield one
    }
  }
}

it('no remedy in the packages advises a schema file on the page', () => {
  const all = [...literals()]
  expect(all.length).toBeGreaterThan(30)
  expect(all.map(fix).filter((worded) => isForeign(worded) || /schema/.test(worded))).toEqual([])
  expect(all.map(text).filter((worded) => /\bin (a|the) schema\b/.test(worded))).toEqual([])
})
