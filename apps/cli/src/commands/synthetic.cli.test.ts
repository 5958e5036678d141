import { describe, expect, it } from 'vitest'
import { peopleCsv, sdc, workFolder } from '../cli.fixture.js'

describe('a synthetic file', () => {
  const work = workFolder()
  const data = work.write('people.csv', peopleCsv())
  const columns = ['--columns', 'income,tax']
  const metrics = ['--metrics', 'risk/dld,loss/marginal-distance', '--json']

  it('is measured without links, which no record has, although it has as many records as the original', async () => {
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

  it('is one when it is released, too; a file that was changed since goes by position, said on stderr', async () => {
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
    // Nothing of single records.
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
})
