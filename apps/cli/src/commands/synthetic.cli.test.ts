import { describe, expect, it } from 'vitest'
import { peopleCsv, sdc, workFolder } from '../cli.fixture.js'

describe('a synthetic file', () => {
  const work = workFolder()
  const data = work.write('people.csv', peopleCsv())
  const columns = ['--columns', 'income,tax']
  const metrics = ['--metrics', 'risk/dld,loss/marginal-distance', '--json']

  it('is measured without links, although it has as many records as the original', async () => {
    const out = work.path('synthetic.csv')
    const made = await sdc('mask', data, '--method', 'copula/lhs', ...columns, '--seed', '1', '-o', out)
    expect(made.stderr).toMatch(/left out 3 columns .*: id, region, age/)
    expect(JSON.parse(work.read('synthetic.manifest.json')).records).toBe('synthetic')
    const { stdout, stderr } = await sdc('measure', data, out, ...columns, ...metrics)
    expect(stderr).toContain('by its manifest the file is synthetic')
    const measured = JSON.parse(stdout)
    expect(measured).toMatchObject({ n: 0, matching: 'none' })
    expect(measured.metrics['risk/dld']).toMatchObject({ value: null, reason: expect.stringMatching(/\S/) })
    expect(measured.metrics['loss/marginal-distance'].value).toBeGreaterThanOrEqual(0)
  })

  it('remains synthetic when it is released; a file changed afterwards is compared by position, with a note on stderr', async () => {
    const [out, keep] = [work.path('public.csv'), work.path('keep.json')]
    const release = ['--release', '--private', keep, '-o', out]
    expect((await sdc('mask', data, '--method', 'copula/lhs', ...columns, ...release)).status).toBe(0)
    expect(JSON.parse(work.read('public.manifest.json')).records).toBe('synthetic')
    expect(JSON.parse((await sdc('measure', data, out, ...columns, ...metrics)).stdout).matching).toBe('none')
    work.write(
      'public.csv',
      work.read('public.csv').replace(/\d$/m, (digit) => String((Number(digit) + 1) % 10)),
    )
    expect((await sdc('measure', data, out, ...columns, ...metrics)).stderr).toContain('matched by position')
  })

  it('is measured on halves of the file, which changes no byte of it', async () => {
    const plan = work.write(
      'plan.yaml',
      'data: people.csv\nsteps:\n  - { use: synthetic/sequential, columns: [region, age, income, tax] }\n',
    )
    const run = async (name: string, ...more: string[]) =>
      sdc('run', plan, '--seed', '1', '-o', work.path(name), ...more)
    const [plain, halves] = [await run('plain.csv'), await run('halves.csv', '--halves', '--json')]
    expect([plain.status, halves.status]).toEqual([0, 0])
    expect(work.read('halves.csv')).toBe(work.read('plain.csv'))
    expect(plain.stderr).not.toContain('halves')
    expect(halves.stderr).toMatch(/measured on halves, split at random: the plan ran on \d+ records/)
    const made = JSON.parse(halves.stdout)
    expect(made.halves.inside + made.halves.outside).toBe(made.input.records)
    expect(Math.abs(made.halves.inside - made.halves.outside)).toBeLessThan(2)
    expect(made.halves.metrics['risk/distance-to-closest']).toMatchObject({
      value: expect.any(Number),
      high: expect.any(Number),
      tables: { closest: expect.anything() },
    })
    expect(work.read('halves.report.INTERNAL.html')).toContain('on halves')
    // No values of single records.
    for (const metric of Object.values(made.halves.metrics)) expect(metric).not.toHaveProperty('records')
  })

  it('is not measured on halves out of core', async () => {
    const plan = work.write(
      'noise.yaml',
      'data: people.csv\nsteps:\n  - { use: noise/additive, columns: [income], params: { relativeVariance: 0.1 } }\n',
    )
    const refused = await sdc('run', plan, '--halves', '--workers', '2', '-o', work.path('large.csv'))
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('--halves needs the whole file in memory')
  })

  it('has new persons with all their stays, and its private file reproduces the bytes', async () => {
    const day = (days: number): string => new Date(86_400_000 * (19_000 + days)).toISOString().slice(0, 10)
    const stays = Array.from({ length: 150 }, (_, p) =>
      Array.from({ length: 1 + ((p * 7) % 4) }, (_, k) => {
        const start = ((p * 31) % 200) + k * (20 + ((p * 13) % 11))
        return `P${p + 1000},${'fm'[p % 2]},${2019 + k},${day(start)},${day(start + ((p + 3 * k) % 9))},${(p * 7919 + k * 31) % 97}`
      }),
    )
    const hospital = work.write('stays.csv', `pid,sex,year,entry,exit,score\n${stays.flat().join('\n')}\n`)
    const schema = work.write(
      'stays.yaml',
      'rules: ["entry <= exit"]\ncolumns:\n  pid: { role: person }\n  sex: { role: quasi-identifier, level: person }\n' +
        '  year: { role: wave }\n  entry: { kind: date, role: confidential }\n  exit: { kind: date, role: confidential }\n' +
        '  score: { role: confidential }\n',
    )
    const [out, keep] = [work.path('new.csv'), work.path('new.private.json')]
    const release = ['--release', '--private', keep, '-o', out]
    const made = await sdc('mask', hospital, '--schema', schema, '--method', 'synthetic/sequential', ...release)
    expect(made.stderr).toContain('rules: no masked record broke one')
    expect(made.stderr).toContain('renumbered from 1 in random order: pid')
    expect(made.stderr).not.toContain('unmasked')
    expect(made.status).toBe(0)
    const persons = new Map<string, string[][]>()
    const lines = work.read('new.csv').trim().split('\n').slice(1)
    for (const [pid, ...rest] of lines.map((line) => line.split(',')))
      persons.set(pid, [...(persons.get(pid) ?? []), rest])
    expect([...persons.keys()].sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 150 }, (_, i) => String(i + 1))) // oxfmt-ignore
    for (const records of persons.values()) {
      records.sort((a, b) => Number(a[1]) - Number(b[1]))
      expect(new Set(records.map(([sex]) => sex)).size).toBe(1)
      expect(new Set(records.map(([, year]) => year)).size).toBe(records.length)
      for (const [, , entry, exit] of records) expect(entry <= exit).toBe(true)
      records.slice(1).forEach(([, , entry], k) => expect(entry >= records[k][2]).toBe(true))
    }
    const again = await sdc('run', keep, '--data', hospital, '-o', work.path('again.csv'))
    expect(again.stderr).toContain('bit for bit')
    expect(work.read('again.csv')).toBe(work.read('new.csv'))
  })

  it('keeps persons with kind = partial: one value each in columns of persons', async () => {
    const schema = work.write('kept.yaml', work.read('stays.yaml').replace('role: wave', 'role: non-confidential'))
    const options = ['--columns', 'sex,score', '--set', 'kind=partial', '--seed', '1', '-o', work.path('kept.csv')]
    const made = await sdc('mask', work.path('stays.csv'), '--schema', schema, '--method', 'synthetic/sequential', ...options) // oxfmt-ignore
    expect(made.stderr).toContain('sex (one value per person) and score are masked separately')
    expect(made.status).toBe(0)
    const sexes = new Map<string, Set<string>>()
    for (const line of work.read('kept.csv').trim().split('\n').slice(1)) {
      const [pid, sex] = line.split(',')
      sexes.set(pid, (sexes.get(pid) ?? new Set()).add(sex))
    }
    expect([...sexes.values()].every(({ size }) => size === 1)).toBe(true)
    expect(sexes.has('P1000')).toBe(true)
  })
})
