import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder, type Outcome } from '../cli.fixture.js'

const work = workFolder()

/** 120 stays: a unique name, a remark, a code, dates, kinds of missing values, an equation. */
const rows = Array.from({ length: 120 }, (_, i) => {
  const first = Date.UTC(2023, 0, 1 + ((i * 37) % 300))
  const stay = (i * 7) % 9
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10)
  const pay = i % 10 === 0 ? '-9' : i % 17 === 0 ? '-8' : String(1000 + ((i * 7919) % 613) * 10)
  return [`N${i}`, `remark ${i}`, ['f', 'm'][i % 2], day(first), day(first + stay * 864e5), stay, pay, 20 + (i % 45)]
})
const head = 'name,remark,sex,admission,discharge,stay,pay,age'
const data = work.write('stays.csv', `${head}\n${rows.map((row) => row.join(',')).join('\n')}\n`)
const schemaWith = (remark: string): string => `
rules: ["stay = discharge - admission", "admission <= discharge"]
columns:
  name: { kind: categorical, role: identifier }
  remark: { kind: categorical, role: ${remark} }
  sex: { kind: categorical, role: quasi-identifier }
  admission: { kind: date, role: quasi-identifier }
  discharge: { kind: date, role: quasi-identifier }
  stay: { kind: numeric, role: confidential, min: 0, max: 20, integer: true }
  pay: { kind: numeric, role: confidential, missing: ["-9", "-8"] }
  age: { kind: numeric, role: quasi-identifier, min: 0, max: 110, integer: true }
`
const schema = work.write('schema.yaml', schemaWith('identifier'))
const quick = ['--no-measure', '--no-report']
const synthesize = (...argv: readonly string[]): Promise<Outcome> =>
  sdc('synthesize', data, '--schema', schema, ...argv)
const lines = (name: string): string[] => work.read(name).trimEnd().split('\n')

