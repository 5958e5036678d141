import { existsSync, readdirSync, statSync } from 'node:fs'
import os from 'node:os'
import { dirname } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { cpuSeconds } from '@sdc/testing/cpu-seconds'
import { peopleCsv, sdc, workFolder } from './cli.fixture.js'

const { path, write, read } = workFolder()
const data = write('people.csv', peopleCsv())
const names = (): string[] => readdirSync(dirname(data)).sort()
const mask = (...more: readonly string[]): ReturnType<typeof sdc> =>
  sdc('mask', data, '--method', 'microaggregation/mdav', '--columns', 'income,tax', ...more)

const release = (name: string): string[] => {
  const accepted = ['--accept-open', 'id', '--accept-open', 'age']
  return ['--release', ...accepted, '--private', path(`${name}.json`), '-o', path(`${name}.csv`)]
}

const plan = (rest: string): string => write('plan.yaml', `data: people.csv\nseed: 1\n${rest}`)
const steps = 'steps: [{ use: noise/additive, columns: [income] }]\n'
const grid = (count: number): string => `[${Array.from({ length: count }, (_, i) => 0.001 * (i + 1)).join(', ')}]`
const candidate = `{ use: noise/correlated, grid: { relativeVariance: ${grid(2500)} } }`

/** Names in a plan or option are looked up, and sizes are checked, before anything runs or is written. */
const cases: readonly (readonly [string, () => readonly string[], RegExp])[] = [
  [
    'a metric of a plan that nobody registered',
    () => ['run', plan(`${steps}metrics: [risk/dll]\n`), '-o', path('never.csv')],
    /UNKNOWN_METRIC.*risk\/dll/,
  ],
  [
    'a parameter of a metric of a plan',
    () => ['run', plan(`${steps}metrics: [{ use: risk/dld, params: { depth: 1 } }]\n`), '-o', path('never.csv')],
    /BAD_PARAMETER.*depth/,
  ],
  [
    'a metric of a comparison',
    () => ['compare', data, '--columns', 'income', '--metrics', 'risk/dll', '-o', path('never')],
    /UNKNOWN_METRIC/,
  ],
  [
    'an axis of a comparison',
    () => ['compare', data, '--columns', 'income', '--risk', 'risk/none', '-o', path('never')],
    /UNKNOWN_METRIC/,
  ],
  [
    'a method of a comparison',
    () => ['compare', plan('compare: { candidates: [{ use: noise/none }], columns: [income] }\n'), '-o', path('never')],
    /UNKNOWN_METHOD/,
  ],
  [
    'a further step of a comparison',
    () => [
      'compare',
      plan('compare: { candidates: [{ use: noise/additive }], then: [[reverse-map/none]], columns: [income] }\n'),
      '-o',
      path('never'),
    ],
    /UNKNOWN_METHOD/,
  ],
  [
    'a parameter of a candidate',
    () => [
      'compare',
      plan('compare: { candidates: [{ use: noise/additive, grid: { variance: [1] } }], columns: [income] }\n'),
      '-o',
      path('never'),
    ],
    /BAD_PARAMETER/,
  ],
  [
    'the folder of the output',
    () => ['run', plan(steps), '-o', path('none/never.csv')],
    /FILE.*no such file or folder/,
  ],
  [
    'the folder of the private file',
    () => ['run', plan(steps), '--private', path('none/k.json'), '-o', path('never.csv')],
    /FILE.*k\.json cannot be written: there is no such/,
  ],
  [
    'the folder of the groups',
    () => ['run', plan(steps), '--groups', path('none/g.csv'), '-o', path('never.csv')],
    /FILE.*g\.csv cannot be written: there is no such/,
  ],
  [
    'the folder of an improved file',
    () => ['optimize', data, data, '--columns', 'income,tax', '-o', path('none/never.csv')],
    /FILE.*no such file or folder/,
  ],
  [
    'the folder of the origins of an improved file',
    () => [
      'optimize',
      data,
      data,
      '--columns',
      'income',
      '--write-origin',
      path('none/o.csv'),
      '-o',
      path('never.csv'),
    ],
    /FILE.*o\.csv cannot be written: there is no such/,
  ],
  [
    'a grid of six million candidates',
    () => [
      'compare',
      plan(
        `compare: { candidates: [${candidate.replace('} }', `, center: ${grid(2400)} } }`)}], columns: [income] }\n`,
      ),
      '-o',
      path('never'),
    ],
    /BAD_PLAN.*at least 6000000 candidates.*the limit is 10000/,
  ],
  [
    'a billion replicates',
    () => ['compare', data, '--columns', 'income', '--replicates', '1e9', '-o', path('never')],
    /1000000000 runs of every candidate are too many: at most 1000/,
  ],
  [
    'a million million runs of an attack',
    () => ['attack', 'linkage', plan(steps), '--replicates', '1e12'],
    /1000000000000 runs of the plan are too many: at most 1000000/,
  ],
  [
    'a cell of 300 MB',
    () => ['measure', write('long.csv', `income\n"${'x,\n'.repeat(1e8)}"\n`), data, '--columns', 'income'],
    /FILE.*line 2: a cell of 300\.0 million letters/,
  ],
]

