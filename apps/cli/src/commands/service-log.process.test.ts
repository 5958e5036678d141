import { appendFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { attackRunOutput, serviceAskOutput, serviceLogOutput } from '@sdc/workflow'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundledProgram } from '@sdc/testing/bundled-program'
import { peopleCsv, sdc, workFolder, type Outcome } from '../cli.fixture.js'

const work = workFolder()
const data = work.write('people.csv', peopleCsv())

async function build(name: string, ...more: readonly string[]): Promise<string> {
  const file = work.path(name)
  const columns = ['--columns', 'income', '--given', 'region,age,tax']
  const argv = ['service', 'build', 'services/camouflage', data, ...columns, '--private', file]
  const { status, stderr } = await sdc(...argv, '--set', 'protect=20', ...more)
  expect(status, stderr).toBe(0)
  return file
}

describe('services/camouflage at the command line', () => {
  it('writes a private file with a log, answers queries, and lists the answers', async () => {
    const keep = await build('keep.json')
    for (const name of [keep, `${keep}.log`]) expect(statSync(name).mode & 0o777).toBe(0o600)
    const first = await sdc('service', 'ask', keep, "sum(income) where region = 'north'", '--json')
    const answer = serviceAskOutput.parse(JSON.parse(first.stdout))
    const incomes = peopleCsv()
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))
    const total = incomes.filter((cells) => cells[1] === '"north"').reduce((sum, cells) => sum + Number(cells[2]), 0)
    expect(answer).toMatchObject({ number: 1, repeated: false, value: null, records: 30 })
    const [low, high] = answer.interval ?? []
    expect(low).toBeLessThanOrEqual(total)
    expect(high).toBeGreaterThanOrEqual(total)
    const again = await sdc('service', 'ask', keep, "SUM(income)  where region='north'", '--json')
    expect(serviceAskOutput.parse(JSON.parse(again.stdout))).toEqual({ ...answer, number: 2, repeated: true })
    const near = await sdc('service', 'ask', keep, "sum(income) where region = 'north' and tax in 0.25..100")
    expect(near.stdout).toMatch(/^refused: its records differ in fewer than 10/)
    const spoken = await sdc('service', 'ask', keep, 'regression(income, tax)')
    expect(spoken.stdout).toMatch(/^the constant: between \S+ and \S+\ntax: between/)
    // A link to the file has the same log.
    symlinkSync(keep, work.path('link.json'))
    expect((await sdc('service', 'ask', work.path('link.json'), 'count()', '--json')).stdout).toContain('"number": 5')
    const log = serviceLogOutput.parse(JSON.parse((await sdc('service', 'log', keep, '--json')).stdout))
    expect(log).toMatchObject({ queries: 5, answered: 4, refused: 1 })
    expect((await sdc('service', 'log', keep)).stdout).toMatch(
      /5 .*count\(\) +60 +60\n\n.*5 queries, 1 of them refused\n$/,
    )
    expect(statSync(`${keep}.log`).mode & 0o777).toBe(0o600)
  })

  it('answers nothing if its log is missing or was changed', async () => {
    const keep = await build('lost.json')
    appendFileSync(`${keep}.log`, '{}\n')
    for (const argv of [['ask', keep, 'count()'], ['log', keep]])
      expect(await sdc('service', ...argv)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/cannot be read at line 2/) }) // oxfmt-ignore
    rmSync(`${keep}.log`)
    expect(await sdc('service', 'ask', keep, 'count()')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /BAD_PLAN: the log of the service, .*lost\.json\.log, is not there[^]*the truth is in both/,
      ),
    })
  })

  it('is never overwritten, nor is a log', async () => {
    const keep = await build('once.json')
    const before = work.read('once.json')
    const again = ['service', 'build', 'services/camouflage', data, '--columns', 'income', '--private']
    expect(await sdc(...again, keep)).toMatchObject({ status: 2, stderr: expect.stringContaining('exists already') })
    expect(work.read('once.json')).toBe(before)
    writeFileSync(work.path('other.json.log'), '')
    expect(await sdc(...again, work.path('other.json'))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('other.json.log exists already'),
    })
  })

  it('takes the columns of conditions from the roles of a schema, if it has any', async () => {
    const schema = work.write(
      'roles.yaml',
      'columns: { id: { role: identifier }, income: { role: confidential }, region: { role: quasi-identifier }, age: { role: non-confidential } }\n',
    )
    const keep = work.path('roles.json')
    const { stderr } = await sdc('service', 'build', 'services/camouflage', data, '--schema', schema, '--private', keep)
    expect(stderr).toMatch(/not protected, because conditions may name them: age, region;/)
    expect((await sdc('service', 'ask', keep, 'sum(income) where tax in 0..1')).stderr).toContain('UNKNOWN_COLUMN')
  })
})

