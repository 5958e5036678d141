import { existsSync, statSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { paperAxes, peopleCsv, sdc, workFolder } from './cli.fixture.js'
import { checkOutput, methodsOutput, metricsOutput } from '@sdc/workflow'
import { compareOutput } from '@sdc/search'
import { measureOutput } from '@sdc/release'

const work = workFolder()
const data = work.write('people.csv', peopleCsv())
const schema = work.write(
  'schema.yaml',
  'columns:\n  id: { role: identifier }\n  income: { role: confidential }\n  tax: { role: confidential }\n',
)

const table = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
const column = (text: string, name: string): string[] => {
  const [header, ...rows] = table(text)
  return rows.map((row) => row[header.indexOf(name)])
}
const numbersOf = (text: string, name: string): number[] => column(text, name).map(Number)
const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)
const conforms = (schemaOf: z.ZodType, text: string): void =>
  expect(schemaOf.safeParse(JSON.parse(text)).error?.issues ?? []).toEqual([])

describe('mask', () => {
  it('changes the given columns, and leaves every other byte unchanged', async () => {
    const { status, stdout, stderr } = await sdc(
      'mask',
      data,
      '--method',
      'noise/additive',
      '--columns',
      'income',
      '--seed',
      '1',
    )
    expect(status).toBe(0)
    for (const name of ['id', '"region"', 'tax', 'age']) expect(column(stdout, name)).toEqual(column(peopleCsv(), name))
    expect(numbersOf(stdout, 'income').every((value, i) => value !== numbersOf(peopleCsv(), 'income')[i])).toBe(true)
    expect(stderr).toContain('not for release')
  })

  it('is repeatable with a seed and random without, for any order of the columns', async () => {
    const args = ['mask', data, '--method', 'noise/additive', '--columns']
    const first = await sdc(...args, 'income,tax', '--seed', '1')
    expect((await sdc(...args, 'tax,income', '--seed', '1')).stdout).toBe(first.stdout)
    expect((await sdc(...args, 'income,tax', '--seed', '2')).stdout).not.toBe(first.stdout)
    expect((await sdc(...args, 'income,tax')).stdout).not.toBe((await sdc(...args, 'income,tax')).stdout)
  })

  it('does not depend on the order of the group columns', async () => {
    const args = [
      'mask',
      data,
      '--method',
      'noise/additive',
      '--columns',
      'income',
      '--seed',
      '1',
      '--small-groups',
      'pooled',
      '--by',
    ]
    const first = await sdc(...args, 'region,age')
    expect(first.status).toBe(0)
    expect(first.stderr).toMatch(/masked together with those of the nearest values: \(age=.*; age=/)
    expect((await sdc(...args, 'age,region')).stdout).toBe(first.stdout)
  })

  it('masks within groups, also if a column is constant in one of them', async () => {
    const lines = Array.from({ length: 80 }, (_, i) => `${i < 40 ? 'a' : 'b'},${i < 40 ? 5 : i},${(i * i) % 101}`)
    const path = work.write('constant-in-group.csv', `g,x,y\r\n${lines.join('\r\n')}\r\n`)
    const method = ['--method', 'copula/data-shuffling', '--columns', 'x,y', '--by', 'g', '--seed', '1']
    const { stdout, stderr, status } = await sdc('mask', path, ...method)
    expect([status, stderr]).toEqual([0, expect.stringMatching(/g=a: .*"x" is released unchanged/)])
    expect(new Set(column(stdout, 'x').slice(0, 40))).toEqual(new Set(['5']))
    expect(column(stdout, 'y').slice(0, 40)).not.toEqual(lines.slice(0, 40).map((line) => line.split(',')[2]))
  })

  it('reverse-maps: every masked column has the original values', async () => {
    const { stdout } = await sdc(
      'mask',
      data,
      '--method',
      'noise/additive',
      '--columns',
      'income,tax',
      '--reverse-map',
      '--by',
      'region',
      '--seed',
      '1',
    )
    for (const name of ['income', 'tax']) {
      expect(sorted(numbersOf(stdout, name))).toEqual(sorted(numbersOf(peopleCsv(), name)))
      expect(numbersOf(stdout, name)).not.toEqual(numbersOf(peopleCsv(), name))
    }
  })

  it('writes the file with a public manifest', async () => {
    const out = work.path('masked.csv')
    expect(
      (
        await sdc(
          'mask',
          data,
          '--method',
          'swapping/rank-swap',
          '--columns',
          'income',
          '--set',
          'percent=10',
          '--seed',
          '1',
          '-o',
          out,
        )
      ).status,
    ).toBe(0)
    expect(JSON.parse(work.read('masked.manifest.json'))).toMatchObject({
      methods: ['swapping/rank-swap'],
      randomness: 'seeded: not for release',
    })
  })
})

describe('a release', () => {
  it('drops identifiers, shuffles records, replays bit for bit, and is measured with its private file', async () => {
    const [out, keep] = [work.path('public.csv'), work.path('keep.json')]
    const made = await sdc(
      'mask',
      data,
      '--method',
      'microaggregation/mdav',
      '--set',
      'k=4',
      '--schema',
      schema,
      '--release',
      '--accept-open',
      'age',
      '--private',
      keep,
      '-o',
      out,
    )
    expect(made.status).toBe(0)
    expect(made.stderr).toContain('dropped identifiers: id')
    expect(made.stderr).toContain(`next: sdc measure ${data} ${out} --origin ${keep}\n`)
    expect(made.stderr).toContain('released unmasked and unchanged: region, age')
    expect(table(work.read('public.csv'))[0]).toEqual(['"region"', 'income', 'tax', 'age'])
    expect(statSync(keep).mode & 0o777).toBe(0o600)
    const manifest = work.read('public.manifest.json')
    for (const secret of [JSON.parse(work.read('keep.json')).key, '"k"', 'hmac', 'Hmac', 'origin'])
      expect(manifest).not.toContain(secret)

    const again = await sdc('run', keep, '--data', data, '-o', work.path('again.csv'))
    expect(again.status).toBe(0)
    expect(again.stderr).toContain('bit for bit')
    expect(work.read('again.csv')).toBe(work.read('public.csv'))

    const measured = await sdc('measure', data, out, '--columns', 'income,tax', '--origin', keep, '--json')
    // The private file names the columns and the methods, so the command line needs none.
    const asSaid = await sdc('measure', data, out, '--origin', keep, '--json')
    expect(asSaid.status, asSaid.stderr).toBe(0)
    expect(JSON.parse(asSaid.stdout).metrics).toEqual(JSON.parse(measured.stdout).metrics)
    const mapped = await sdc('reverse-map', data, out, '--origin', keep, '-o', work.path('mapped.csv'))
    expect(mapped.status, mapped.stderr).toBe(0)
    expect(work.read('mapped.csv')).not.toBe(work.read('public.csv'))
    const unreleased = await sdc(
      'mask',
      data,
      '--method',
      'microaggregation/mdav',
      '--set',
      'k=4',
      '--columns',
      'income,tax',
      '-o',
      work.path('ordered.csv'),
    )
    expect(unreleased.status).toBe(0)
    const inOrder = await sdc('measure', data, work.path('ordered.csv'), '--columns', 'income,tax', '--json')
    const value = (text: string, id: string): number => JSON.parse(text).metrics[id].value
    // MDAV draws no random numbers: both files have the same masked values, the released one in another order.
    for (const id of ['loss/sse-ratio', 'risk/dld', 'risk/interval-disclosure'])
      expect(value(measured.stdout, id)).toBeCloseTo(value(inOrder.stdout, id), 9)

    const other = work.write('other.csv', peopleCsv().replace('north', 'south'))
    const refused = await sdc('run', keep, '--data', other, '-o', work.path('refused.csv'))
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('WRONG_INPUT')
    expect(existsSync(work.path('refused.csv'))).toBe(false)
  })

  it('is measured with the missing values from its private file', async () => {
    const coded = work.write('coded.csv', peopleCsv().replace(/"north",[\d.]+,/, '"north",-9,'))
    const codes = work.write(
      'codes.yaml',
      "columns: { income: { role: confidential, missing: ['-9'] }, region: { role: quasi-identifier, kind: categorical } }",
    )
    const [out, keep] = [work.path('coded-public.csv'), work.path('coded-keep.json')]
    const masked = await sdc(
      'mask',
      coded,
      '--method',
      'noise/additive',
      '--schema',
      codes,
      '--release',
      ...['id', 'region', 'age', 'tax'].flatMap((name) => ['--accept-open', name]),
      '--private',
      keep,
      '-o',
      out,
    )
    expect(masked.status).toBe(0)
    expect(masked.stderr).toMatch(/NOT MASKED, because it masks numeric columns only: region/)
    const args = [
      'measure',
      coded,
      out,
      '--columns',
      'income',
      '--metrics',
      'loss/sse-ratio',
      '--origin',
      keep,
      '--json',
    ]
    const value = (text: string): unknown => JSON.parse(text).metrics['loss/sse-ratio']
    const measured = await sdc(...args)
    expect(value(measured.stdout)).toEqual(value((await sdc(...args, '--schema', codes)).stdout))
    expect(value(measured.stdout)).toMatchObject({ used: 59 })
  })

  it('never overwrites a private file, which may be the only key to an earlier release', async () => {
    const keep = work.write('kept.json', 'the key to an earlier release')
    const args = [
      'mask',
      data,
      '--method',
      'noise/additive',
      '--columns',
      'income',
      '--release',
      '--private',
      keep,
      '-o',
    ]
    const { status, stderr } = await sdc(...args, work.path('second.csv'))
    expect(status).toBe(2)
    expect(stderr).toMatch(/BAD_OPTION.*exists already/)
    expect(work.read('kept.json')).toBe('the key to an earlier release')
    expect(existsSync(work.path('second.csv'))).toBe(false)
  })

  it('needs a private file, an output, and no seed', async () => {
    const args = ['mask', data, '--method', 'noise/additive', '--columns', 'income', '--release']
    const out = work.path('never.csv')
    for (const more of [
      ['-o', out],
      ['-o', out, '--private', work.path('p.json'), '--seed', '1'],
      ['--private', work.path('p.json')],
    ]) {
      const { status, stderr } = await sdc(...args, ...more)
      expect(status).toBe(2)
      expect(stderr).toContain('BAD_OPTION')
    }
    expect(existsSync(out) || existsSync(work.path('p.json'))).toBe(false)
  })
})

describe('measure', () => {
  it('prints every value with its unit and scale, and JSON in its declared form', async () => {
    const out = work.path('m.csv')
    await sdc('mask', data, '--method', 'noise/additive', '--columns', 'income,tax', '--seed', '1', '-o', out)
    const text = await sdc('measure', data, out, '--columns', 'all', '--all')
    expect(text.stdout).toMatch(
      /risk\/dld\s+[\d.]+ %\s+[\d.]+ %\s+high\s+[\d.]+ to [\d.]+\s+0 to 100 %, lower is safer\s+\d+ records/,
    )
    expect(text.stdout).toMatch(/\nVerdict: .* risks (?:is|are) high.*\nDisclosure risk: .*\nInformation loss: /)
    expect(text.stderr).toContain('matched by position')
    expect(text.stderr).toContain('note: measured as numbers: income, tax, age; as categories: id, region')
    const json = await sdc('measure', data, out, '--columns', 'income,tax', '--json')
    conforms(measureOutput, json.stdout)
    expect(JSON.parse(json.stdout)).toMatchObject({ n: 60, matching: 'position', columns: ['income', 'tax'] })
  })

  it('leaves identifier, weight and household columns of the schema out of all columns', async () => {
    const table = work.write('weighted.csv', 'n,x,w\n1,10,7\n2,20,7\n3,30,8\n4,45,9\n')
    const weights = work.write('weights.yaml', 'columns: { n: { role: identifier }, w: { role: weight } }')
    const { stdout } = await sdc('measure', table, table, '--columns', 'all', '--schema', weights, '--json')
    expect(JSON.parse(stdout).columns).toEqual(['x'])
  })

  it('measures groups as separate files, given the non-confidential columns of the schema', async () => {
    const out = work.path('m-by.csv')
    const columns = ['--columns', 'income,tax']
    await sdc('mask', data, '--method', 'noise/additive', ...columns, '--seed', '1', '-o', out)
    const metrics = ['--metrics', 'loss/rank-correlation,risk/interval-disclosure', '--by', 'region']
    const text = await sdc('measure', data, out, ...columns, ...metrics)
    expect(text.stdout).toMatch(/\nregion=north\s+30\s+[\d.]+\s.*%\nregion=south\s+30\s/)
    const roles = work.write('roles.yaml', 'columns: { age: { role: non-confidential } }')
    const json = await sdc('measure', data, out, ...columns, ...metrics, '--schema', roles, '--json')
    conforms(measureOutput, json.stdout)
    const { given, groups, metrics: whole } = JSON.parse(json.stdout)
    expect(given).toEqual(['age'])
    expect(groups.map(({ group, records }: { group: string; records: number }) => [group, records])).toEqual([
      ['region=north', 30],
      ['region=south', 30],
    ])
    expect(groups[0].metrics['loss/rank-correlation'].value).not.toBe(whole['loss/rank-correlation'].value)
    const twice = await sdc('measure', data, out, ...columns, '--by', 'tax')
    expect([twice.status, twice.stderr]).toEqual([2, expect.stringContaining('to be masked and as a given')])
  })

  it('shows the tables of named metrics with --all, and all of them in JSON', async () => {
    const out = work.path('m-tables.csv')
    const columns = ['--columns', 'income,tax']
    await sdc('mask', data, '--method', 'noise/additive', ...columns, '--seed', '1', '-o', out)
    const one = ['measure', data, out, ...columns, '--metrics', 'risk/value-disclosure']
    const { stdout } = await sdc(...one, '--all')
    expect(stdout).toMatch(/\nrisk\/value-disclosure: columns\ncolumn\s.*interval width\n─+.*\nincome\s/)
    expect((await sdc(...one)).stdout).not.toContain('risk/value-disclosure: columns')
    const json = await sdc(...one, '--json')
    conforms(measureOutput, json.stdout)
    const { tables } = JSON.parse(json.stdout).metrics['risk/value-disclosure']
    expect(tables.columns.column).toEqual(['income', 'tax'])
    // Without given columns nothing was known before.
    expect(tables.columns['R2 given']).toEqual([0, 0])
    for (const width of tables.columns['interval width']) expect(width).toBeLessThan(1)
  })

  it('takes parameters of metrics', async () => {
    const out = work.path('m2.csv')
    await sdc('mask', data, '--method', 'noise/additive', '--columns', 'income,tax', '--seed', '1', '-o', out)
    const set = await sdc(
      'measure',
      data,
      out,
      '--columns',
      'income,tax',
      '--metrics',
      'risk/interval-disclosure',
      '--set',
      'interval-disclosure.mode=sd',
      '--json',
    )
    expect(JSON.parse(set.stdout).metrics['risk/interval-disclosure'].params.mode).toBe('sd')
    expect((await sdc('measure', data, out, '--columns', 'income', '--set', 'nothing.mode=sd')).stderr).toContain(
      'BAD_OPTION',
    )
  })
})

describe('outputs', () => {
  it('never overwrite an input, under any name', async () => {
    const [plan, link] = [work.path('self.yaml'), work.path('link.csv')]
    work.write('self.yaml', 'data: people.csv\nsteps: [{ use: noise/additive, columns: [income] }]\n')
    symlinkSync(data, link)
    const rules = work.write('rules.yaml', 'columns: { income: { role: confidential } }')
    const runs = [
      ['run', plan, '--format', 'csv', '-o', plan],
      ['mask', data, '--method', 'noise/additive', '--columns', 'income', '-o', link],
      ['mask', data, '--method', 'noise/additive', '--schema', rules, '--format', 'csv', '-o', rules],
    ]
    for (const argv of runs) {
      const { status, stderr } = await sdc(...argv)
      expect(status).toBe(2)
      expect(stderr).toContain('would be overwritten')
    }
    expect(work.read('people.csv')).toBe(peopleCsv())
    expect(work.read('rules.yaml')).toContain('confidential')
  })

  it('can be released from a plan with a seed, without the seed', async () => {
    const plan = work.write(
      'seeded.yaml',
      'data: people.csv\nseed: 1\nsteps: [{ use: noise/additive, columns: [income] }]\nacceptOpen: [id, tax, age]\n',
    )
    const args = ['run', plan, '--release', '--private', work.path('seeded.json'), '-o', work.path('seeded.csv')]
    const { status, stderr } = await sdc(...args)
    expect(status).toBe(0)
    expect(stderr).toContain('seed is left out')
    expect(JSON.parse(work.read('seeded.manifest.json')).randomness).toBe('keyed')
  })
})

describe('reverse-map', () => {
  it("restores the original values of another program's file, matched by a link column", async () => {
    const shuffled = peopleCsv().trimEnd().split('\r\n')
    const [header, ...rows] = shuffled
    const masked = rows.reverse().map((row) => {
      const cells = row.split(',')
      cells[2] = String((Number(cells[2]) * 7919) % 10_007)
      return cells.join(',')
    })
    const file = work.write('elsewhere.csv', `${[header, ...masked].join('\r\n')}\r\n`)
    const { status, stdout } = await sdc(
      'reverse-map',
      data,
      file,
      '--columns',
      'income',
      '--link',
      'id',
      '--seed',
      '1',
    )
    expect(status).toBe(0)
    expect(sorted(numbersOf(stdout, 'income'))).toEqual(sorted(numbersOf(peopleCsv(), 'income')))
    expect(column(stdout, 'id')).toEqual(column(peopleCsv(), 'id').reverse())
  })
})

describe('compare', () => {
  it('writes a table, a map, a verdict and a plan that makes the measured file', async () => {
    const out = work.path('comparison')
    const result = await sdc(
      'compare',
      data,
      '--columns',
      'income,tax',
      '--try',
      'noise/additive relativeVariance=0.1,0.4',
      '--try',
      'microaggregation/mdav k=3',
      ...paperAxes,
      '--replicates',
      '2',
      '--seed',
      '1',
      '-o',
      out,
    )
    expect(result.status).toBe(0)
    expect(result.stdout.endsWith(work.read('comparison/verdict.txt'))).toBe(true)
    expect(result.stdout).toMatch(/^Choice: .* of income, tax/m)
    expect(result.stderr).toContain(
      `next, for inspection only, because no limit was set: sdc run ${work.path('comparison/chosen-plan.yaml')} -o masked.csv\n`,
    )
    expect(work.read('comparison/map.svg')).toMatch(/^<svg /)
    expect(work.read('comparison/comparison.csv').trimEnd().split('\n')).toHaveLength(7)
    conforms(compareOutput, work.read('comparison/comparison.json'))
    const run = await sdc('run', work.path('comparison/chosen-plan.yaml'), '-o', work.path('chosen.csv'))
    expect(run.status).toBe(0)
    const chosen = JSON.parse(work.read('comparison/comparison.json')).candidates.find(
      (one: { chosen: boolean }) => one.chosen,
    )
    expect(run.stderr).toContain(chosen.then.length > 0 ? 'reverse mapping' : 'additive noise')
  })

  it('makes the measured file, also with other columns for a further step and parameters of metrics', async () => {
    const plan = work.write(
      'exact.yaml',
      `data: people.csv\nseed: 5\nmetrics: [{ use: risk/interval-disclosure, params: { mode: sd } }, loss/sse-ratio]\ncompare:\n  columns: [income, tax]\n  replicates: 1\n  candidates: [{ use: noise/additive, grid: { relativeVariance: [0.4] } }]\n  then: [[{ use: reverse-map/rank, columns: [income] }]]\n  axes: { risk: risk/interval-disclosure, loss: loss/sse-ratio }\n`,
    )
    const out = work.path('exact')
    expect((await sdc('compare', plan, '-o', out)).status).toBe(0)
    const { metrics } = JSON.parse(work.read('exact/comparison.json')).candidates[0]
    expect((await sdc('run', work.path('exact/chosen-plan.yaml'), '-o', work.path('exact.csv'))).status).toBe(0)
    const args = ['--columns', 'income,tax', '--set', 'interval-disclosure.mode=sd', '--json']
    const measured = JSON.parse((await sdc('measure', data, work.path('exact.csv'), ...args)).stdout)
    for (const id of ['risk/interval-disclosure', 'loss/sse-ratio'])
      expect(measured.metrics[id].value).toBe(metrics[id].mean)
    expect(sorted(numbersOf(work.read('exact.csv'), 'income'))).toEqual(sorted(numbersOf(peopleCsv(), 'income')))
    expect(sorted(numbersOf(work.read('exact.csv'), 'tax'))).not.toEqual(sorted(numbersOf(peopleCsv(), 'tax')))
  })

  it('runs a plan', async () => {
    const plan = work.write(
      'plan.yaml',
      `data: people.csv\nschema: { columns: { income: { role: confidential }, tax: { role: confidential } } }\nseed: 3\ncompare:\n  candidates: [{ use: swapping/rank-swap, grid: { percent: [5, 20] } }]\n  replicates: 2\n  axes: { risk: risk/dr-combine, loss: loss/il-score }\n`,
    )
    const { status, stdout } = await sdc('compare', plan, '--json', '--metrics', 'risk/dld')
    expect(status).toBe(0)
    conforms(compareOutput, stdout)
    const { columns, candidates } = JSON.parse(stdout)
    expect(columns).toEqual(['income', 'tax'])
    expect(candidates.map(({ varied }: { varied: { percent: number } }) => varied.percent).sort()).toEqual([20, 5])
  })
})

describe('lists of the registry', () => {
  it('show all entries, one in full, and JSON in its declared form', async () => {
    expect((await sdc('methods')).stdout).toContain('microaggregation/mdav')
    expect((await sdc('methods', 'microaggregation/mdav')).stdout).toMatch(/k: a whole number >= 2/)
    expect((await sdc('metrics', 'risk/dld')).stdout).toMatch(/0 to 100 %, lower is safer/)
    const noise = (await sdc('methods', 'noise')).stdout
    expect(noise).toContain('noise/additive')
    expect(noise).not.toContain('microaggregation/')
    const risks = JSON.parse((await sdc('metrics', 'risk', '--json')).stdout) as { readonly id: string }[]
    expect(risks.length).toBeGreaterThan(5)
    expect(risks.filter(({ id }) => !id.startsWith('risk/'))).toEqual([])
    const unknown = await sdc('methods', 'nois')
    expect(unknown.status).toBe(2)
    expect(unknown.stderr).toMatch(/UNKNOWN_METHOD: there is no method "nois".*Did you mean noise\?/s)
    conforms(methodsOutput, (await sdc('methods', '--json')).stdout)
    conforms(metricsOutput, (await sdc('metrics', '--json')).stdout)
    for (const name of ['plan', 'measure', 'compare', 'methods', 'metrics', 'check']) {
      expect(JSON.parse((await sdc('schema', name)).stdout)).toHaveProperty('$schema')
    }
  })

  it('have a help text for every command', async () => {
    const overall = await sdc('--help')
    expect(overall.status).toBe(0)
    for (const command of [
      'methods',
      'metrics',
      'mask',
      'reverse-map',
      'measure',
      'run',
      'compare',
      'attack',
      'permutation',
      'check',
      'schema',
    ]) {
      expect(overall.stdout).toContain(command)
      const help = await sdc(command, '--help')
      expect(help.status).toBe(0)
      expect(help.stdout).toContain('Usage: sdc')
    }
  })
})

describe('check', () => {
  it('passes a valid plugin and fails a wrong one', async () => {
    const head = `const id = 'third/shift', words = { title: 't', summary: 's', formula: 'f', source: [{ where: 's' }] }`
    const broken = work.write(
      'broken.mjs',
      `${head}\nexport default { name: 'broken', version: '1.0.0', sdc: '^1', methods: [{ ...words, id }] }\n`,
    )
    const { status, stderr, stdout } = await sdc('check', broken)
    expect(status).toBe(2)
    expect(stderr).toContain('BAD_PLUGIN')
    expect(stdout).toContain('FAIL')
    conforms(checkOutput, (await sdc('check', broken, '--json')).stdout)
    const masked = await sdc(
      'mask',
      data,
      '--method',
      'third/shift',
      '--columns',
      'income',
      '--plugin',
      broken,
      '-o',
      work.path('b.csv'),
    )
    expect(masked.status).toBe(2)
    expect(existsSync(work.path('b.csv'))).toBe(false)
    expect((await sdc('check', 'no-such-plugin-anywhere')).stderr).toMatch(
      /BAD_PLUGIN.*npm install no-such-plugin-anywhere/s,
    )
  })
})
