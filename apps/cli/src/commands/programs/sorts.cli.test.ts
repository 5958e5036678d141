import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { attackRunOutput, attacksOutput, serviceAskOutput, serviceFileForm, servicesOutput } from '@sdc/workflow'
import { peopleCsv, sdc, workFolder } from '../../cli.fixture.js'

const work = workFolder()
const data = work.write('people.csv', peopleCsv())
/** Plugin of a third party: one file in the folder of the data, which imports none of our packages. */
const plugin = work.write(
  'plugin.mjs',
  `import * as z from ${JSON.stringify(import.meta.resolve('zod'))}
const words = { title: 'T', summary: 'S.', formula: 'f', source: [{ where: 'a test' }] }
const least = z.int().min(1).default(5).meta({ description: 'The fewest records of an answer.', unit: 'records' })
const counts = {
  ...words,
  id: 'third/counts',
  traits: { accepts: ['numeric', 'nominal'], stochastic: false, missing: 'keep', given: 'unused' },
  params: z.object({ least }),
  build: ({ data, columns, params }) => ({
    format: 'counts 1',
    json: { least: params.least, levels: Object.fromEntries(columns.map((name) => [name, data.column(name).levels ?? null])) },
    arrays: new Map(columns.map((name) => [name, (data.column(name).values ?? data.column(name).codes).slice()])),
  }),
  open: ({ json, arrays }) => ({
    asks: ['count', 'sum'],
    answer({ ask, columns, where = {} }) {
      const inside = (i) => Object.entries(where).every(([name, wanted]) => {
        const value = arrays.get(name)[i]
        if (typeof wanted === 'string') return json.levels[name][value] === wanted
        return typeof wanted === 'number' ? value === wanted : value >= wanted[0] && value <= wanted[1]
      })
      const set = [...[...arrays.values()][0].keys()].filter(inside)
      if (set.length < json.least) return { value: null, refused: 'too few records' }
      return { value: ask === 'count' ? set.length : set.reduce((sum, i) => sum + arrays.get(columns[0])[i], 0) }
    },
  }),
}
const rule = {
  ...words,
  id: 'third/rule',
  step: 'sensitivity',
  params: z.object({ least: least.default(3) }),
  protect: ({ table, params }) => ({ status: Uint8Array.from(table.counts, (n) => Number(n > 0 && n < params.least)) }),
}
export default { name: 'third', version: '1.0.0', sdc: '^1', services: [counts], tables: [rule] }
`,
)
const withPlugin = ['--plugin', plugin]

