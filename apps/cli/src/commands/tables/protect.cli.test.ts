import { existsSync, readFileSync, statSync } from 'node:fs'
import { sealed } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import { referenceFile } from '@sdc/testing/reference'
import { sdc, workFolder, type Outcome } from '../../cli.fixture.js'

interface Golden {
  readonly tables: readonly {
    readonly id: string
    readonly dims: readonly { readonly name: string }[]
    readonly cells: readonly Readonly<Record<string, string | number>>[]
    readonly optimum: { readonly cost: number; readonly secondary: readonly string[] }
  }[]
}

const work = workFolder()
const { tables } = referenceFile<Golden>('tables/secondary.json')

/** Returns a reference table as users write it: a line per cell with its status. */
function golden(id: string): { path: string; by: string; optimum: Golden['tables'][number]['optimum'] } {
  const { dims, cells, optimum } = tables.find((one) => one.id === id) as Golden['tables'][number]
  const names = [...dims.map(({ name }) => name), 'value', 'status']
  const lines = [names, ...cells.map((cell) => names.map((name) => String(cell[name])))]
  const path = work.write(`${id}.csv`, `${lines.map((line) => line.join(',')).join('\n')}\n`)
  return { path, by: dims.map(({ name }) => name).join(','), optimum }
}

/** Lines of a CSV file without quotes, by the names of its columns. */
function records(path: string): Readonly<Record<string, string>>[] {
  const [head, ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/)
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((text, j) => [names[j], text])))
}

const { path: table, by, optimum } = golden('s-01')
const asked = ['--by', by, '--value', 'value', '--status', 'status', '--protection', '20', '--cost', 'value', '--exact']
const protect = (...more: readonly string[]): Promise<Outcome> => sdc('table', 'protect', table, ...asked, ...more)
const levels = ({ row, col }: Readonly<Record<string, string>>): string => `${row}|${col}`
/** Returns the first line of a verdict: protected or not. */
const verdict = (text: string): string => text.split('\n').find((line) => line.startsWith('verdict: ')) ?? ''