describe('attack camouflage', () => {
  it('computes protected values, and logs nothing', async () => {
    // A random key would change the number of refusals, and the sums, each time.
    const keep = await build('attacked.json', '--set', 'minimumDifference=2', '--seed', '1')
    const before = work.read('attacked.json.log')
    const { status, stdout, stderr } = await sdc('attack', 'camouflage', keep, '--json')
    expect(status, stderr).toBe(0)
    const found = attackRunOutput.parse(JSON.parse(stdout))
    expect(found).toMatchObject({ attack: 'attacks/camouflage', columns: ['income'], value: 100, used: 58 })
    const { columns } = found.tables ?? {}
    expect(columns).toMatchObject({ right: [58], known: [2], vectors: [3] })
    // The minimumDifference of the service applies: a set that differs in one record is refused.
    expect(columns.refused).toEqual([1])
    expect(stderr).toMatch(/all 60 records, by somebody who knows 2/)
    expect(work.read('attacked.json.log')).toBe(before)
    // Incomes are integers, which leave one solution whatever is known.
    expect((await sdc('attack', 'camouflage', keep, '--known-values', '1')).stdout).toContain(
      'camouflage: 100 %, of income',
    )
    const strict = await build('strict.json')
    expect((await sdc('attack', 'camouflage', strict, '--sample', '20')).stdout).toMatch(/no value: the service refuses all sums over sets that differ in few of the 20 records/) // oxfmt-ignore
  })

  it('needs no known value if totals are published', async () => {
    const keep = await build('totals.json', '--set', 'minimumDifference=2', '--seed', '1')
    const [, ...rows] = peopleCsv().trim().split('\r\n')
    const incomes = rows.map((row) => Number(row.split(',')[2]))
    const some = incomes.filter((_, i) => rows[i].includes('north'))
    const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
    const lines = [`sum(income),${total(incomes)}`, `mean(income) where region = 'north',${total(some) / some.length}`]
    const known = work.write('totals.csv', ['query,value', ...lines, ''].join('\n'))
    const { stdout, stderr } = await sdc('attack', 'camouflage', keep, '--published', known, '--json')
    const { value, used, tables } = attackRunOutput.parse(JSON.parse(stdout))
    expect([value, used, tables?.columns.facts]).toEqual([100, 60, [2]])
    expect(stderr).toMatch(/all 60 records, by somebody who knows 0/)
    const one = work.write('total.csv', ['query,value', lines[0], ''].join('\n'))
    expect((await sdc('attack', 'camouflage', keep, '--published', one)).stdout).toContain(
      'camouflage: 100 %, of income',
    )
  })

  // Rare cases among 1,500 keys: a vector leads in hardly any set, or the first solution has wrong entries.
  it.each(['693', '770', '1084'])('finds vectors that seldom lead (seed %s)', async (seed) => {
    const keep = await build(`rare-${seed}.json`, '--set', 'minimumDifference=2', '--seed', seed)
    const { stdout } = await sdc('attack', 'camouflage', keep, '--json')
    expect(attackRunOutput.parse(JSON.parse(stdout))).toMatchObject({ value: 100, used: 58 })
  })

  it('is mentioned when a service is built', async () => {
    expect((await sdc('service', 'build', '--help')).stdout).toMatch(/The weakness of services\/camouflage/)
    expect((await sdc('services', 'services/camouflage')).stdout).toMatch(/from k − 1 exact linear facts/)
    expect((await sdc('attacks', 'attacks/camouflage')).stdout).toContain('a service (sdc attack camouflage FILE)')
  })
})

describe('simultaneous queries', () => {
  let program = ''
  beforeAll(async () => {
    program = await bundledProgram('apps/cli/src/cli.ts', work.path('sdc.mjs'))
  })
  const ask = (file: string, query: string): Promise<Outcome> =>
    new Promise((resolve) =>
      execFile(process.execPath, [program, 'service', 'ask', file, query], (error, stdout, stderr) => {
        resolve({ status: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr })
      }),
    )

  it('for close sets are answered once, and all are in the log', async () => {
    const keep = await build('busy.json')
    const asked = await Promise.all([50, 51, 52, 53, 54].map((age) => ask(keep, `sum(income) where age in 20..${age}`)))
    expect(asked.map(({ status, stderr }) => [status, stderr])).toEqual(asked.map(() => [0, '']))
    expect(asked.filter(({ stdout }) => stdout.startsWith('between'))).toHaveLength(1)
    const log = serviceLogOutput.parse(JSON.parse((await sdc('service', 'log', keep, '--json')).stdout))
    expect(log).toMatchObject({ queries: 5, answered: 1, refused: 4 })
    expect(readdirSync(dirname(keep)).filter((name) => /\.lock$|\.tmp$/.test(name))).toEqual([])
  })
})
