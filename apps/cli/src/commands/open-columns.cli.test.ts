import { describe, expect, it } from 'vitest'
import { censusCsv } from '@sdc/datasets/census'
import { sdc, workFolder } from '../cli.fixture.js'

const { write, path, read } = workFolder()
const census = write('census.csv', censusCsv)

/**
 * 400 people: a confidential income, a copy of it in another unit, a region with one single resident, and an unmasked
 * age.
 */
const people = write(
  'people.csv',
  ['income,yearly,region,age']
    .concat(
      Array.from({ length: 400 }, (_, i) => {
        const income = 1000 + ((i * 7919) % 40_009)
        return `${income},${12 * income},${i === 0 ? 'island' : ['north', 'south', 'west'][i % 3]},${20 + ((i * 31) % 7)}`
      }),
    )
    .join('\n')
    .concat('\n'),
)
const mask = ['mask', people, '--method', 'swapping/rank-swap', '--columns', 'income']
let files = 0
/** Returns the options of a release under new names. */
const release = (): string[] => {
  files++
  return ['--release', '--private', path(`keep${files}.json`), '-o', path(`public${files}.csv`)]
}

describe('an unmasked column', () => {
  it('is named if it discloses a masked one, and refused in a release', async () => {
    const said = await sdc(...mask, '--seed', '1', '-o', path('trial.csv'))
    expect(said.status).toBe(0)
    expect(said.stderr).toMatch(/warning: .* predict masked ones: income by yearly \(linear: 400 of 400 values\)/)
    const refused = await sdc(...mask, ...release())
    expect(refused.status).toBe(2)
    expect(refused.stderr).toMatch(/OPEN_RELEASE.*income by yearly/)
    expect(refused.stderr).toContain('--accept-open yearly')
    expect(() => read(`public${files}.csv`)).toThrow()
    expect(() => read(`keep${files}.json`)).toThrow()
  })

  it('is released once it is accepted by name, which is in the private file and not in the public manifest', async () => {
    const made = await sdc(...mask, ...release(), '--accept-open', 'yearly')
    expect(made.stderr).toContain('accepted unmasked, although they disclose something: yearly')
    expect(made.status).toBe(0)
    expect(JSON.parse(read(`keep${files}.json`)).plan.acceptOpen).toEqual(['yearly'])
    expect(read(`public${files}.manifest.json`)).not.toMatch(/yearly|accept/)
    const again = await sdc('run', path(`keep${files}.json`), '--data', people, '-o', path('again.csv'))
    expect(again.stderr).toContain('the replay equals the file of the run, bit for bit')
    expect(again.stderr).not.toContain('warning')
  })

  it('is refused if the schema makes it confidential or a quasi-identifier, or if it makes people unique', async () => {
    const schema = write(
      'schema.yaml',
      'columns: { income: { role: confidential }, yearly: { role: identifier }, age: { role: confidential }, region: { role: quasi-identifier } }',
    )
    const refused = await sdc(...mask, '--schema', schema, ...release())
    expect(refused.stderr).toMatch(
      /unmasked columns have a role that asks for masking: region \(quasi-identifier\); age \(confidential\)/,
    )
    const both = ['--accept-open', 'region', '--accept-open', 'age']
    expect((await sdc(...mask, '--schema', schema, ...release(), ...both)).status).toBe(0)
    const one = await sdc(...mask, '--schema', schema, ...release(), ...both.slice(2))
    expect(one.stderr).toMatch(/OPEN_RELEASE.*region/)
    expect(one.stderr).not.toMatch(/age \(confidential\)/)
  })

  it('must exist to be accepted', async () => {
    const { status, stderr } = await sdc(...mask, ...release(), '--accept-open', 'yaerly')
    expect(status).toBe(2)
    expect(stderr).toMatch(/UNKNOWN_COLUMN.*yaerly/)
  })

  it('can be accepted in a plan', async () => {
    const steps = 'steps: [{ use: swapping/rank-swap, columns: [income] }]'
    const plan = write('plan.yaml', `data: people.csv\nacceptOpen: [yearly]\n${steps}\n`)
    expect((await sdc('run', plan, ...release())).status).toBe(0)
    const without = write('without.yaml', `data: people.csv\n${steps}\n`)
    expect((await sdc('run', without, ...release())).status).toBe(2)
    expect((await sdc('run', without, ...release(), '--accept-open', 'yearly')).status).toBe(0)
  })

  it('discloses 1080 of 1080 values of Census, according to the metric, measure, compare and a release', async () => {
    const total = ['--method', 'noise/additive', '--columns', 'PTOTVAL', '--set', 'relativeVariance=100']
    const sum = 'PTOTVAL by POTHVAL + PEARNVAL (linear: 1080 of 1080 values)'
    expect((await sdc('mask', census, ...total, '--seed', '1', '-o', path('census-masked.csv'))).stderr).toContain(sum)
    expect((await sdc('mask', census, ...total, ...release())).stderr).toContain(sum)
    const metrics = ['--metrics', 'risk/open-columns', '--json']
    const measured = await sdc('measure', census, path('census-masked.csv'), '--columns', 'PTOTVAL', ...metrics)
    expect(measured.stderr).toContain(sum)
    expect(JSON.parse(measured.stdout).metrics['risk/open-columns'].value).toBe(100)
    const tried = ['--try', 'noise/additive relativeVariance=1,2', '--metrics', 'risk/open-columns', '--no-reverse-map']
    const compared = await sdc('compare', census, '--columns', 'PTOTVAL', ...tried, '--replicates', '1')
    expect(compared.stderr.split(sum)).toHaveLength(2)
  })
})