describe('sdc table protect', () => {
  it('finds the optimum, says so, and writes published, primary and secondary cells with their intervals', async () => {
    const out = work.path('out.csv')
    const { status, stdout, stderr } = await protect('--all', '-o', out)
    expect([status, stdout]).toEqual([0, ''])
    const cells = records(out)
    expect(cells).toHaveLength(16)
    expect(
      cells
        .filter((cell) => cell.status === 'secondary')
        .map(levels)
        .sort(),
    ).toEqual([...optimum.secondary].sort())
    for (const cell of cells) expect(cell.value === '', levels(cell)).toBe(cell.status !== 'published')
    const primary = cells.find((cell) => levels(cell) === 'r2|c1')
    expect([primary?.status, primary?.low, primary?.high]).toEqual(['primary', '1', '74'])
    expect(stderr).toContain(`cost: ${optimum.cost} (the values of the secondary cells, by tabular/exact-suppression)`)
    expect(stderr).toContain('the table itself calls 2 cells primary: 20 % of the value must remain unknown')
    expect(stderr).toMatch(
      /audit: the narrowest interval of a sensitive cell is 1 to 74, of row=r2, col=c2 \(value 49; 39.2 to 58.8 is asked\)/,
    )
    expect(verdict(stderr)).toMatch(/^verdict: protected: none of 2 sensitive cells can be computed more closely/)
    expect(statSync(out).mode & 0o777).toBe(0o600)
  })

  it('publishes neither which cells are sensitive nor the parameters', async () => {
    const [open, page, json] = ['public.csv', 'public.html', 'public.json'].map(work.path)
    const keep = work.path('keep.json')
    const outputs = await Promise.all([
      protect('--public', open, '--private', keep),
      protect('--public', page),
      protect('--public', json),
    ])
    expect(outputs.map(({ status }) => status)).toEqual([0, 0, 0])
    expect(records(open).filter((cell) => cell.status === 'suppressed')).toHaveLength(4)
    expect(Object.keys(records(open)[0])).toEqual(['row', 'col', 'value', 'status'])
    const manifest = work.read('public.manifest.json')
    for (const text of [work.read('public.csv'), readFileSync(page, 'utf8'), readFileSync(json, 'utf8'), manifest])
      expect(text.replace(/<style>.*<\/style>/s, '')).not.toMatch(
        /primary|secondary|"(low|high|lower|upper|percent|key|params)"/,
      )
    expect(manifest).toContain('"suppressed": 4')
    expect(JSON.parse(manifest)).toMatchObject({ outputSha256: [expect.stringMatching(/^[0-9a-f]{64}$/)] })
    expect(readFileSync(page, 'utf8')).toContain('PUBLIC')
    expect(statSync(keep).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(keep, 'utf8'))).toMatchObject({
      percent: 20,
      protection: { params: { cost: 'value' } },
    })
  })

  it('replays a private file with the same table, and never overwrites it', async () => {
    const [keep, first, again] = ['again.json', 'first.csv', 'again.csv'].map(work.path)
    expect((await protect('--public', first, '--private', keep)).status).toBe(0)
    const replay = await sdc('table', 'protect', table, '--replay', keep, '--public', again, '--all')
    expect(replay.stderr).toContain('as in the private file')
    expect(readFileSync(again, 'utf8')).toBe(readFileSync(first, 'utf8'))
    const { mac, ...kept } = { ...JSON.parse(readFileSync(keep, 'utf8')), resultSha256: ['0'.repeat(64)] }
    const edited = work.write('edited.json', JSON.stringify({ ...kept, mac }))
    const refused = await sdc('table', 'protect', table, '--replay', edited, '--public', work.path('e.csv'))
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('was edited after it was written')])
    const otherwise = work.write('otherwise.json', JSON.stringify(sealed(kept, Buffer.from(kept.key, 'hex'))))
    const differs = await sdc('table', 'protect', table, '--replay', otherwise, '--public', work.path('differs.csv'))
    expect([differs.status, differs.stderr]).toEqual([3, expect.stringContaining('REPLAY_DIFFERS')])
    expect(existsSync(work.path('differs.csv'))).toBe(true)
    expect(existsSync(work.path('differs.manifest.json'))).toBe(false)
    const over = await protect('--private', keep, '-o', work.path('over.csv'))
    expect([over.status, over.stderr]).toEqual([2, expect.stringContaining('exists already')])
    expect(existsSync(work.path('over.csv'))).toBe(false)
    const other = await sdc('table', 'protect', golden('s-03').path, '--replay', keep, '--public', work.path('o.csv'))
    expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('not an input of the private file')])
    const more = await sdc('table', 'protect', table, '--replay', keep, '--protection', '5', '-o', work.path('o.csv'))
    expect([more.status, more.stderr]).toEqual([
      2,
      expect.stringContaining('--replay and --protection exclude each other'),
    ])
  })

  it('suppresses nothing if nothing is sensitive, and says so', async () => {
    const open = work.write('no-status.csv', readFileSync(table, 'utf8').replaceAll('primary', ''))
    const { status, stdout, stderr } = await sdc('table', 'protect', open, '--by', by, '--rule', 'freq=2')
    expect(status).toBe(0)
    expect(stdout).toContain('458')
    expect(verdict(stderr)).toMatch(/no cell is sensitive.*nothing is suppressed/)
  })

  it('writes the internal version if a level cannot be kept, and the public one if that is accepted', async () => {
    const lines = ['r,v,status', 'a,40,fixed', 'b,20,primary', 'Total,60,fixed', '']
    const fixed = work.write('fixed.csv', lines.join('\n'))
    const [out, open, accepted] = ['kept.csv', 'withheld.csv', 'accepted.csv'].map(work.path)
    const argv = ['table', 'protect', fixed, '--by', 'r', '--value', 'v', '--status', 'status']
    const { status, stderr } = await sdc(...argv, '-o', out, '--public', open)
    expect([status, existsSync(open), records(out)[1]]).toEqual([
      3,
      false,
      { r: 'b', v: '', status: 'primary', rule: 'given', lower: '4', upper: '4', low: '20', high: '20' },
    ])
    expect(stderr).toContain(
      'warning: everybody computes that r=b is 20; 16 to 24 must remain possible. Remedy: allow suppression of a fixed cell',
    )
    expect(stderr).toMatch(/\nverdict: not protected: [^]*\nsdc: BEYOND_LIMIT: not protected: the sensitive cell/)
    expect(stderr).toContain('withheld.csv was not written')
    const yes = await sdc(...argv, '--accept-exceptions', '-o', out, '--public', accepted)
    expect([yes.status, records(accepted)[1]]).toEqual([0, { r: 'b', v: '', status: 'suppressed' }])
    expect(verdict(yes.stderr)).toMatch(/not protected: the sensitive cell/)
  })

  it('protects linked tables together, and writes each', async () => {
    const one = work.write(
      'sex.csv',
      'region,sex,value\nN,m,3\nN,f,20\nN,Total,23\nS,m,30\nS,f,40\nS,Total,70\nTotal,m,33\nTotal,f,60\nTotal,Total,93\n',
    )
    const two = work.write(
      'age.csv',
      'region,age,value\nN,y,2\nN,o,21\nN,Total,23\nS,y,30\nS,o,40\nS,Total,70\nTotal,y,32\nTotal,o,61\nTotal,Total,93\n',
    )
    const argv = ['table', 'protect', one, two, '--by', 'region,sex,age', '--rule', 'freq=5']
    const { status, stderr } = await sdc(...argv, '--all', '-o', `${work.path('linked')}/`)
    expect([status, stderr]).toEqual([0, expect.stringContaining('2 linked tables, together 15 cells')])
    expect(records(work.path('linked/sex.csv'))).toHaveLength(9)
    expect(records(work.path('linked/age.csv')).find((cell) => cell.age === 'y')?.status).toBe('primary')
    // A cell in both tables has one status.
    const total = (name: string, of: string): string | undefined =>
      records(work.path(name)).find((cell) => cell.region === of && (cell.sex ?? cell.age) === 'Total')?.status
    for (const region of ['N', 'S', 'Total'])
      expect(total('linked/sex.csv', region)).toBe(total('linked/age.csv', region))
    expect((await sdc(...argv, '-o', work.path('many.csv'))).status).toBe(0)
    expect(['many.1.csv', 'many.2.csv', 'many.manifest.json'].map((name) => existsSync(work.path(name)))).toEqual([
      true,
      true,
      true,
    ])
  })

  it('prints JSON that matches its schema', async () => {
    const { stdout } = await protect('--json')
    expect(JSON.parse(stdout)).toMatchObject({
      version: 'internal',
      sensitive: 2,
      protection: { method: 'tabular/exact-suppression', report: { cost: optimum.cost, gap: 0 } },
      audit: { report: { unprotected: 0 } },
    })
    const { tableProtectOutput } = await import('@sdc/tables')
    expect(tableProtectOutput.safeParse(JSON.parse(stdout)).error).toBeUndefined()
  })
})

