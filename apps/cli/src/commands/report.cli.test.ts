import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { paperAxes, peopleCsv, sdc, workFolder } from '../cli.fixture.js'

const work = workFolder()
const modeOf = (name: string): number => statSync(work.path(name)).mode & 0o777
const data = work.write('people.csv', peopleCsv())
const plan = work.write(
  'plan.yaml',
  `data: people.csv
schema: { columns: { id: { role: identifier } } }
steps:
  - { use: noise/additive, columns: [income, tax], params: { relativeVariance: 0.3 } }
acceptOpen: [region, age]
`,
)

describe('outputs of a run', () => {
  it('include an internal report for its owner only', async () => {
    const { status, stderr } = await sdc('run', plan, '--seed', '7', '-o', work.path('masked.csv'))
    expect(status, stderr).toBe(0)
    const report = work.read('masked.report.INTERNAL.html')
    expect(/sdc-classification[^>]*internal/i.test(report)).toBe(true)
    expect(report.includes('Made with a seed')).toBe(true)
    expect(report.includes('<script')).toBe(false)
    expect(modeOf('masked.report.INTERNAL.html')).toBe(0o600)
    expect(stderr).toContain(`wrote ${work.path('masked.report.INTERNAL.html')}: facts about the original`)
    await sdc('run', plan, '--seed', '7', '--no-report', '-o', work.path('alone.csv'))
    expect(readdirSync(work.path('.')).filter((name) => name.startsWith('alone'))).toEqual([
      'alone.csv',
      'alone.manifest.json',
    ])
  })
})

describe('sdc report of a release', () => {
  beforeAll(async () => {
    mkdirSync(work.path('release'))
    const out = ['--private', work.path('release/keep.json'), '-o', work.path('release/out.csv')]
    const { status, stderr } = await sdc('run', plan, '--release', ...out)
    expect(status, stderr).toBe(0)
  })

  it('equals the reports of the run: the internal one next to the private file, the public one next to the masked file', async () => {
    const names = readdirSync(work.path('release')).sort()
    const reports = ['out.report.INTERNAL.html', 'out.report.PUBLIC.html']
    expect(names).toEqual(['keep.json', 'out.csv', 'out.manifest.json', ...reports])
    expect([modeOf('release/out.report.INTERNAL.html'), modeOf('release/out.report.PUBLIC.html')]).toEqual([
      0o600,
      modeOf('release/out.csv'),
    ])
    const folder = work.path('release')
    for (const [flags, word] of [
      [[], 'INTERNAL'],
      [['--public'], 'PUBLIC'],
    ] as const) {
      const asked = ['report', folder, '--data', data, ...flags, '-o', work.path('again.html')]
      const { status, stderr } = await sdc(...asked)
      expect(status, stderr).toBe(0)
      expect(stderr).toContain(`wrote ${work.path(`again.${word}.html`)}: the name shows who may read it`)
      expect(work.read(`again.${word}.html`)).toBe(work.read(`release/out.report.${word}.html`))
    }
    expect((await sdc('report', folder, '--data', data, '--public', '-o', '-')).stdout).toBe(
      work.read('release/out.report.PUBLIC.html'),
    )
  })

  it('is judged by a policy if one is named', async () => {
    const asked = ['--policy', 'public-use', '--today', '2030-01-31', '-o', work.path('judged.html')]
    const { status, stderr } = await sdc('report', work.path('release'), '--data', data, ...asked)
    expect(status, stderr).toBe(0)
    expect(/Requirements of the policy/.test(work.read('judged.INTERNAL.html'))).toBe(true)
  })

  it('is refused if the original or the masked file is another one', async () => {
    const out = ['-o', work.path('refused.html')]
    const other = work.write('other.csv', peopleCsv().replace('0001', '9001'))
    const wrong = await sdc('report', work.path('release'), '--data', other, ...out)
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringMatching(/^sdc: WRONG_INPUT: .*private file/)])
    const without = await sdc('report', work.path('release'), ...out)
    expect([without.status, without.stderr]).toEqual([2, expect.stringMatching(/original.*not next to it\n.*--data/)])
    mkdirSync(work.path('changed'))
    for (const name of ['keep.json', 'out.csv'])
      writeFileSync(work.path(`changed/${name}`), work.read(`release/${name}`))
    writeFileSync(work.path('changed/out.csv'), `${work.read('release/out.csv')}\n`)
    const changed = await sdc('report', work.path('changed'), '--data', data, ...out)
    expect([changed.status, changed.stderr]).toEqual([
      2,
      expect.stringMatching(/WRONG_INPUT: the masked file of .* is not in/),
    ])
    writeFileSync(work.path('changed/keep2.json'), work.read('release/keep.json'))
    const two = await sdc('report', work.path('changed'), '--data', data, ...out)
    expect(two.stderr).toMatch(/several private files: .*keep\.json, .*keep2\.json/)
    expect(readdirSync(work.path('.')).filter((name) => name.startsWith('refused'))).toEqual([])
  })

  it('has no public version for a run with a seed', async () => {
    mkdirSync(work.path('seeded'))
    const files = ['--private', work.path('seeded/keep.json'), '-o', work.path('seeded/out.csv')]
    await sdc('run', plan, '--seed', '7', ...files)
    const { status, stderr } = await sdc(
      'report',
      work.path('seeded'),
      '--data',
      data,
      '--public',
      '-o',
      work.path('x.html'),
    )
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/BAD_OPTION: a run with a seed has no public report\n.*--release/),
    ])
  })
})