describe('sdc synthesize', () => {
  it('prints its proposal, and writes any number of records that satisfy rules and keep kinds of missing values', async () => {
    const made = await synthesize('--records', '777', '--seed', '1', '-o', work.path('a.csv'), ...quick)
    expect(made.status).toBe(0)
    expect(made.stderr).toMatch(/order +column +kind +role +model +given/)
    expect(made.stderr).toMatch(/date +quasi-identifier +tree/)
    expect(made.stderr).toMatch(/stay +numeric +confidential +equation +discharge, admission/)
    expect(made.stderr).toMatch(/name +nominal +identifier +left out/)
    expect(made.stderr).toContain('777 new records with 6 columns, from 120 records')
    expect(made.stderr).toContain('rules: broken in 0 of 777 records')
    const [names, ...records] = lines('a.csv').map((line) => line.split(','))
    expect(names).toEqual(['sex', 'admission', 'discharge', 'stay', 'pay', 'age'])
    expect(records.length).toBe(777)
    for (const [, admission, discharge, stay] of records)
      expect((Date.parse(discharge) - Date.parse(admission)) / 864e5).toBe(Number(stay))
    const pays = records.map(([, , , , pay]) => pay)
    for (const kind of ['-9', '-8']) expect(pays.filter((pay) => pay === kind).length).toBeGreaterThan(5)
  })

  it('measures the result, and writes its reports', async () => {
    const made = await synthesize('--release', '--private', work.path('m.json'), '-o', work.path('m.csv'))
    expect(made.stderr).toContain('measured on halves')
    expect(made.stderr).toMatch(/^drew 120 records, 6 columns$/m)
    expect(made.stderr).not.toContain('changed')
    // One verdict, with each risk once.
    expect(made.stderr.match(/Verdict/g)).toHaveLength(1)
    expect(made.stderr.match(/^Replicated uniques/gm)).toHaveLength(1)
    expect(made.stderr).toMatch(/next: sdc measure .*m\.csv.* --metrics loss\/confidence-overlap/)
    for (const title of ['Membership inference', 'Replicated uniques', 'Propensity score'])
      expect(made.stderr).toContain(title)
    expect(work.read('m.report.INTERNAL.html')).toContain('<html')
    expect(work.read('m.report.PUBLIC.html')).toContain('<html')
  }, 60_000)

  it('measures linkage of a partly synthetic file, whose records can be linked', async () => {
    const partial = ['--set', 'kind=partial', '--columns', 'pay,age', '--no-report', '-o', work.path('partial.csv')]
    expect((await synthesize(...partial)).stderr).toMatch(/^Linkage by confidential numbers +\d/m)
  })

  it('judges the whole file if halves cannot be measured', async () => {
    const few = work.write(
      'few.csv',
      `${head}\n${rows
        .slice(0, 39)
        .map((row) => row.join(','))
        .join('\n')}\n`,
    )
    const made = await sdc('synthesize', few, '--schema', schema, '--no-report', '-o', work.path('few.out.csv'))
    expect(made.stderr).toMatch(/not measured on halves of the file: .*39 records.*reassure less/)
    expect(made.stderr.match(/Verdict/g)).toHaveLength(1)
    expect(made.stderr).toMatch(/^Replicated uniques .* (low|fair|high)$/m)
  })

  it('describes a draft correctly', async () => {
    await synthesize('-o', work.path('draft.csv'), '--no-measure')
    const page = work.read('draft.report.INTERNAL.html')
    expect(page).toContain('made without --release')
    expect(page).not.toContain('in the order of the original')
  })

  it('is released like any other method: its private file reproduces the bytes', async () => {
    const keep = work.path('keep.json')
    const made = await synthesize('--release', '--private', keep, '-o', work.path('public.csv'), ...quick)
    expect(made.status).toBe(0)
    const again = await sdc('run', keep, '--data', data, '-o', work.path('again.csv'))
    expect(again.stderr).toContain('bit for bit')
    expect(work.read('again.csv')).toBe(work.read('public.csv'))
  })

  it('writes several files for sdc combine', async () => {
    await synthesize('--sets', '3', '--records', '20', '-o', work.path('set.csv'), ...quick)
    for (const one of ['set.1.csv', 'set.2.csv', 'set.3.csv']) expect(lines(one).length).toBe(21)
    expect(work.read('set.1.csv')).not.toBe(work.read('set.2.csv'))
  })

  it('writes a plan that draws the same file', async () => {
    const plan = work.path('plan.yaml')
    const written = await synthesize('--write-plan', plan, '--records', '30', '--set', 'smallestLeaf=8')
    expect(written.status).toBe(0)
    expect(work.read('plan.yaml')).toContain('order:')
    await sdc('run', plan, '--seed', '5', '--no-report', '-o', work.path('planned.csv'))
    await synthesize(
      '--records',
      '30',
      '--set',
      'smallestLeaf=8',
      '--seed',
      '5',
      '-o',
      work.path('direct.csv'),
      ...quick,
    )
    expect(work.read('planned.csv')).toBe(work.read('direct.csv'))
  })

  it('refuses all free-text columns by name, and writes nothing', async () => {
    const other = work.write(
      'text.yaml',
      schemaWith('quasi-identifier').replace('role: identifier', 'role: confidential'),
    )
    const made = await sdc('synthesize', data, '--schema', other, '-o', work.path('text.csv'))
    expect(made.status).not.toBe(0)
    expect(made.stderr).toContain('name (120 of 120), remark (120 of 120)')
    expect(readdirSync(work.path('.')).filter((name) => name.startsWith('text.') && name !== 'text.yaml')).toEqual([])
  })

  it.each([
    ['no schema', ['synthesize', data, '-o', work.path('n.csv')], 'needs a schema'],
    ['an empty file', ['synthesize', work.write('empty.csv', `${head}\n`), '--schema', schema], 'no records'],
    [
      'one record',
      ['synthesize', work.write('one.csv', `${head}\n${rows[0].join(',')}\n`), '--schema', schema, ...quick],
      'cannot be synthesised',
    ],
    ['half a record', ['synthesize', data, '--schema', schema, '--records', '0.5'], 'whole number'],
    [
      'both numbers',
      ['synthesize', data, '--schema', schema, '--records', '5', '--set', 'percentOfRecords=50'],
      'both',
    ],
    ['test file without a number', ['synthesize', schema, '--from', 'schema'], 'needs --records'],
    [
      'release of a test file',
      ['synthesize', schema, '--from', 'schema', '--records', '5', '--release'],
      '--release is for a file of data',
    ],
  ])('refuses %s', async (_, argv, message) => {
    const { status, stderr, stdout } = await sdc(...argv)
    expect(status).not.toBe(0)
    expect(stderr).toContain(message)
    expect(stdout).toBe('')
  })
})

describe('sdc synthesize --from schema', () => {
  it('draws a test file that its schema reads and whose rules hold', async () => {
    const out = work.path('test.csv')
    const made = await sdc('synthesize', schema, '--from', 'schema', '--records', '300', '--seed', '1', '-o', out)
    expect(made.status).toBe(0)
    expect(made.stderr).toContain('no data was read; 2 rules hold in every record')
    expect(made.stderr).toContain('these values are made up')
    expect(lines('test.csv').length).toBe(301)
    expect((await sdc('rules', 'check', out, '--schema', schema)).status).toBe(0)
    expect(new Set(lines('test.csv').map((line) => line.split(',')[0])).size).toBe(301)
  })

  it('names a rule that no values satisfy, and writes nothing', async () => {
    const bad = work.write('bad.yaml', 'rules: ["a > b"]\ncolumns: { a: { min: 0, max: 1 }, b: { min: 2, max: 3 } }\n')
    const made = await sdc('synthesize', bad, '--from', 'schema', '--records', '10', '-o', work.path('bad.csv'))
    expect(made.stderr).toContain('no draw keeps the rule "a > b"')
    expect(readdirSync(work.path('.'))).not.toContain('bad.csv')
  })
})
