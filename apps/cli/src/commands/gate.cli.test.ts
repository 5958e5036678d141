import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { gateOutput } from '@sdc/release'
import { peopleCsv, sdc, workFolder } from '../cli.fixture.js'

const work = workFolder()
const data = work.write('data.csv', peopleCsv())
const steps = 'steps: [{ use: noise/additive, columns: [income, tax], params: { relativeVariance: 0.3 } }]'
const keys = 'region: { role: quasi-identifier }, age: { role: quasi-identifier }'
const schema = `schema: { columns: { id: { kind: categorical, role: identifier }, ${keys} } }`
const plan = work.write('plan.yaml', `data: data.csv\n${schema}\n${steps}\nacceptOpen: [region, age]\n`)
const seeded = work.write('seeded.yaml', `data: data.csv\nseed: 7\n${schema}\n${steps}\nacceptOpen: [region, age]\n`)

function policy(name: string, type: string): string {
  return work.write(name, `version: 1\nreleases: { scientific-use: ${type} }\n`)
}

const all = 'require: { keyed: true, shuffled: true, identifiers: none, openColumns: accepted }, runs: 4'
const loose = policy('loose.yaml', `{ limits: { risk/dbrl: 100 }, ${all} }`)

describe('sdc gate', () => {
  it('passes a plan that meets its policy, and ends with the verdict', async () => {
    const { status, stdout, stderr } = await sdc('gate', plan, '--policy', loose, '--for', 'scientific-use')
    expect(stderr).not.toContain('BEYOND_LIMIT')
    expect(status).toBe(0)
    expect(stdout).toMatch(/\nMet: scientific-use of .*loose\.yaml, all of 5 criteria in the worst of 4 runs\.\n/)
  })

  it('judges the worst run of a seed, and fails with status 3', async () => {
    const { stdout } = await sdc('gate', seeded, '--policy', loose, '--json')
    const [found] = gateOutput.parse(JSON.parse(stdout)).criteria
    const { released, worst } = found
    if (released === null || worst === null) throw new Error('no value')
    // A limit that the first run meets, and that the worst run exceeds by one unit in the last place.
    expect(found.worstRun).toBeGreaterThan(1)
    expect(released).toBeLessThan(worst)
    const ulp = (value: number): number => {
      const cell = new DataView(new ArrayBuffer(8))
      cell.setFloat64(0, value)
      cell.setBigInt64(0, cell.getBigInt64(0) - 1n)
      return cell.getFloat64(0)
    }
    const at = policy('at.yaml', `{ limits: { risk/dbrl: ${worst} }, runs: 4 }`)
    expect((await sdc('gate', seeded, '--policy', at)).status).toBe(0)
    const below = policy('below.yaml', `{ limits: { risk/dbrl: ${ulp(worst)} }, runs: 4 }`)
    const missed = await sdc('gate', seeded, '--policy', below)
    expect(missed.status).toBe(3)
    expect(missed.stderr).not.toContain('sdc:')
    expect(missed.stdout).toContain('Not met: scientific-use')
  })

  it('accepts an exception until the end of its last day, which --today may name', async () => {
    const type =
      '{ limits: { risk/dbrl: 1 }, runs: 1, exceptions: [{ metric: risk/dbrl, upTo: 100, by: A. Steward, reason: a pilot, until: 2027-03-31 }] }'
    const signed = policy('signed.yaml', type)
    const on = (day: string): Promise<{ status: number; stdout: string }> =>
      sdc('gate', seeded, '--policy', signed, '--today', day, '--all')
    const last = await on('2027-03-31')
    expect(last.status).toBe(0)
    expect(last.stdout).toContain('by A. Steward until 2027-03-31')
    const after = await on('2027-04-01')
    expect(after.status).toBe(3)
    expect(after.stdout).toContain('held until 2027-03-31 and no longer does')
  })

  it('matches two files like measure, and reads the manifest in the folder of the masked file', async () => {
    await sdc('run', plan, '--release', '--private', work.path('keep.json'), '-o', work.path('public.csv'))
    const files = ['gate', data, work.path('public.csv'), '--policy', loose, '--origin', work.path('keep.json')]
    const released = await sdc(...files, '--json')
    const { state, verdict } = gateOutput.parse(JSON.parse(released.stdout))
    expect(state).toBe('met')
    expect(verdict).toMatch(/^Met: scientific-use of /)
    expect(released.status).toBe(0)
    await sdc('run', seeded, '-o', work.path('masked.csv'))
    const plain = await sdc('gate', data, work.path('masked.csv'), '--policy', loose, '--json')
    expect(plain.status).toBe(3)
    expect(plain.stderr).toContain('records are matched by position')
    const { criteria } = gateOutput.parse(JSON.parse(plain.stdout))
    expect(criteria.filter(({ state }) => state === 'not met').map(({ key }) => key)).toContain('require keyed')
    // The run of the private file is judged first; a replay gives the same.
    const replayed = await sdc('gate', work.path('keep.json'), '--data', data, '--policy', loose, '--json')
    const first = (text: string): number | null => gateOutput.parse(JSON.parse(text)).criteria[0].released
    expect(first(replayed.stdout)).toBe(first(released.stdout))
  })

  it('names the policy without its folders in outputs, and prints a valid example', async () => {
    const { stdout } = await sdc('gate', seeded, '--data', data, '--policy', loose, '--junit', work.path('gate.xml'))
    const folder = work.path('')
    expect(folder.length).toBeGreaterThan(3)
    for (const text of [stdout.split('\n')[0], work.read('gate.xml')]) expect(text).not.toContain(folder)
    const { stdout: help } = await sdc('gate', '--help')
    const policy = /^ {2}version: 1\n[\s\S]*?(?=\nsdc schema policy)/m.exec(help)?.[0] ?? ''
    work.write('taught.yaml', policy.replace('runs: 20', 'runs: 1'))
    const taught = await sdc('gate', seeded, '--data', data, '--policy', work.path('taught.yaml'), '--json')
    expect(gateOutput.parse(JSON.parse(taught.stdout)).criteria.map(({ key }) => key)).toContain(
      'limit permutation/level',
    )
  })

  it('uses a file of other people for metrics that need one, and names its option', async () => {
    // Far from everybody in the original: people near the masked file were in it.
    const others = Array.from({ length: 30 }, (_, i) => `${90000 + 40 * i},${50 + i}`)
    const control = work.write('control.csv', `income,tax\n${others.join('\n')}\n`)
    const needing = policy('control.yaml', '{ limits: { risk/membership: 100 }, runs: 2 }')
    await sdc('run', seeded, '-o', work.path('beside.csv'))
    const roles = ['--schema', work.write('roles.yaml', schema.slice('schema: '.length))]
    const files = ['gate', data, work.path('beside.csv'), '--columns', 'income,tax', '--policy', needing, ...roles]
    const plans = ['gate', seeded, '--policy', needing]
    for (const gate of [files, plans]) {
      const without = await sdc(...gate, '--all')
      expect(without.status).toBe(3)
      expect(without.stdout).toMatch(/not met: limit risk\/membership: without a value[^]*--control FILE/)
      const { status, stdout } = await sdc(...gate, '--control', control, '--json')
      expect(status).toBe(0)
      const [{ worst }] = gateOutput.parse(JSON.parse(stdout)).criteria
      expect(worst).toBeGreaterThan(50)
      if (gate === plans) continue
      const measure = ['measure', ...files.slice(1, 5), '--control', control, '--metrics', 'risk/membership', '--json']
      expect(JSON.parse((await sdc(...measure)).stdout).metrics['risk/membership'].value).toBe(worst)
    }
    const missing = await sdc(...files, '--control', work.write('others.csv', 'a,b\n1,2\n'))
    expect(missing.status).toBe(2)
    expect(missing.stderr).toContain('has none of the columns of the original')
  })

  it('counts quasi-identifiers in a population', async () => {
    const rows = (count: number): string =>
      Array.from(
        { length: count },
        (_, i) => `${['north', 'south'][i % 2]},${20 + (i % 15)},${100 + ((i * 37) % 41)}`,
      ).join('\n')
    const sample = work.write('sample.csv', `region,age,income\n${rows(30)}\n`)
    const register = work.write('register.csv', `region,age,income\n${rows(300)}\n`)
    const keys =
      'schema: { columns: { region: { role: quasi-identifier }, age: { kind: categorical, role: quasi-identifier } } }'
    const step = 'steps: [{ use: noise/additive, columns: [income], params: { relativeVariance: 0.3 } }]'
    const own = work.write('keys.yaml', `data: sample.csv\nseed: 7\n${keys}\n${step}\n`)
    const unique = policy('unique.yaml', '{ limits: { risk/population-uniques: 5 }, runs: 2 }')
    const gate = ['gate', own, '--data', sample, '--policy', unique]
    const without = await sdc(...gate, '--all')
    expect(without.status).toBe(3)
    expect(without.stdout).toMatch(/without a value[^]*--population/)
    // Every combination belongs to one person of the sample, and ten of the register.
    const { status, stdout } = await sdc(...gate, '--population', register, '--json')
    expect(status).toBe(0)
    expect(gateOutput.parse(JSON.parse(stdout)).criteria[0].worst).toBe(0)
  })

  it('is not met without quasi-identifiers: status 2 without any role, 3 with other roles', async () => {
    await sdc('run', seeded, '-o', work.path('nobody.csv'))
    const limits = policy('dbrl.yaml', '{ limits: { risk/dbrl: 100 }, runs: 3 }')
    const gate = ['gate', data, work.path('nobody.csv'), '--policy', limits]
    const said = 'no quasi-identifier is named; 3 columns are released unmasked'
    for (const columns of [['--columns', 'income,tax'], ['--columns', 'all'], []]) {
      const bare = await sdc(...gate, ...columns)
      expect(bare.status).toBe(2)
      expect(bare.stderr).toContain(`NO_COLUMNS: ${said}: id, region, age`)
      expect(bare.stdout).toContain(`\nNot met: scientific-use of dbrl.yaml`)
    }
    const rolesOf = (columns: string): string[] => ['--schema', work.write('some.yaml', `columns: ${columns}\n`)]
    const others = await sdc(...gate, ...rolesOf('{ income: { role: confidential }, tax: { role: confidential } }'))
    expect(others.status).toBe(3)
    expect(others.stdout).toContain('\nTo do: name the quasi-identifiers.')
    const some = await sdc(...gate, '--quasi-identifiers', 'region', '--all')
    expect(some.status).toBe(3)
    expect(some.stdout).toContain('2 columns without a role are released unmasked: id, age')
    const named = await sdc(...gate, '--columns', 'income,tax', ...rolesOf(`{ id: { role: identifier }, ${keys} }`))
    expect(named.status).toBe(0)
  })

  it('refuses the manifest of another file', async () => {
    await sdc('run', seeded, '-o', work.path('changed.csv'))
    work.write('changed.csv', `${work.read('changed.csv').trimEnd()}\r\n`.replace('north', 'south'))
    const { status, stderr } = await sdc('gate', data, work.path('changed.csv'), '--policy', loose)
    expect(status).toBe(2)
    expect(stderr).toContain('is not the manifest of')
  })

  it('prints examples whose judgements match their names', async () => {
    const { status, stdout } = await sdc('gate', '--print', 'public-use')
    expect(status).toBe(0)
    const own = work.write('own.yaml', stdout)
    for (const named of ['public-use', own]) {
      const judged = await sdc('gate', seeded, '--policy', named, '--json')
      expect(judged.status).toBe(3)
      expect(gateOutput.parse(JSON.parse(judged.stdout)).release).toBe('public-use')
    }
  })

  it('writes JUnit without any data, and the same bytes again', async () => {
    const token = (what: string): string => `q${createHash('sha256').update(what).digest('hex').slice(0, 9)}`
    const rows = Array.from({ length: 40 }, (_, i) => [
      token(`id ${i}`),
      token(`level ${i % 4}`),
      `${1e6 + i * 7919}.5`,
      `${3e7 + i * 31}`,
    ])
    const [id, level, income, tax] = ['id', 'level', 'income', 'tax'].map((name) => token(`column ${name}`))
    work.write('tokens.csv', `${[id, level, income, tax].join(',')}\n${rows.map((row) => row.join(',')).join('\n')}\n`)
    const roles = `schema: { columns: { ${id}: { role: identifier }, ${level}: { role: confidential } } }`
    const own = `steps: [{ use: noise/additive, columns: [${income}, ${tax}], params: { relativeVariance: 0.317253 } }]`
    const path = work.write('tokens.yaml', `data: tokens.csv\nseed: 9183726\n${roles}\n${own}\n`)
    const strict = policy('strict.yaml', `{ limits: { risk/dbrl: 1, risk/suda: 1, risk/k-anonymity: 1 }, ${all} }`)
    const write = async (name: string): Promise<string> => {
      const { status } = await sdc('gate', path, '--policy', strict, '--junit', work.path(name))
      expect(status).toBe(3)
      return work.read(name)
    }
    const xml = await write('gate.xml')
    expect(await write('again.xml')).toBe(xml)
    expect(xml).toContain('failures="8"')
    // The column level is released unmasked and is named for it; no other column is.
    expect(xml).toContain(level)
    for (const secret of [id, income, tax, '0.317253', '9183726', ...new Set(rows.flat())])
      expect(xml).not.toContain(secret)
  })
})
