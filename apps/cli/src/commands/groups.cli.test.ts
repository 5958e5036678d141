import { describe, expect, it } from 'vitest'
import { peopleCsv, sdc, workFolder } from '../cli.fixture.js'

const { path, write, read } = workFolder()
const data = write('people.csv', peopleCsv())

const mask = (method: string, ...more: readonly string[]): ReturnType<typeof sdc> =>
  sdc('mask', data, '--method', method, '--columns', 'income,tax', '--seed', '1', '-o', path('masked.csv'), ...more)

const table = (name: string): string[][] =>
  read(name)
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','))

describe('--groups', () => {
  it('writes the records masked together, which are those with equal values', async () => {
    const { status, stderr } = await mask('microaggregation/mdav', '--set', 'k=4', '--groups', path('groups.csv'))
    expect(status).toBe(0)
    expect(stderr).toMatch(/microaggregation\/mdav: SSE [\d.]+, SST 118, groups 15, IL \(%\) [\d.]+/)
    expect(stderr).toContain('keep it secret')
    const [header, ...rows] = table('groups.csv')
    expect(header).toEqual(['record', 'microaggregation/mdav'])
    expect(rows.map(([record]) => record)).toEqual(Array.from({ length: 60 }, (_, i) => String(i + 1)))
    const masked = table('masked.csv').slice(1)
    const alike = (a: number, b: number): boolean => masked[a][2] === masked[b][2] && masked[a][3] === masked[b][3]
    for (let a = 0; a < 60; a++) for (let b = 0; b < a; b++) expect(rows[a][1] === rows[b][1]).toBe(alike(a, b))
  })

  it('writes a column per masked column if groups differ, with the group within which it was masked', async () => {
    await mask('microaggregation/individual-ranking', '--set', 'k=5', '--by', 'region', '--groups', path('own.csv'))
    const [header, ...rows] = table('own.csv')
    expect(header).toEqual([
      'record',
      'microaggregation/individual-ranking income',
      'microaggregation/individual-ranking tax',
    ])
    expect(rows[0][1]).toMatch(/^region=north: \d+$/)
    expect(rows[1][2]).toMatch(/^region=south: \d+$/)
    expect(rows.filter((row) => row.includes(''))).toEqual([])
  })

  it('accompanies a released file, and refuses a method without groups without writing anything', async () => {
    const open = ['--accept-open', 'id', '--accept-open', 'age']
    const release = ['--release', '--private', path('keep.json'), '--groups', path('secret.csv'), ...open]
    const released = ['mask', data, '--method', 'microaggregation/mdav', '--columns', 'income,tax', ...release]
    expect((await sdc(...released, '-o', path('public.csv'))).status).toBe(0)
    expect(table('secret.csv')).toHaveLength(61)
    const { status, stderr } = await mask('noise/additive', '--groups', path('none.csv'))
    expect(status).toBe(2)
    expect(stderr).toContain('there are no groups to write')
    expect(() => read('none.csv')).toThrow()
  })
})
