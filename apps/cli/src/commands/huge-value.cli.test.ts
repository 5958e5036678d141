import { measureOutput } from '@sdc/release'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { write } = workFolder()
const rates = Array.from({ length: 499 }, (_, i) => (((i * 211) % 499) * 37 + 1) / 10_000)
const csv = ['rate', ...rates, 9999999999, ''].join('\n')
const metrics = 'risk/dbrl,risk/dld,risk/dbrl-kernel,risk/rs-rl,risk/dr-combine,score/sebe'

describe('measure, for rates with a leftover 9999999999', () => {
  const args = [
    'measure',
    write('rates.csv', csv),
    write('released.csv', csv),
    '--columns',
    'rate',
    '--metrics',
    metrics,
  ] as const

  it('reports that all records are found, and the column dominated by one record', async () => {
    const { status, stdout, stderr } = await sdc(...args, '--all')
    expect(status).toBe(0)
    for (const id of metrics.split(',').slice(0, -1)) expect(stdout).toMatch(new RegExp(` ${id} +100 %`, 'm'))
    expect(stdout).toMatch(/ score\/sebe +50 points/)
    // Once, even if several metrics say so.
    expect(stderr.match(/^warning: column "rate": one record contributes 99\.99 %/gm)).toHaveLength(1)
  })

  it('reports it in JSON', async () => {
    const { stdout } = await sdc(...args, '--json')
    const { metrics: found } = measureOutput.parse(JSON.parse(stdout))
    expect(found['risk/dbrl']).toMatchObject({ value: 100, warnings: [expect.stringContaining('column "rate"')] })
  })
})
