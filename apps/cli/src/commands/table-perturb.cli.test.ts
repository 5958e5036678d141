import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const work = workFolder()
const people = work.write(
  'people.csv',
  `person,region,sex,job\n${Array.from({ length: 400 }, (_, i) => `p${i},r${(i * 7) % 5},${i % 3 === 0 ? 'f' : 'm'},j${(i * i) % 11}\n`).join('')}`,
)

async function run(...argv: readonly string[]): Promise<string> {
  const { status, stderr } = await sdc(...argv)
  expect(status, stderr).toBe(0)
  return stderr
}

/** The values of a table by the levels of its cells, in alphabetical order: its dimensions may be in any. */
function cellsOf(name: string, dimensions: number): Map<string, number> {
  const lines = work.read(name).trim().split(/\r?\n/).slice(1)
  return new Map(
    lines.map((line) => {
      const fields = line.split(',')
      const levels = fields.slice(0, dimensions).filter((level) => level !== 'Total')
      return [levels.sort().join('|'), Number(fields[dimensions])]
    }),
  )
}

const build = (rows: string, out: string): Promise<string> =>
  run(
    'table',
    'build',
    people,
    '--rows',
    rows,
    '--id',
    'person',
    '--cell-keys',
    work.path('release.key'),
    '-o',
    work.path(out),
  )

describe('sdc table, instead of suppression', () => {
  it('perturbs a cell alike in every table that one release key was used for', async () => {
    await build('region,sex', 'a.csv')
    await build('job,sex,region', 'b.csv')
    expect(statSync(work.path('release.key')).mode & 0o777).toBe(0o600)
    const said = await run('table', 'apply', 'tabular/cell-key', work.path('a.csv'), '-o', work.path('a-shown.csv'))
    await run('table', 'protect', work.path('b.csv'), '--method', 'tabular/cell-key', '-o', work.path('b-shown.csv'))
    expect(said).toMatch(/warning: the table does not add up any more/)
    expect(said).toMatch(/information loss: .*Hellinger distance of the inner cells 0\.\d+/)
    expect(work.read('a-shown.csv').split(/\r?\n/)[0]).toBe('region,sex,value,status')
    const [shown, wide, truth] = [cellsOf('a-shown.csv', 2), cellsOf('b-shown.csv', 3), cellsOf('a.csv', 2)]
    expect(shown.size).toBe(18)
    for (const [cell, value] of shown) expect(wide.get(cell), cell).toBe(value)
    expect([...shown].some(([cell, value]) => value !== truth.get(cell))).toBe(true)
    expect([...wide.values()].filter((value) => value === 1 || value === 2)).toEqual([])
  })

  it('rounds a table that adds up still, which it reads again', async () => {
    await build('region,job', 'c.csv')
    for (const id of ['controlled-rounding', 'small-count-rounding']) {
      const out = work.path(`${id}.csv`)
      await run('table', 'protect', work.path('c.csv'), '--method', `tabular/${id}`, '--set', 'base=5', '--public', out)
      expect(await run('table', 'read', out, '--by', 'region,job', '--value', 'value')).toMatch(
        /the table adds up: 42 cells/,
      )
    }
    const [rounded, truth] = [cellsOf('controlled-rounding.csv', 2), cellsOf('c.csv', 2)]
    for (const [cell, value] of rounded) expect(Math.abs(value - (truth.get(cell) ?? Number.NaN))).toBeLessThan(5)
  })

  it('merges levels into a table with all that rules need, keys among them', async () => {
    await build('job,sex', 'd.csv')
    const merge = 'merge={"low":["j0","j1"]}'
    const said = await run(
      'table',
      'apply',
      'tabular/recode',
      work.path('d.csv'),
      '--set',
      merge,
      '-o',
      work.path('e.csv'),
    )
    expect(said).toMatch(/note: nothing is protected yet/)
    const [fine, coarse] = [cellsOf('d.csv', 2), cellsOf('e.csv', 2)]
    expect(coarse.get('f|low')).toBe((fine.get('f|j0') ?? 0) + (fine.get('f|j1') ?? 0))
    await run('table', 'apply', 'tabular/cell-key', work.path('e.csv'), '-o', work.path('e-shown.csv'))
    await run('table', 'apply', 'tabular/cell-key', work.path('d.csv'), '-o', work.path('d-shown.csv'))
    expect(cellsOf('e-shown.csv', 2).get('f')).toBe(cellsOf('d-shown.csv', 2).get('f'))
  })
})
