import { attackRepeatedOutput } from '@sdc/workflow'
import { describe, expect, it } from 'vitest'
import { peopleCsv, sdc, workFolder } from '../../cli.fixture.js'

const { write } = workFolder()
write('people.csv', peopleCsv())

const planOf = (step: string): string => write('plan.yaml', `data: people.csv\nseed: 1\nsteps:\n  - ${step}\n`)

describe('attack repeated', () => {
  it('reports the information in several releases, as JSON in its declared form', async () => {
    const plan = planOf('{ use: noise/additive, columns: [income, tax] }')
    const { status, stdout, stderr } = await sdc('attack', 'repeated', plan, '--releases', '25', '--json')
    expect(status).toBe(0)
    expect(stderr).toContain('25 releases of 60 records, linked record by record')
    const found = attackRepeatedOutput.parse(JSON.parse(stdout))
    expect(found).toMatchObject({ records: 60, releases: 25, files: 25 })
    expect(found.columns.map(({ column }) => column)).toEqual(['income', 'tax'])
    // 1/√25, with the sampling error of 60 records: 1/√120 of it each; the tolerance is five of them.
    for (const { ratio, estimate } of found.columns) {
      expect(estimate).toBe('average')
      expect(Math.abs((ratio ?? 1) - 0.2)).toBeLessThan(0.1)
    }
    const schema: unknown = JSON.parse((await sdc('schema', 'attack-repeated')).stdout)
    expect(schema).toMatchObject({ properties: { columns: { type: 'array' } } })
  })

  it('prints the window of rank swapping, and the categories of PRAM', async () => {
    const swap = await sdc('attack', 'repeated', planOf('{ use: swapping/rank-swap, columns: [income], params: { positions: 9 } }')) // oxfmt-ignore
    expect(swap.stdout).toMatch(/ranks by 1 +by 8/)
    // 18 ranks, fewer at both ends; at most half of that for eight releases.
    const [, ofOne, left] = /income +\w+ +\S+ +\S+ +\S+ +(\d+) +(\d+)/.exec(swap.stdout) ?? []
    expect(Number(ofOne)).toBeGreaterThan(12)
    expect(Number(ofOne)).toBeLessThanOrEqual(18)
    expect(Number(left)).toBeLessThan(Number(ofOne) / 2)
    const pram = await sdc('attack', 'repeated', planOf('{ use: categorical/pram, columns: [region] }'))
    expect(pram.stdout).toMatch(/region +mode/)
  })

  it('refuses plans without random numbers or steps, and a single release', async () => {
    const plain = await sdc('attack', 'repeated', planOf('{ use: microaggregation/mdav, columns: [income, tax] }'))
    expect(plain.status).toBe(2)
    expect(plain.stderr).toMatch(/BAD_PLAN.*draws no random numbers: every release is the same file/s)
    const one = await sdc('attack', 'repeated', planOf('{ use: noise/additive, columns: [income] }'), '--releases', '1')
    expect(one.status).toBe(2)
    expect(one.stderr).toContain('from 2 to 1000')
    const none = await sdc('attack', 'repeated', write('none.yaml', 'data: people.csv\n'))
    expect(none.stderr).toMatch(/BAD_PLAN.*no steps/s)
  })
})
