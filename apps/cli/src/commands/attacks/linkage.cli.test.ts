import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { peopleCsv, sdc, workFolder } from '../../cli.fixture.js'
import { attackLinkageOutput } from '@sdc/workflow'

const { write } = workFolder()
write('people.csv', peopleCsv())

const planOf = (last: string): string =>
  write(
    'plan.yaml',
    `data: people.csv\nseed: 1\nsteps:\n  - { use: microaggregation/mdav, columns: [income, tax], params: { k: 4 } }\n${last}`,
  )

async function check(plan: string, ...more: readonly string[]): Promise<z.output<typeof attackLinkageOutput>> {
  const { status, stdout } = await sdc('attack', 'linkage', plan, '--json', ...more)
  expect(status).toBe(0)
  return attackLinkageOutput.parse(JSON.parse(stdout))
}

describe('attack linkage', () => {
  it.each(['  - reverse-map/clusters\n', '  - reverse-map/rank\n'])(
    'finds at most 1/k correct links after %s',
    async (last) => {
      const found = await check(planOf(last), '--replicates', '100')
      expect(found).toMatchObject({
        records: 60,
        columns: ['income', 'tax'],
        clusters: 15,
        leastCluster: 4,
        replicates: 100,
      })
      expect(found.holds).toBe(true)
      // 6,000 links with probability 1/4 each; links of a cluster depend on each other, so the tolerance is five sd of
      // √(¼·¾·2/6000).
      expect(Math.abs(found.rate - 0.25)).toBeLessThan(0.04)
    },
  )

  it('detects a promised k that is too large', async () => {
    const tooMuch = await check(planOf('  - reverse-map/clusters\n'), '--k', '20')
    expect(tooMuch.holds).toBe(false)
  })

  it('reports the result in words, and refuses a plan without steps', async () => {
    const { stdout, stderr } = await sdc(
      'attack',
      'linkage',
      planOf('  - reverse-map/clusters\n'),
      '--replicates',
      '20',
    )
    expect(stdout).toContain('25.00 %')
    expect(stderr).toContain('60 records in 15 clusters of 4: income, tax')
    const empty = await sdc('attack', 'linkage', write('empty.yaml', 'data: people.csv\n'))
    expect(empty.status).toBe(2)
    expect(empty.stderr).toContain('no steps')
  })

  it('refuses a plan without clusters, with status 2 and advice', async () => {
    const noise = 'data: people.csv\nseed: 1\nsteps:\n  - { use: noise/additive, columns: [income], precision: fine }\n'
    const { status, stdout, stderr } = await sdc('attack', 'linkage', write('noise.yaml', noise))
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/BAD_PLAN.*none of noise\/additive forms clusters.*microaggregation\/mdav/s)
  })
})
