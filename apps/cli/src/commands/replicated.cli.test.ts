import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

/** Returns visits with few different ages, towns, and an illness that depends on the town. */
function visitsCsv(from: number): string {
  const rows = Array.from({ length: 60 }, (_, i) => {
    const k = from + i
    return `${20 + (k % 37)},${'ABCDEF'[k % 6]},${k % 6 < 2 ? 'flu' : ['flu', 'cold', ''][k % 3]}`
  })
  return ['age,town,illness', ...rows].join('\n') + '\n'
}

describe('replicated uniques and disclosive combinations', () => {
  const work = workFolder()
  const schema = work.write(
    'schema.yaml',
    'columns:\n' +
      '  age: { kind: numeric, role: quasi-identifier }\n' +
      '  town: { kind: categorical, role: quasi-identifier }\n' +
      '  illness: { kind: categorical, role: confidential }\n',
  )
  const data = work.write('data.csv', visitsCsv(0))
  const control = work.write('control.csv', visitsCsv(1000))
  const both = 'risk/replicated-uniques,risk/disclosive-categories'
  const made = work.path('synthetic.csv')

  it('are measured by default for a synthetic file, compared with independent data, without risks of real records', async () => {
    const drawn = await sdc('synthesize', data, '--schema', schema, '--seed', '1', '--records', '40', '-o', made)
    expect(drawn.status).toBe(0)
    const { stdout, stderr } = await sdc('measure', data, made, '--schema', schema, '--json')
    const { metrics } = JSON.parse(stdout)
    for (const id of both.split(','))
      expect(metrics[id]).toMatchObject({ value: expect.any(Number), independent: expect.any(Number) })
    expect(Object.keys(metrics)).not.toContain('risk/k-anonymity')
    expect(stderr).toContain("synthetic records are nobody's")
  })

  it('use people outside the original as independent data, and detect a copy', async () => {
    const copy = work.write('copy.csv', visitsCsv(0))
    const asked = ['--schema', schema, '--metrics', both, '--control', control]
    const { stdout } = await sdc('measure', data, copy, ...asked, '--json')
    const { metrics } = JSON.parse(stdout)
    expect(metrics['risk/replicated-uniques'].value).toBe(100)
    expect(metrics['risk/replicated-uniques'].tables.control).toBeDefined()
    expect((await sdc('measure', data, copy, ...asked)).stdout).toContain('do not release yet')
  })

  it('name the compared quasi-identifiers, and missing information', async () => {
    const lines = visitsCsv(0)
      .split('\n')
      .map((line) => line.split(',').slice(1).join(','))
    const dropped = work.write('dropped.csv', lines.join('\n'))
    const { stderr } = await sdc('measure', data, dropped, '--schema', schema, '--metrics', both)
    expect(stderr).toContain('compared by town only: the masked file has no comparable column age')
    const bare = await sdc('measure', data, dropped, '--columns', 'town', '--metrics', both)
    expect(bare.stderr).toContain('it needs quasi-identifiers')
    expect(bare.stdout).toContain('cannot be judged')
  })
})