describe('sdc table audit', () => {
  it('finds the same pattern protected from any program', async () => {
    const out = work.path('for-audit.csv')
    await protect('-o', out, '--plot', work.path('intervals.svg'))
    expect(work.read('intervals.svg')).toMatch(/^<svg /)
    const { status, stdout } = await sdc('table', 'audit', table, out, '--by', by)
    expect([status, verdict(stdout)]).toEqual([0, expect.stringMatching(/^verdict: protected: none of 2/)])
    // Values omitted without a status.
    const empty = records(out).map((cell) => `${levels(cell).replace('|', ',')},${cell.value}`)
    const elsewhere = work.write('elsewhere.csv', `row,col,value\n${empty.join('\n')}\n`)
    const { stdout: json } = await sdc('table', 'audit', table, elsewhere, '--by', by, '--json')
    const { tableAuditOutput } = await import('@sdc/tables')
    const found = tableAuditOutput.parse(JSON.parse(json))
    expect(found).toMatchObject({ suppressed: 4, sensitive: 2, unprotected: 0, protected: true })
    expect(found.suppressedCells.find(({ cell }) => cell === 'row=r2, col=c1')?.interval).toEqual({ low: 1, high: 74 })
  })

  it('ends with status 3 if a sensitive cell can be computed, with the verdict last', async () => {
    const cells = records(table).map(
      (cell) => `${levels(cell).replace('|', ',')},${cell.status === 'primary' ? 'suppressed' : ''}`,
    )
    const bare = work.write('bare.csv', `row,col,status\n${cells.join('\n')}\n`)
    const { status, stdout, stderr } = await sdc('table', 'audit', table, bare, '--by', by)
    expect(status).toBe(3)
    expect(verdict(stdout)).toMatch(/^verdict: not protected: of 2 sensitive cells, 2 can be computed more closely/)
    expect(stderr).toMatch(/\nsdc: BEYOND_LIMIT: not protected/)
    const nobody = work.write('nobody.csv', readFileSync(table, 'utf8').replaceAll('primary', ''))
    const unknown = await sdc('table', 'audit', nobody, bare, '--by', by)
    expect([unknown.status, verdict(unknown.stdout)]).toEqual([3, expect.stringContaining('can be computed exactly')])
  })
})

describe('sdc table methods', () => {
  it('lists rules in their notation, protections, and audits', async () => {
    const { status, stdout } = await sdc('table', 'methods')
    expect(status).toBe(0)
    expect(stdout).toMatch(
      /Rules[^]*tabular\/p-percent +p % rule +p=p[^]*Protections[^]*tabular\/exact-suppression[^]*Audits[^]*tabular\/audit/,
    )
  })
})