describe('a masking without effect', () => {
  const keep = ['--accept-open', 'yearly']
  it('is reported, and refused in a release up to a limit of the user', async () => {
    const tiny = [
      'mask',
      people,
      '--method',
      'noise/additive',
      '--columns',
      'income',
      '--set',
      'relativeVariance=1e-18',
      '--precision',
      'fine',
    ]
    expect((await sdc(...tiny, '--seed', '1', '-o', path('tiny.csv'))).stderr).toMatch(
      /warning: masked columns are \(almost\) unchanged: income: 400 of 400 values/,
    )
    const refused = await sdc(...tiny, ...release(), ...keep)
    expect(refused.status).toBe(2)
    expect(refused.stderr).toMatch(/OPEN_RELEASE.*income: 400 of 400 values/)
    expect(refused.stderr).toContain('--max-unchanged 100')
    const made = await sdc(...tiny, ...release(), ...keep, '--max-unchanged', '100')
    expect(made.status).toBe(0)
    expect(JSON.parse(read(`keep${files}.json`)).plan.maxUnchanged).toBe(100)
  })

  it('is not reported if swapping leaves zeros unchanged', async () => {
    const zeros = write(
      'zeros.csv',
      `x,y\n${Array.from({ length: 500 }, (_, i) => `${i % 20 === 0 ? 100 + i : 0},${i % 5}`).join('\n')}\n`,
    )
    const swap = ['mask', zeros, '--method', 'swapping/rank-swap', '--columns', 'x', '--set', 'percent=4']
    const { status, stderr } = await sdc(...swap, ...release())
    expect(stderr).not.toContain('as they were')
    expect(status).toBe(0)
  })
})

describe('a shuffled file without its manifest', () => {
  it('is not measured by position', async () => {
    const [header, ...records] = read('people.csv').trim().split('\n')
    const shuffled = write('shuffled.csv', [header, ...records.slice(137), ...records.slice(0, 137)].join('\n'))
    for (const command of ['measure', 'permutation']) {
      const { status, stderr } = await sdc(command, people, shuffled, '--columns', 'income')
      expect(status).toBe(2)
      expect(stderr).toMatch(/WRONG_INPUT.*another order.*safer than it is/)
    }
    const keyed = await sdc('measure', people, shuffled, '--columns', 'income', '--link', 'yearly', '--json')
    expect(keyed.status).toBe(0)
  })
})
