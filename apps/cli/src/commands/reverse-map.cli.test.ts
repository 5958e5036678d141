import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { path, write, read } = workFolder()

const jobs = ['nurse', 'surgeon', 'dentist', 'judge', 'clerk']
const people = Array.from({ length: 40 }, (_, i) => ({
  id: i + 1,
  job: jobs[(i * i) % 5],
  zip: i % 3 === 0 ? '0123' : '9876',
  income: 1000 + ((i * 7919) % 613),
}))
const csv = (rows: readonly { readonly [name: string]: string | number }[]): string =>
  `${Object.keys(rows[0]).join(',')}\n${rows.map((row) => Object.values(row).join(',')).join('\n')}\n`

const original = write('people.csv', csv(people))
/** Masked by another program: in reverse order, some jobs generalised, areas without leading zeros, noise. */
const masked = write(
  'masked.csv',
  csv(
    [...people].reverse().map((one) => ({
      ...one,
      job: one.id % 7 === 0 ? 'physician' : one.job,
      zip: 9876,
      income: one.income + ((one.id * 31) % 17) * 20,
    })),
  ),
)
const taxonomy = write(
  'jobs.csv',
  'category,parent\nsurgeon,physician\ndentist,physician\nphysician,health\nnurse,health\nhealth,\njudge,law\nlaw,\nclerk,\n',
)

const cells = (text: string, j: number): string[] =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[j])

describe('reverse-map of a file from elsewhere', () => {
  it('maps numbers and categories together, each column to a permutation of its original', async () => {
    const argv = [
      '--columns',
      'all',
      '--link',
      'id',
      '--hierarchy',
      `job=${taxonomy}`,
      '--seed',
      '1',
      '-o',
      path('mapped.csv'),
    ]
    const { status, stderr } = await sdc('reverse-map', original, masked, ...argv)
    expect(stderr).toContain('reverse-mapped 3 columns of 40 records: job, zip, income')
    expect(status).toBe(0)
    for (const j of [1, 2, 3]) expect(cells(read('mapped.csv'), j).sort()).toEqual(cells(read('people.csv'), j).sort())
    expect(cells(read('mapped.csv'), 0)).toEqual(cells(read('masked.csv'), 0))
  })

  it('uses the taxonomy of a schema like that of a file', async () => {
    const schema = write(
      'schema.yaml',
      'columns: { job: { taxonomy: { surgeon: physician, dentist: physician, physician: health, nurse: health, judge: law, clerk: null } } }\n',
    )
    const common = [original, masked, '--columns', 'job', '--link', 'id', '--seed', '1']
    const bySchema = await sdc('reverse-map', ...common, '--schema', schema)
    const byFile = await sdc('reverse-map', ...common, '--hierarchy', `job=${taxonomy}`)
    const flat = await sdc('reverse-map', ...common)
    expect(bySchema.stdout).toBe(byFile.stdout)
    expect(bySchema.stdout).not.toBe(flat.stdout)
  })

  it.each([
    [
      'a circle',
      'surgeon,physician\nphysician,surgeon\nnurse,\ndentist,\njudge,\nclerk,\n',
      'closes a circle: surgeon is below physician is below surgeon',
    ],
    ['a missing category', 'surgeon,physician\nphysician,\n', 'does not have the category'],
    ['two parents', 'surgeon,physician\nsurgeon,law\n', 'puts "surgeon" below "law", and line 2 below "physician"'],
    ['an empty category', ',physician\n', 'has a line without a level'],
  ])('refuses a taxonomy with %s', async (_what, lines, message) => {
    const file = write('bad.csv', `category,parent\n${lines}`)
    const { status, stderr } = await sdc(
      'reverse-map',
      original,
      masked,
      '--columns',
      'job',
      '--hierarchy',
      `job=${file}`,
    )
    expect(stderr).toContain(message)
    expect(status).toBe(2)
  })

  it('maps a longer file by quantiles, and requires an option for that', async () => {
    const longer = write(
      'longer.csv',
      csv([...people, ...people, ...people].map((one, i) => ({ ...one, income: (i * 37) % 101 }))),
    )
    const refused = await sdc('reverse-map', original, longer, '--columns', 'income')
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('--quantile')
    const { status, stdout } = await sdc(
      'reverse-map',
      original,
      longer,
      '--columns',
      'income,job',
      '--quantile',
      '--ties',
      'first',
    )
    expect(status).toBe(0)
    // Three times as many records: every original value occurs exactly three times.
    const thrice = people.flatMap(({ income }) => [income, income, income])
    expect(cells(stdout, 3).sort()).toEqual(thrice.map(String).sort())
    const both = await sdc('reverse-map', original, longer, '--columns', 'income', '--quantile', '--link', 'id')
    expect(both.stderr).toContain('--quantile excludes --link')
  })
})

describe('permutation of a file from elsewhere', () => {
  it('decomposes categories as well: z has the original ones, without noise', async () => {
    const argv = ['--columns', 'all', '--link', 'id', '--hierarchy', `job=${taxonomy}`]
    const { status, stdout } = await sdc('permutation', original, masked, ...argv, '-o', path('records.csv'))
    expect(status).toBe(0)
    expect(stdout).toMatch(/job +40 .* –\n/)
    const [header, ...rows] = read('records.csv').trimEnd().split('\n')
    expect(header.split(',').slice(0, 7)).toEqual([
      'job z',
      'job change of rank',
      'zip z',
      'zip change of rank',
      'income z',
      'income change of rank',
      'income residual noise',
    ])
    expect(rows).toHaveLength(40)
    expect(cells(read('records.csv'), 0).sort()).toEqual(cells(read('people.csv'), 1).sort())
  })
})
