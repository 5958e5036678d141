import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { write, path, read } = workFolder()

/** 300 people in 120 households with text ids and one person without; an income, and a town. */
const people = write(
  'people.csv',
  ['household,town,income']
    .concat(
      Array.from(
        { length: 300 },
        (_, i) => `${i === 7 ? '' : `H${(i * 7) % 120}`},t${i % 5},${1000 + ((i * 7919) % 4001)}`,
      ),
    )
    .join('\n')
    .concat('\n'),
)
const schema = write(
  'schema.yaml',
  'columns: { household: { role: household }, income: { role: confidential }, town: { role: quasi-identifier } }\n',
)
const cells = (file: string): string[][] =>
  read(file)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

describe('a release of a file with household ids', () => {
  it('has new ids, equal for equal ones; the private file restores them, and a replay gives the same', async () => {
    const asked = ['--schema', schema, '--method', 'noise/additive', '--release', '--private', path('keep.json')]
    const made = await sdc('mask', people, ...asked, '--columns', 'income', '-o', path('out.csv'))
    expect(made.status, made.stderr).toBe(0)
    expect(made.stderr).toContain('renumbered from 1 in random order: household')
    expect(made.stderr).not.toMatch(/released unmasked and unchanged: .*household/)
    const { outputs } = JSON.parse(read('keep.json'))
    const [{ origin, ids }] = outputs
    const before = cells('people.csv')
    const after = cells('out.csv')
    expect(after.map(([id]) => (id === '' ? '' : ids.household[Number(id) - 1]))).toEqual(
      origin.map((row: number) => before[row - 1][0]),
    )
    expect(new Set(after.map(([id]) => id)).size).toBe(121)
    expect(after.filter(([id], i) => id === before[origin[i] - 1][0].slice(1)).length).toBeLessThan(30)
    expect(read('out.manifest.json')).not.toContain('H1')
    const again = await sdc('run', path('keep.json'), '--data', people, '-o', path('again.csv'))
    expect(again.stderr).toContain('the replay equals the file of the run, bit for bit')
    const measured = await sdc('measure', people, path('out.csv'), '--origin', path('keep.json'), '--schema', schema, '--metrics', 'risk/individual-risk', '--all') // oxfmt-ignore
    expect(measured.status, measured.stderr).toBe(0)
    expect(measured.stdout).toMatch(/households +121\n/)
  })
})