describe('sdc report of a comparison', () => {
  const folder = work.path('comparison')
  const out = ['-o', work.path('choice.html')]
  beforeAll(async () => {
    const tries = [
      '--try',
      'noise/additive relativeVariance=0.1,0.5',
      '--no-reverse-map',
      ...paperAxes,
      '--replicates',
      '2',
    ]
    const asked = ['compare', data, '--columns', 'income,tax', ...tries, '--limit', 'risk/dr-combine=100', '-o', folder]
    const { status, stderr } = await sdc(...asked)
    expect(status, stderr).toBe(0)
  })

  it('equals the one that it wrote, byte for byte, also without a seed', async () => {
    expect(modeOf('comparison/report.INTERNAL.html')).toBe(0o600)
    const { status, stderr } = await sdc('report', folder, ...out)
    expect(status, stderr).toBe(0)
    expect(work.read('choice.INTERNAL.html')).toBe(work.read('comparison/report.INTERNAL.html'))
    expect(work.read('choice.INTERNAL.html')).toContain('nothing was released')
  })

  it('is refused for the public, without its data, and for other folders', async () => {
    const fails = async (...argv: string[]): Promise<string> => {
      const { status, stderr } = await sdc('report', ...argv)
      expect(status).toBe(2)
      return stderr
    }
    expect(await fails(folder, '--public', ...out)).toMatch(/BAD_OPTION: a comparison has no public report/)
    expect(await fails(folder, '-o', work.path('choice.PUBLIC.html'))).toMatch(
      /says PUBLIC, and the report is INTERNAL/,
    )
    expect(await fails(folder, '--data', work.path('gone.csv'), ...out)).toMatch(
      /FILE: .*its data file .* does not exist/,
    )
    expect(await fails(folder, '--for', 'public-use', ...out)).toMatch(/--for needs a policy/)
    expect(await fails(data, ...out)).toMatch(/FILE: .*people\.csv is a file\n.*Name the folder/)
    expect(await fails(work.path('gone'), ...out)).toMatch(/FILE: there is no folder/)
    mkdirSync(work.path('empty'))
    expect(await fails(work.path('empty'), ...out)).toMatch(/BAD_OPTION: there is nothing in .*empty to report on/)
    const json = work.read('comparison/comparison.json')
    writeFileSync(`${folder}/comparison.json`, json.slice(0, 900))
    expect(await fails(folder, ...out)).toMatch(/BAD_PLAN: .*comparison\.json/)
    writeFileSync(`${folder}/comparison.json`, '{"n": 3}')
    expect(await fails(folder, ...out)).toMatch(/BAD_PLAN/)
    rmSync(`${folder}/chosen-plan.yaml`)
    expect(await fails(folder, ...out)).toMatch(/has a comparison and no chosen-plan\.yaml/)
  })
})
