import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../../cli.fixture.js'

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

/** Returns the values of a table by the sorted levels of its cells, since its dimensions may be in any order. */
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
    '--by',
    rows,
    '--id',
    'person',
    '--key-file',
    work.path('release.key'),
    '-o',
    work.path(out),
  )

describe('sdc table with methods other than suppression', () => {
  it('perturbs a cell equally in every table with the same release key', async () => {
    await build('region,sex', 'a.csv')
    await build('job,sex,region', 'b.csv')
    expect(statSync(work.path('release.key')).mode & 0o777).toBe(0o600)
    const said = await run('table', 'apply', 'tabular/cell-key', work.path('a.csv'), '-o', work.path('a-shown.csv'))
    await run('table', 'protect', work.path('b.csv'), '--method', 'tabular/cell-key', '-o', work.path('b-shown.csv'))
    expect(said).toMatch(/warning: the table no longer adds up/)
    expect(said).toMatch(/information loss: .*Hellinger distance of the inner cells 0\.\d+/)
    expect(work.read('a-shown.csv').split(/\r?\n/)[0]).toBe('region,sex,value,status,low,high')
    const [shown, wide, truth] = [cellsOf('a-shown.csv', 2), cellsOf('b-shown.csv', 3), cellsOf('a.csv', 2)]
    expect(shown.size).toBe(18)
    for (const [cell, value] of shown) expect(wide.get(cell), cell).toBe(value)
    expect([...shown].some(([cell, value]) => value !== truth.get(cell))).toBe(true)
    expect([...wide.values()].filter((value) => value === 1 || value === 2)).toEqual([])
  })

  it('rounds a table that remains additive, and reads it again', async () => {
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

  it('reads its own p-table to the same bytes, and one from elsewhere', async () => {
    await build('job,sex,region', 'p.csv')
    const keyed = (...more: readonly string[]): Promise<string> =>
      run('table', 'protect', work.path('p.csv'), '--method', 'tabular/cell-key', ...more)
    const said = await keyed('--all', '--write-ptable', work.path('ptable.csv'), '-o', work.path('made.csv'))
    expect(said).toContain('p-table: D = 5, js = 2, V = 3 for counts of 1 and above')
    const from = ['--ptable', work.path('ptable.csv'), '--private', work.path('keep.json')]
    await keyed(...from, '-o', work.path('read.csv'))
    expect(work.read('read.csv')).toBe(work.read('made.csv'))
    await run('table', 'protect', work.path('p.csv'), '--replay', work.path('keep.json'), '-o', work.path('again.csv'))
    expect(work.read('again.csv')).toBe(work.read('made.csv'))
    const none = work.write('none.csv', 'i,v,p_int_ub\n0,0,1\n')
    await keyed('--ptable', none, '--public', work.path('same.csv'))
    expect(cellsOf('same.csv', 3)).toEqual(cellsOf('p.csv', 3))
    const biased = work.write('biased.csv', 'count,v,p\n0,1,1\n1,0,.5\n1,1,.5\n')
    const empty = work.write('empty.csv', 'job,value,key\na,3,.7\nb,0,0\nTotal,3,.7\n')
    const args = [
      'table',
      'protect',
      empty,
      '--by',
      'job',
      '--total',
      'job=Total',
      '--method',
      'tabular/cell-key',
      '--ptable',
      biased,
    ]
    const warned = await run(...args, '--all', '-o', work.path('biased-out.csv'))
    expect(warned).toContain('V = 0.25 for counts of 1 and above')
    expect(warned).toMatch(/biased; on average it changes a count of 0 by 1, of 1 by 0\.5/)
    expect(warned).toContain('warning: 1 empty cell becomes positive, ')
    expect(cellsOf('biased-out.csv', 1)).toEqual(
      new Map([
        ['a', 4],
        ['b', 1],
        ['', 4],
      ]),
    )
  })

  it.each<[string, readonly string[], RegExp]>([
    [
      'a row that sums to less',
      ['--ptable', 'short.csv'],
      /BAD_PARAMETER.*count of 1 \(from row 2\) sum to 0\.5.*short\.csv/s,
    ],
    ['what the table says itself', ['--ptable', 'right.csv', '--set', 'V=2'], /BAD_OPTION.*says V itself/s],
    ['a base of 1', ['--then-round', '1'], /whole number from 2/],
    ['a rounding of what is changed', ['--then-round', '5'], /BAD_OPTION.*suppresses no cells/s],
  ])('refuses %s', async (_, more, message) => {
    await build('sex', 'r.csv')
    work.write('short.csv', 'count,v,p\n0,0,1\n1,0,.5\n')
    work.write('right.csv', 'count,v,p\n0,0,1\n')
    const args = more.map((one) => (one.endsWith('.csv') ? work.path(one) : one))
    const { status, stderr } = await sdc(
      'table',
      'protect',
      work.path('r.csv'),
      '--method',
      'tabular/cell-key',
      ...args,
    )
    expect(status).not.toBe(0)
    expect(stderr).toMatch(message)
  })

  it('rounds the cells left by suppression, and reports what readers compute of the others', async () => {
    await build('region,job', 's.csv')
    const protect = (...more: readonly string[]): Promise<string> =>
      run('table', 'protect', work.path('s.csv'), '--rule', 'freq=8', ...more)
    await protect('-o', work.path('plain.csv'))
    const keep = ['--private', work.path('then.json'), '--public', work.path('then-public.csv')]
    const said = await protect('--then-round', '5', '-o', work.path('then.csv'), ...keep)
    expect(said).toMatch(
      /verdict: protected: [^]*\nverdict: price: .*; published values are rounded to multiples of 5 and no longer add up/,
    )
    await run('table', 'protect', work.path('s.csv'), '--replay', work.path('then.json'), '-o', work.path('then2.csv'))
    expect(work.read('then2.csv')).toBe(work.read('then.csv'))
    const rows = (name: string): string[][] =>
      work
        .read(name)
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.split(','))
    const [plain, then, truth] = [rows('plain.csv'), rows('then.csv'), rows('s.csv')]
    // Columns of the internal versions: levels, value, count or status, …; a suppressed cell has no value.
    then.forEach(([, , value, status, , , , low, high], c) => {
      const isHidden = plain[c][2] === ''
      expect(value === '').toBe(isHidden)
      expect(status === 'published').toBe(!isHidden)
      const x = Number(truth[c][2])
      if (!isHidden) expect(Number(value)).toBe(5 * Math.floor(x / 5 + 0.5))
      expect(Number(low)).toBeLessThanOrEqual(x)
      expect(high === '' ? Infinity : Number(high)).toBeGreaterThanOrEqual(x)
    })
    expect(plain.some(([, , value]) => value === '')).toBe(true)
    expect(rows('then-public.csv').map(([, , value]) => value)).toEqual(then.map(([, , value]) => value))
  })

  it.each(['nearest', 'random', 'controlled'])('rounds values with decimals, and negative ones: %s', async (how) => {
    const sums = work.write('sums.csv', 'r,v\na,-4\nb,6.5\nc,0\nTotal,2.5\n')
    const out = work.path('sums-out.csv')
    const named = ['--by', 'r', '--value', 'v', '--method', `tabular/${how}-rounding`, '--set', 'base=5']
    await run('table', 'protect', sums, ...named, '-o', out)
    const truth = [-4, 6.5, 0, 2.5]
    const lines = work.read('sums-out.csv').trim().split(/\r?\n/).slice(1)
    lines.forEach((line, c) => {
      const [, value, , low, high] = line.split(',')
      expect(Math.abs(Number(value) % 5)).toBe(0)
      expect(Number(low)).toBeLessThanOrEqual(truth[c])
      expect(Number(high)).toBeGreaterThanOrEqual(truth[c])
    })
  })

  it('merges levels into a table with everything that rules need, including cell keys', async () => {
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
