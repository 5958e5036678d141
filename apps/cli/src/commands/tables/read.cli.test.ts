import { readFileSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../../cli.fixture.js'

const work = workFolder()
const cells =
  'r,c,n N,x,40 N,y,2 N,z,9 N,Total,51 S,x,30 S,y,25 S,z,7 S,Total,62 Total,x,70 Total,y,27 Total,z,16 Total,Total,113'.split(
    ' ',
  )
const table = (name: string, lines: readonly string[] = cells): string => work.write(name, `${lines.join('\n')}\n`)
const by = ['--by', 'r,c', '--value', 'n']
/** Returns the first line of a verdict: protected or not. */
const verdict = (text: string): string => text.split('\n').find((line) => line.startsWith('verdict: ')) ?? ''
const rows = (path: string): string[] => readFileSync(path, 'utf8').trim().split(/\r?\n/).slice(1)

describe('one table in several forms', () => {
  const protect = async (path: string, ...more: readonly string[]): Promise<string[]> => {
    const out = work.path('public.csv')
    rmSync(out, { force: true })
    const argv = ['table', 'protect', path, ...by, '--rule', 'freq=3', '--exact', '--public', out, ...more]
    const { status, stderr } = await sdc(...argv)
    expect({ status, verdict: verdict(stderr) }).toEqual({
      status: 0,
      verdict: expect.stringMatching(/^verdict: protected/),
    })
    return rows(out)
  }
  const renamed = (line: string): string => line.replace(/^Total(?=,)/, 'Ensemble').replace(/,Total(?=,)/, ',Insgesamt')
  const plain = (lines: readonly string[]): string[] =>
    lines
      .map((line) =>
        line
          .replaceAll(/Ensemble|Insgesamt/g, 'Total')
          .replaceAll(';', ',')
          .replaceAll(' ', ''),
      )
      .sort()

  it('is protected equally, whatever the names of its totals and its form', async () => {
    const before = plain(await protect(table('plain.csv')))
    expect(before.filter((line) => line.endsWith('suppressed'))).toHaveLength(4)
    const [head, ...lines] = cells
    const ways: Readonly<Record<string, readonly string[]>> = {
      'renamed.csv': cells.map(renamed),
      'turned.csv': [head, ...lines.toReversed()],
      'padded.csv': [head, ...lines.map((line) => ` ${line.replaceAll(',', ' , ')}`)],
      'semicolons.csv': cells.map((line) => line.replaceAll(',', ';')),
    }
    for (const [name, way] of Object.entries(ways)) expect(plain(await protect(table(name, way)))).toEqual(before)
    const said = ['--total', 'r=Total', '--total', 'c=Total']
    expect(plain(await protect(table('plain.csv'), ...said))).toEqual(before)
    // Without its totals, which are computed; those lines come last.
    const inner = table(
      'inner.csv',
      cells.filter((line) => !line.includes('Total')),
    )
    expect(plain(await protect(inner, ...said, '--compute-totals'))).toEqual(before)
  })
})

describe('a table with unnamed totals', () => {
  const ensemble = table('ensemble.csv', ['dep,n', '75,40', '92,1', '93,8', 'Ensemble,49'])
  const own = ['--by', 'dep', '--value', 'n']
  const pattern = work.write('pattern.csv', 'dep,n\n75,x\n92,x\n93,8\nEnsemble,49\n')
  it.each([
    ['read', ['table', 'read', ensemble, ...own]],
    ['protect', ['table', 'protect', ensemble, ...own, '--rule', 'freq=3', '--all']],
    ['audit', ['table', 'audit', ensemble, pattern, ...own, '--mark', 'x']],
    ['attack', ['table', 'attack', ensemble, ...own, '--pattern', pattern, '--mark', 'x']],
    [
      'consistent',
      [
        'table',
        'consistent',
        ensemble,
        table('other.csv', ['dep,n', '75,40', '92,1', '93,8', 'Ensemble,49']),
        ...own,
        '--pattern',
        `ensemble=${pattern}`,
        '--mark',
        'x',
      ],
    ],
  ])('uses the level that is the sum of the others: %s', async (_, argv) => {
    const { status, stderr } = await sdc(...argv)
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining('dep: Ensemble is the sum of the others'),
    })
  })

  it('is refused if there is none, and protected if an option says so', async () => {
    const none = table('none.csv', ['dep,n', '75,40', '92,1', '93,8', 'Total,50'])
    const protect = (...more: readonly string[]): ReturnType<typeof sdc> =>
      sdc('table', 'protect', none, ...own, '--rule', 'freq=3', ...more)
    expect(await protect()).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/BAD_TABLE.*Total is 50.*sum to 49.*--tolerance 1 /s),
    })
    expect(await protect('--tolerance', '1')).toMatchObject({ status: 0 })
    const { stderr } = await protect('--no-total', 'dep')
    expect(stderr).toContain(
      '"dep" has no relations (--no-total): an intruder who knows its totals can compute suppressed cells',
    )
  })
})

describe('information on the cells of a table', () => {
  it('is read from status letters of an office and from an a-priori file, and replayed', async () => {
    const path = table(
      'letters.csv',
      cells.map((line, i) => `${line},${i === 0 ? 'status' : i === 2 ? 'u' : ''}`),
    )
    const apriori = work.write('apriori.txt', 'N;y;pl;2;2\nS;z;c;1\nN;z;c;1\n')
    const [out, keep, again] = ['out.csv', 'keep.json', 'again.csv'].map((name) => work.path(name))
    const argv = ['table', 'protect', path, ...by, '--apriori', apriori, '--exact', '-o', out, '--private', keep]
    expect(await sdc(...argv)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/"u", and no status.*--status-codes/s),
    })
    const done = await sdc(...argv, '--all', '--status-codes', 'argus')
    expect(done).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/the costs of the secondary cells[^]*value 2; 1 to 4 is asked/),
    })
    const suppressed = rows(out).filter((line) => /primary|secondary/.test(line))
    expect(suppressed.map((line) => line.split(',').slice(0, 2).join())).toEqual(['N,y', 'N,z', 'S,y', 'S,z'])
    expect(await sdc('table', 'protect', path, '--replay', keep, '-o', again)).toMatchObject({ status: 0 })
    expect(rows(again)).toEqual(rows(out))
  })

  it('may be a second file with the contributors', async () => {
    const firms = table('firms.csv', ['g,value,alone', 'a,5.5,f1', 'b,7,', 'T,12.5,'])
    const x = work.write('x.csv', 'g,respondent,x\nb,f1,6\nb,f3,1\n')
    const read = (path: string, out: string, ...more: readonly string[]): ReturnType<typeof sdc> =>
      sdc('table', 'read', path, '-o', work.path(out), ...more)
    expect(await read(firms, 'n.csv', '--by', 'g', '--contributions', x)).toMatchObject({ status: 0 })
    expect(await read(work.path('n.csv'), 'm.csv')).toMatchObject({ status: 0 })
    for (const end of ['.csv', '.contributions.csv']) expect(work.read(`m${end}`)).toBe(work.read(`n${end}`))
    rmSync(work.path('n.contributions.csv'))
    expect(await read(work.path('n.csv'), 'm.csv')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/FILE: .*n.contributions.csv, but that file does not exist/),
    })
  })
})