describe('before the work', () => {
  // The modules loaded by the first command are not counted.
  beforeAll(() => sdc('metrics', 'risk/dld'))

  it.each(cases)('refuses %s', async (_, argv, message) => {
    const line = argv()
    const before = names()
    const began = cpuSeconds()
    const { status, stdout, stderr } = await sdc(...line)
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)])
    expect(stderr).not.toMatch(/\n\s+at /)
    // CPU seconds; the work itself would take minutes.
    expect(cpuSeconds() - began).toBeLessThan(10)
    expect(names()).toEqual(before)
  })
})

describe('a file larger than memory', () => {
  const optimize = (): ReturnType<typeof sdc> =>
    sdc('optimize', data, data, '--columns', 'income,tax', '-o', path('never.csv'))

  it('is refused before the work with the number of records that fit, and before reading if it is much too long', async () => {
    const before = names()
    // 60 records of 5 columns take 12,000 bytes by the estimate; the file itself has 1.6 kB.
    const total = vi.spyOn(os, 'totalmem').mockReturnValue(6000)
    const records = await optimize()
    total.mockReturnValue(600)
    const bytes = await optimize()
    total.mockRestore()
    expect([records.status, records.stderr]).toEqual([
      2,
      expect.stringMatching(/FILE: masking 60 records of 5 columns/),
    ])
    expect(records.stderr).toContain('About 30 of its records fit')
    const share = Math.floor((100 * 1500) / statSync(data).size)
    expect([bytes.status, bytes.stderr]).toEqual([2, expect.stringContaining(`${share} % of its records fit`)])
    expect(names()).toEqual(before)
  })
  it('is refused by a method that needs the whole file, with the memory required', async () => {
    const before = names()
    const total = vi.spyOn(os, 'totalmem').mockReturnValue(6000)
    const { status, stderr } = await mask('--seed', '1', '-o', path('never.csv'))
    total.mockRestore()
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(
        /BAD_OPTION: microaggregation\/mdav does not run out of core.*needs about 1 MB, and 0 MB are allowed/,
      ),
    ])
    expect(names()).toEqual(before)
  })
})

describe('the file of the groups', () => {
  it('is for its owner only, and never overwritten', async () => {
    const groups = path('groups.csv')
    expect((await mask('--seed', '1', '--groups', groups, '-o', path('a.csv'))).status).toBe(0)
    expect(statSync(groups).mode & 0o777).toBe(0o600)
    const held = read('groups.csv')
    const again = await mask('--seed', '2', '--groups', groups, '-o', path('b.csv'))
    expect([again.status, again.stderr]).toEqual([2, expect.stringMatching(/BAD_OPTION.*groups.*exists already/)])
    expect(read('groups.csv')).toBe(held)
    expect(existsSync(path('b.csv'))).toBe(false)
  })
})

describe('the public manifest', () => {
  it('mentions reverse mapping only if parameters are published', async () => {
    const made = await mask('--reverse-map', ...release('map'))
    expect(made.status).toBe(0)
    expect(read('map.manifest.json')).not.toMatch(/reverse/)
    await mask('--reverse-map', '--publish-params', '--seed', '1', '-o', path('said.csv'))
    expect(read('said.manifest.json')).toMatch(/reverse-map\/rank/)
  })
})

describe('a private file of another contract', () => {
  it('is refused with a sentence by every command', async () => {
    await mask(...release('own'))
    const other = write('other.json', read('own.json').replace(/"contract":"\d+/, '"contract":"9'))
    for (const argv of [
      ['run', other, '--data', data, '-o', path('other.csv')],
      ['measure', data, path('own.csv'), '--columns', 'income', '--origin', other],
    ]) {
      const { status, stderr } = await sdc(...argv)
      expect([status, stderr]).toEqual([2, expect.stringMatching(/BAD_PLAN.*the private file has contract 9\.0\.0/)])
    }
    expect(existsSync(path('other.csv'))).toBe(false)
  })
})