describe('contributions of a third party', () => {
  it('are listed with the others of their sort, each with its card', async () => {
    expect((await sdc('services', ...withPlugin)).stdout).toMatch(/third\/counts +\S/)
    expect((await sdc('tables', 'third/rule', ...withPlugin)).stdout).toContain('sensitivity: finds the cells')
    expect((await sdc('tables')).stdout).toMatch(/tabular\/p-percent +p % rule +p=p/)
    const services = servicesOutput.parse(JSON.parse((await sdc('services', '--json')).stdout))
    expect(services.map(({ id }) => id)).toEqual(['services/camouflage'])
    const attacks = attacksOutput.parse(JSON.parse((await sdc('attacks', '--json')).stdout))
    expect(attacks.map(({ id }) => id)).toContain('attacks/inversion')
    expect((await sdc('attacks', 'attacks/inversion')).stdout).toContain('--known masked=FILE')
    expect(await sdc('attacks', 'attacks/inversoin')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/UNKNOWN_ATTACK.*Did you mean attacks\/inversion/s),
    })
  })

  it('answer queries from a file for its owner only', async () => {
    const out = work.path('people.service')
    const built = await sdc(
      'service',
      'build',
      'third/counts',
      data,
      '--columns',
      'income,region,age',
      '--private',
      out,
      ...withPlugin,
    )
    expect(built).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringContaining('keep it and its log secret'),
    })
    expect(statSync(out).mode & 0o777).toBe(0o600)
    expect(serviceFileForm.safeParse(JSON.parse(work.read('people.service'))).error?.issues ?? []).toEqual([])
    const ask = (query: string, ...more: readonly string[]): ReturnType<typeof sdc> =>
      sdc('service', 'ask', out, query, ...more, ...withPlugin)
    expect((await ask("count() where region = 'north'")).stdout).toBe('30\n')
    expect((await ask('count() where age in 20..20')).stdout).toBe('refused: too few records\n')
    const json = serviceAskOutput.parse(JSON.parse((await ask("sum(income) where region = 'north'", '--json')).stdout))
    const incomes = peopleCsv()
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))
    const total = incomes.filter((cells) => cells[1] === '"north"').reduce((sum, cells) => sum + Number(cells[2]), 0)
    expect(json).toMatchObject({ value: total, query: { where: { region: 'north' } } })
    expect(await ask('count() were')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/character 9/),
    })
    expect((await sdc('service', 'ask', out, 'count()')).stderr).toMatch(/UNKNOWN_SERVICE.*--plugin third/s)
    expect((await sdc('service', 'build', 'third/counts', data, '--private', data, ...withPlugin)).stderr).toContain(
      'overwritten',
    )
  })

  it('suppress the cells of a table', async () => {
    const table = work.write('table.csv', 'region,n\nnorth,2\nsouth,7\nTotal,9\n')
    const apply = (path: string, ...more: readonly string[]): ReturnType<typeof sdc> =>
      sdc('table', 'apply', 'third/rule', path, '--by', 'region', '--value', 'n', ...more, ...withPlugin)
    const { status, stderr } = await apply(table, '--count', 'n', '-o', work.path('shown.csv'))
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining('3 cells: 2 published, 1 primary'),
    })
    expect(work.read('shown.csv')).toBe('region,n,status\nnorth,,primary\nsouth,7,published\nTotal,9,published\n')
    const wrong = work.write('wrong.csv', 'region,n\nnorth,2\nsouth,7\nTotal,10\n')
    expect(await apply(wrong, '-o', work.path('none.csv'))).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/BAD_TABLE: "n" of region=Total is 10, its 2 cells sum to 9/),
    })
  })
})

describe('attack run', () => {
  it('runs a listed attack with the knowledge of its intruder', async () => {
    const released = work.write('released.csv', 'income\n1\n5\n9\n')
    const masked = work.write('masked.csv', 'income\n21\n5\n13\n')
    const run = (...more: readonly string[]): ReturnType<typeof sdc> =>
      sdc('attack', 'run', 'attacks/inversion', released, '--columns', 'income', ...more)
    const set = ['--set', 'functions=[{"kind":"linear","a":2,"b":3}]']
    const { stdout } = await run('--known', `masked=${masked}`, ...set, '--json')
    expect(attackRunOutput.parse(JSON.parse(stdout))).toMatchObject({ value: 100, unit: '%', used: 3 })
    expect((await run('--known', `masked=${masked}`, ...set)).stdout).toContain('attacks/inversion: 100 %')
    expect(await run()).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/needs to know: masked\n +--known masked=FILE: Masked file before/),
    })
    expect((await run('--known', 'masked')).stderr).toContain('BAD_OPTION')
  })

  it('has a help text and JSON Schemas', async () => {
    for (const command of [
      ['service'],
      ['service', 'build'],
      ['service', 'ask'],
      ['table', 'apply'],
      ['table', 'build'],
      ['table', 'read'],
      ['attack', 'run'],
    ]) {
      const { status, stdout } = await sdc(...command, '--help')
      expect(status).toBe(0)
      expect(stdout).toContain(`Usage: sdc ${command.join(' ')}`)
    }
    for (const name of [
      'services',
      'table',
      'tables',
      'attacks',
      'service',
      'service-ask',
      'service-log',
      'attack-run',
    ])
      expect(JSON.parse((await sdc('schema', name)).stdout)).toHaveProperty('$schema')
  })
})
