import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'
import { withoutRecords } from './without-records.fixture.js'

const { path, write } = workFolder()
const ROWS = 3030
const scramble = (i: number): number => (i * 7919) % 65_537

const lines = (of: (i: number) => string, rows: number): string =>
  `age,region,income\n${Array.from({ length: rows }, (_, i) => of(i)).join('\n')}\n`
const before = (i: number): string => `${scramble(i) % 90},r${scramble(i) % 7},${scramble(i) / 4}`
const after = (i: number): string =>
  `${i % 11 === 0 ? 'NA' : (scramble(i) % 90) - (i % 2)},r${(scramble(i) + (i % 5 === 0 ? 1 : 0)) % 7},${scramble(i) / 4 + (i % 3)}`

const asked = ['--columns', 'income', '--quasi-identifiers', 'age,region', '--metrics', 'risk/k-anonymity'] as const
let original = ''
let masked = ''
beforeAll(() => {
  original = write('original.csv', lines(before, ROWS))
  masked = write('masked.csv', lines(after, ROWS))
})

describe('sdc measure out of core', () => {
  it('prints the text of the files in memory', async () => {
    const whole = await sdc('measure', original, masked, ...asked)
    expect([whole.stderr, whole.status]).toEqual([expect.anything(), 0])
    const parts = await sdc('measure', original, masked, ...asked, '--workers', '1')
    expect([parts.stderr, parts.status]).toEqual([expect.stringContaining('is measured out of core'), 0])
    expect(parts.stdout).toMatch(/^k-anonymity +0 %  low$/m)
    expect(parts.stdout).toBe(whole.stdout)
    expect(readdirSync(path('.')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  const several = [
    ...asked.slice(0, 4),
    '--metrics',
    'risk/k-anonymity,risk/individual-risk,loss/il-score,loss/hellinger,loss/contingency-tables',
  ] as const

  it('has the verdict, the JSON and the limits of the files in memory', async () => {
    const inParts = ['--workers', '1'] as const
    const [whole, parts] = [
      await sdc('measure', original, masked, ...several),
      await sdc('measure', original, masked, ...several, ...inParts),
    ]
    expect(parts.stdout).toBe(whole.stdout)
    expect(whole.stdout).toContain('%')
    const valuesOf = (stdout: string): { readonly warnings: readonly string[] } =>
      withoutRecords(JSON.parse(stdout)) as { readonly warnings: readonly string[] }
    const json = [
      await sdc('measure', original, masked, ...several, '--json'),
      await sdc('measure', original, masked, ...several, '--json', ...inParts),
    ]
    // Only files in memory are searched for unchanged columns.
    const { warnings, ...others } = valuesOf(json[0].stdout)
    const [unchanged, ...ofMetrics] = warnings
    expect(unchanged).toBe('masked columns are (almost) unchanged: income: 3030 of 3030 values')
    expect(ofMetrics).toHaveLength(2)
    expect(valuesOf(json[1].stdout)).toEqual({ ...others, warnings: ofMetrics })
    const limit = ['--fail-above', 'loss/il-score=0.001'] as const
    const beyond = await sdc('measure', original, masked, ...several, ...limit, ...inParts)
    expect([beyond.status, beyond.stderr]).toEqual([3, expect.stringContaining('loss/il-score')])
    expect(
      (await sdc('measure', original, masked, ...several, '--fail-above', 'loss/il-score=1e9', ...inParts)).status,
    ).toBe(0)
  })

  it('measures groups, with a population, hierarchies and values by record like files in memory', async () => {
    const population = write('population.csv', lines(before, 2 * ROWS))
    const regions = write(
      'regions.csv',
      Array.from({ length: 7 }, (_, r) => `r${r},half ${r % 2},all`).join('\n') + '\n',
    )
    const options = [
      ...asked.slice(0, 4),
      '--metrics',
      'risk/k-anonymity,risk/reidentification,risk/suda,loss/il-score',
      '--population',
      population,
      '--hierarchy',
      `region=${regions}`,
      '--by',
      'age',
      '--json',
    ]
    const measured = async (...more: readonly string[]): Promise<unknown> => {
      const { stdout, stderr, status } = await sdc('measure', original, masked, ...options, ...more)
      expect([stderr, status]).toEqual([expect.anything(), 0])
      const { metrics, groups } = JSON.parse(stdout) as Readonly<Record<'metrics' | 'groups', unknown>>
      return withoutRecords({ metrics, groups })
    }
    const whole = await measured('--records', path('whole-risks.csv'))
    expect(await measured('--records', path('risks.csv'), '--workers', '2')).toEqual(whole)
    expect(readFileSync(path('risks.csv'), 'utf8')).toBe(readFileSync(path('whole-risks.csv'), 'utf8'))
  })

  it('measures a folder of CSV files as one file', async () => {
    const whole = await sdc('measure', original, masked, ...several)
    mkdirSync(path('masked-parts'))
    const rows = Array.from({ length: ROWS }, (_, i) => after(i))
    for (const [k, part] of [rows.slice(0, 2000), rows.slice(2000)].entries())
      write(`masked-parts/${k}.csv`, `age,region,income\n${part.join('\n')}\n`)
    const folder = await sdc('measure', original, path('masked-parts'), ...several, '--workers', '1')
    expect([folder.stderr, folder.status]).toEqual([expect.stringContaining('is measured out of core'), 0])
    expect(folder.stdout).toBe(whole.stdout)
  })

  describe('records linked by a link column', () => {
    const people = (of: (i: number) => string, numbers: readonly number[]): string =>
      `person,age,region,income\n${numbers.map((i) => `p${i},${of(i)}`).join('\n')}\n`
    const all = Array.from({ length: ROWS }, (_, i) => i)
    // In reverse order, without a third of them, and with an additional one.
    const some = [ROWS + 5, ...all.filter((i) => i % 3 > 0).reverse()]
    let named = ''
    let moved = ''
    beforeAll(() => {
      named = write('named.csv', people(before, all))
      moved = write('moved.csv', people(after, some))
    })
    const linked = ['--columns', 'income', '--link', 'person', '--quasi-identifiers', 'age,region'] as const
    const metrics = ['--metrics', 'risk/k-anonymity,loss/il-score,loss/rank-correlation,permutation/level'] as const

    it('print the text of the files in memory', async () => {
      const whole = await sdc('measure', named, moved, ...linked, ...metrics)
      expect([whole.stderr, whole.status]).toEqual([expect.stringContaining('no partner by person'), 0])
      const parts = await sdc('measure', named, moved, ...linked, ...metrics, '--workers', '1')
      expect([parts.stderr, parts.status]).toEqual([expect.stringContaining('is measured out of core'), 0])
      expect(parts.stderr).toContain(`1 of ${some.length} masked records have no partner by person`)
      expect(parts.stdout).toBe(whole.stdout)
    })

    it('are named if two have one link value, and a column that links nobody is refused', async () => {
      const refused = async (...argv: readonly string[]): Promise<string> => {
        const { status, stderr } = await sdc('measure', ...argv, ...metrics, '--workers', '1')
        expect([argv, status]).toEqual([argv, 2])
        return stderr
      }
      const twice = write('twice.csv', people(after, [4, 9, 9, 4]))
      expect(await refused(named, twice, ...linked)).toMatch(
        /"person" has the value p9 in records 2 and 3 of the masked/,
      )
      const others = write('others.csv', people(after, [ROWS + 1, ROWS + 2]))
      expect(await refused(named, others, ...linked)).toMatch(/no value of link column "person" is in both files/)
      expect(await refused(named, moved, '--columns', 'income', '--link', 'name')).toContain('no link column "name"')
      expect(await refused(named, moved, '--link', 'person')).toContain('--columns a,b')
    })
  })

  it('refuse what is impossible out of core', async () => {
    const refused = async (...argv: readonly string[]): Promise<string> => {
      const { status, stderr } = await sdc('measure', ...argv, '--workers', '1')
      expect([argv, status]).toEqual([argv, 2])
      return stderr
    }
    const short = write('short.csv', lines(after, 50))
    expect(await refused(original, short, ...asked)).toContain(`the original has ${ROWS} records, the masked file 50`)
    expect(await refused(original, masked, ...asked, '--origin', masked)).toContain('lists the records one by one')
    expect(await refused('-', masked, ...asked)).toContain('the standard input can be read only once')
    const other = write('other.csv', 'age,region,wage\n1,r1,2\n2,r2,3\n')
    expect(await refused(other, other, '--columns', 'income', '--metrics', 'loss/il-score')).toContain('"income"')
    const empty = write('empty.csv', 'age,region,income\n')
    expect(await refused(empty, empty, ...asked)).toMatch(/no records/)
  })
})
