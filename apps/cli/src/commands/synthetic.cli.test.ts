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
})
