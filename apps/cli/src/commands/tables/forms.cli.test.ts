import { readFileSync, writeFileSync } from 'node:fs'
import { readXlsx } from '@sdc/files/xlsx'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../../cli.fixture.js'

const work = workFolder()
/** Returns the first line of a verdict: protected or not. */
const verdict = (text: string): string => text.split('\n').find((line) => line.startsWith('verdict: ')) ?? ''
const read = (name: string): string => readFileSync(work.path(name), 'utf8')

/** Counts in the form of a German office: no name in the corner, decimal comma, points between thousands. */
const german = work.write(
  'german.csv',
  'Personen;;;\n;m;w;Total\nNord;1;1.200;1.201\nSüd;2.500;900;3.400\nOst;70;2.000;2.070\nTotal;2.571;4.100;6.671\n',
)
const by = ['--by', 'Land,Geschlecht']
const asked = [...by, '--across', 'Geschlecht', '--locale', 'de']
const rule = ['--rule', 'freq=3']

describe('a table in another form', () => {
  it('is protected, audited, attacked and read, and replayed byte for byte', async () => {
    const [shown, inside, keep] = ['shown.csv', 'inside.xlsx', 'keep.json'].map(work.path)
    const outs = ['--layout', 'wide', '--thousands', '--public', shown, '-o', inside]
    const made = await sdc('table', 'protect', german, ...asked, ...rule, ...outs, '--private', keep)
    expect([made.status, verdict(made.stderr)]).toEqual([0, expect.stringMatching(/^verdict: protected/)])
    const lines = read('shown.csv').trimEnd().split('\n')
    expect(lines[0]).toBe('Land;m;w;Total')
    expect(lines[1]).toMatch(/^Nord;x;/)
    expect(lines.join('\n')).toContain('6.671')
    // The published table is a pattern of the true one.
    const audit = await sdc('table', 'audit', german, shown, ...asked, ...rule)
    expect([audit.status, verdict(audit.stdout)]).toEqual([0, expect.stringMatching(/^verdict: protected/)])
    const attack = await sdc('table', 'attack', german, ...asked, '--pattern', shown)
    expect([attack.status, attack.stdout]).toEqual([0, expect.stringContaining('Land=Nord, Geschlecht=m')])
    const bytes = readFileSync(inside)
    const replayed = await sdc(
      'table',
      'protect',
      german,
      '--replay',
      keep,
      '--layout',
      'wide',
      '-o',
      work.path('again.xlsx'),
    )
    expect([replayed.status, readFileSync(work.path('again.xlsx')).equals(bytes)]).toEqual([0, true])
    expect(readXlsx(bytes, { sheet: 'suppressed cells' }).rows[1].slice(0, 4)).toEqual(['Nord', 'm', 'x', 'primary'])
    // The common form of all commands.
    const plain = await sdc('table', 'read', german, ...asked, '-o', work.path('plain.csv'))
    expect([plain.status, read('plain.csv').split('\n').slice(0, 3)]).toEqual([
      0,
      ['Land,Geschlecht,value', 'Nord,m,1', 'Nord,w,1200'],
    ])
  })

  it('comes from a workbook and is written to one, and in another language', async () => {
    await sdc('table', 'read', german, ...asked, '-o', work.path('long.csv'))
    const out = [...by, ...rule, '--layout', 'wide', '--across', 'Land']
    const first = await sdc(
      'table',
      'protect',
      work.path('long.csv'),
      ...out,
      '--public',
      work.path('w.xlsx'),
      '--mark',
      ':',
    )
    expect(first.status).toBe(0)
    const [head, men] = readXlsx(readFileSync(work.path('w.xlsx'))).rows
    expect([head, men[0], men[1]]).toEqual([['Geschlecht', 'Nord', 'Süd', 'Ost', 'Total'], 'm', ':'])
    const audit = await sdc('table', 'audit', work.path('long.csv'), work.path('w.xlsx'), ...by, ...rule)
    expect([audit.status, verdict(audit.stdout)]).toEqual([0, expect.stringMatching(/^verdict: protected/)])
    const swiss = await sdc(
      'table',
      'protect',
      german,
      ...asked,
      ...rule,
      '--out-locale',
      'en',
      '--thousands',
      '--public',
      work.path('en.csv'),
    )
    expect([swiss.status, read('en.csv')]).toEqual([0, expect.stringContaining('Total,Total,"6,671",published')])
    const consistent = await sdc('table', 'consistent', work.path('long.csv'), german, ...asked)
    expect([consistent.status, consistent.stdout]).toEqual([
      0,
      expect.stringContaining('verdict: no table suppresses a cell'),
    ])
  })

  it.each([
    ['one cell', 'a,value\nT,7\n', ['--by', 'a', '--rule', 'freq=3'], 0, /verdict: no cell is sensitive/],
    ['a suppressed value', 'r,m,T\na,x,2\nT,x,2\n', ['--by', 'r,s', '--rule', 'freq=3'], 2, /line 2 has the mark "x"/],
    ['no value', '', ['--by', 'r,s', '--rule', 'freq=3'], 2, /EMPTY_FILE/],
    [
      'another language',
      'r;m;T\na;1.5;1.5\nT;1.5;1.5\n',
      ['--by', 'r,s', '--locale', 'de'],
      2,
      /"1.5" in line 2 is not a number as "de"/,
    ],
    ['a broken workbook', 'PK\u0003\u0004nothing', ['--by', 'r,s'], 2, /is not a workbook, or is incomplete/],
    ['an unknown language', 'r,s,value\n', ['--by', 'r,s', '--locale', 'klingonisch'], 2, /not a language/],
  ])('with %s', async (_, text, more, status, message) => {
    const path = work.path('case.csv')
    writeFileSync(path, text)
    const outcome = await sdc('table', 'protect', path, ...more)
    expect([outcome.status, outcome.stderr]).toEqual([status, expect.stringMatching(message)])
  })

  it('refuses layout options without a layout, and a workbook where only CSV is possible', async () => {
    const html = await sdc('table', 'protect', german, ...asked, ...rule, '--layout', 'wide', '-o', work.path('x.html'))
    expect([html.status, html.stderr]).toEqual([2, expect.stringContaining('need a CSV or .xlsx output')])
    const workbook = await sdc('table', 'read', german, ...asked, '-o', work.path('x.xlsx'))
    expect([workbook.status, workbook.stderr]).toEqual([2, expect.stringContaining('Name it .csv')])
  })
})
