import { createRegistry, maskInput, resolveParams, seededRng, type Plugin } from '@sdc/core'
import type * as core from '@sdc/core'
import type * as engine from '@sdc/engine'
import { readCsv } from '@sdc/files'
import { measureOutput } from '@sdc/release'
import { build } from 'esbuild'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { peopleCsv, peopleSchema, workplace } from '@sdc/testing/newcomers'
import type { Outcome } from '@sdc/testing/sdc-process'

// Tests plugins of each sort that no app knows: they are outside the tree, and run with the built command line. Errors
// of a plugin (`BAD_PLUGIN`), a plan and a file are tested as well.
const { folder, sdc, write, read, exists, remove } = workplace()
afterAll(remove)
beforeAll(() => {
  write('data.csv', peopleCsv())
  write('schema.json', peopleSchema)
})

const json = ({ status, stdout, stderr }: Outcome): unknown => {
  expect(stderr.split('\n').filter((line) => line.startsWith('sdc:'))).toEqual([])
  expect(status).toBe(0)
  return JSON.parse(stdout)
}
const done = (outcome: Outcome): Outcome => {
  expect(outcome).toMatchObject({ status: 0 })
  return outcome
}
const refused = ({ status, stderr }: Outcome, code: string, ...what: readonly (RegExp | string)[]): void => {
  expect(status).toBe(2)
  for (const one of [code, ...what]) expect(stderr).toMatch(one)
}
const rowsOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(','))
const columnOf = (text: string, name: string): string[] => {
  const [names, ...rows] = rowsOf(text)
  return rows.map((row) => row[names.indexOf(name)])
}
/** Two towns by three kinds of work; two people of the second kind in the first town. */
const cellsCsv = `town,work,pay,people
a,x,100,9
a,y,40,2
a,z,60,7
a,Total,200,18
b,x,80,8
b,y,70,6
b,z,50,5
b,Total,200,19
Total,x,180,17
Total,y,110,8
Total,z,110,12
Total,Total,400,37
`
const loaded = async (name: string): Promise<Plugin> => {
  const { default: plugin } = (await import(/* @vite-ignore */ pathToFileURL(join(folder, name, 'index.js')).href)) as {
    default: Plugin
  }
  return plugin
}

describe.concurrent('sdc check', () => {
  it.each([
    ['pram', 'newcomer/pram', 30],
    ['sample-unique', 'newcomer/sample-unique', 15],
    ['count-service', 'newcomer/counts', 10],
    ['swap-search', 'newcomer/swap-search', 25],
    ['min-frequency', 'newcomer/min-frequency', 8],
    ['drop-and-weigh', 'newcomer/drop-and-weigh', 25],
  ])('passes %s', async (name, id, least) => {
    const checks = json(await sdc([], 'check', `./${name}/index.js`, '--json')) as { ok: boolean; subject: string }[]
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(checks.filter(({ subject }) => subject === id).length).toBeGreaterThanOrEqual(least)
  })
})

describe.concurrent('a method for categories', () => {
  const columns = ['--columns', 'region,job'] as const

  it('masks, is measured, and publishes the information that users of the file need', async () => {
    const options = ['--method', 'newcomer/pram', ...columns, '--seed', '1', '--private', 'pram.keep.json'] as const
    done(await sdc(['pram'], 'mask', 'data.csv', ...options, '--publish-params', '-o', 'pram.csv'))
    for (const name of ['region', 'job']) {
      const [before, after] = [columnOf(read('data.csv'), name), columnOf(read('pram.csv'), name)]
      const changed = after.filter((value, i) => value !== before[i]).length
      // A record changes with probability 0.3·(1 − Σt²) < 0.3: the expectation for 240 records is less than 72, the
      // standard deviation 7.
      expect(changed).toBeGreaterThan(20)
      expect(changed).toBeLessThan(110)
      expect(new Set(after)).toEqual(new Set(before))
    }
    expect(columnOf(read('pram.csv'), 'income')).toEqual(columnOf(read('data.csv'), 'income'))
    expect(read('pram.manifest.json')).toContain('transition matrix of region')
    const measured = await sdc([], 'measure', 'data.csv', 'pram.csv', ...columns, '--json')
    const { metrics } = json(measured) as { metrics: Record<string, { value: number | null }> }
    expect(metrics['loss/categorical-distance'].value).toBeGreaterThan(0)
  })

  it('is a candidate for quasi-identifiers only', async () => {
    const compared = await sdc(['pram'], 'compare', 'data.csv', ...columns, '--quasi-identifiers', 'region,job', '--methods', 'newcomer/pram', '--risk', 'risk/key-linkage', '--loss', 'loss/statistics', '--seed', '1', '--json') // oxfmt-ignore
    const { candidates } = json(compared) as { candidates: { error?: unknown; label: string }[] }
    expect(candidates.length).toBeGreaterThan(0)
    for (const { label, error } of candidates) {
      expect(error).toBeUndefined()
      expect(label).toContain('newcomer/pram')
    }
  })
})

describe.concurrent('a metric of quasi-identifiers with several numbers per record', () => {
  const measure = (...args: readonly string[]): Promise<Outcome> =>
    sdc(['sample-unique'], 'measure', 'data.csv', 'data.csv', '--metrics', 'newcomer/sample-unique', '--json', ...args)

  it('measures the quasi-identifiers of a schema, with the weights', async () => {
    const output = json(await measure('--schema', 'schema.json', '--columns', 'income'))
    expect(measureOutput.safeParse(output).error).toBeUndefined()
    const { metrics } = output as {
      metrics: Record<string, { value: number; used: number; recordColumns: Record<string, number[]> }>
    }
    const { value, used, recordColumns } = metrics['newcomer/sample-unique']
    const [regions, jobs, weights] = ['region', 'job', 'w'].map((name) => columnOf(read('data.csv'), name))
    const alike = (i: number): number[] =>
      regions.flatMap((region, l) => (region === regions[i] && jobs[l] === jobs[i] ? [Number(weights[l])] : []))
    expect(used).toBe(240)
    const f = regions.map((_, i) => alike(i).length)
    const F = regions.map((_, i) => alike(i).reduce((sum, one) => sum + one, 0))
    expect(recordColumns).toEqual({ f, F, risk: F.map((one) => 1 / one) })
    expect(value).toBe((100 * f.filter((one) => one === 1).length) / 240)
  })

  it('is null with the reason if the file has no quasi-identifier', async () => {
    const { metrics } = json(await measure('--columns', 'income')) as { metrics: Record<string, unknown> }
    expect(metrics['newcomer/sample-unique']).toMatchObject({ value: null, reason: expect.stringMatching(/quasi-id/) })
  })
})

describe.concurrent('a method that adds a column and drops records', () => {
  it('is released, replayed bit for bit, and measured with the origin of the records', async () => {
    const plugin = ['drop-and-weigh'] as const
    const mask = ['--method', 'newcomer/drop-and-weigh', '--columns', 'income,tax', '--set', 'every=4'] as const
    // A sample releases every column unchanged.
    const open = ['id', 'region', 'job', 'age', 'income', 'tax', 'w'].flatMap((name) => ['--accept-open', name])
    const release = ['--release', '--private', 'keep.json', '-o', 'public.csv', ...open]
    done(await sdc(plugin, 'mask', 'data.csv', ...mask, ...release))
    const weights = columnOf(read('public.csv'), 'weight').map(Number)
    expect(weights).toHaveLength(180)
    // Three records represent four: the weights add up to the 240 records of the original.
    expect(new Set(weights)).toEqual(new Set([4 / 3]))

    const [replayed, measured] = await Promise.all([
      sdc(plugin, 'run', 'keep.json', '--data', 'data.csv', '-o', 'again.csv'),
      sdc([], 'measure', 'data.csv', 'public.csv', '--columns', 'income,tax', '--origin', 'keep.json', '--metrics', 'risk/interval-disclosure,loss/correlation', '--json'), // oxfmt-ignore
    ])
    done(replayed)
    expect(read('again.csv')).toBe(read('public.csv'))
    const { n, matching, metrics } = json(measured) as { n: number; matching: string; metrics: Record<string, unknown> }
    expect([n, matching]).toEqual([180, 'origin'])
    // The remaining records are unchanged.
    expect(metrics['risk/interval-disclosure']).toMatchObject({ value: 100 })
  })
})

describe.concurrent('a post-masking search with a reference to a metric', () => {
  const run = (name: string, steps: readonly unknown[], plugins = ['swap-search']): Promise<Outcome> => {
    const full = steps.map((step) => (typeof step === 'string' ? { use: step } : (step as object)))
    const plan = { data: 'data.csv', seed: '1', steps: full.map((step) => ({ columns: ['income', 'tax'], ...step })) }
    return sdc(
      plugins,
      'run',
      write(`${name}.plan.json`, { ...plan, metrics: ['loss/correlation'] }),
      '-o',
      `${name}.csv`,
    )
  }
  const search = (loss?: object): object => ({ use: 'newcomer/swap-search', params: { proposals: 300, ...loss } })
  const noise = { use: 'noise/additive', params: { relativeVariance: 1 } }
  const lossOf = ({ stderr }: Outcome): number => Number(/Change of correlations\s+([\d.e-]+)/.exec(stderr)?.[1])

  it('lowers its default metric, or another one that is named', async () => {
    const [noisy, searched, another] = await Promise.all([
      run('noisy', [noise]),
      run('searched', [noise, search()]),
      run('another', [noise, search({ loss: { use: 'loss/rank-correlation' } })]),
    ])
    for (const outcome of [noisy, searched, another]) done(outcome)
    expect(lossOf(searched)).toBeLessThan(lossOf(noisy) - 0.05)
    const incomes = (name: string): string[] => columnOf(read(`${name}.csv`), 'income')
    expect(incomes('searched')).not.toEqual(incomes('noisy'))
    expect(incomes('another')).not.toEqual(incomes('searched'))
    for (const name of ['searched', 'another']) expect(incomes(name).sort()).toEqual(incomes('noisy').sort())
  })

  it('refuses a metric that is unknown or of another kind, and a method that refers to itself', async () => {
    const itself = { use: 'faulty/names-another', params: { inner: { use: 'faulty/names-another' } } }
    const [unknown, kind, self] = await Promise.all([
      run('unknown', [noise, search({ loss: { use: 'loss/corelation' } })]),
      run('kind', [noise, search({ loss: { use: 'risk/dld' } })]),
      run('self', [itself], ['faulty']),
    ])
    refused(unknown, 'UNKNOWN_METRIC', 'loss/corelation')
    refused(kind, 'BAD_PARAMETER', /needs a metric of loss, risk\/dld is one of risk/)
    refused(self, 'BAD_PLAN', /faulty\/names-another → faulty\/names-another/)
    expect(['unknown', 'kind', 'self'].filter((name) => exists(`${name}.csv`))).toEqual([])
  })
})

describe('a service and a table method', () => {
  it('builds the service, opens it from its saved state, and answers', async () => {
    const { dataset: data } = readCsv(read('data.csv'))
    const [service] = createRegistry()
      .use(await loaded('count-service'))
      .freeze()
      .all('services')
    const params = resolveParams(service.params, { base: 3 })
    const saved = await service.build(maskInput(data, { params, columns: ['region', 'income'] }))
    // The saved state is JSON and typed arrays, which a file can store.
    const opened = service.open({ ...saved, json: JSON.parse(JSON.stringify(saved.json)) as unknown })
    const regions = columnOf(read('data.csv'), 'region')
    const count = regions.filter((region) => region === 'east').length
    const { value, interval } = opened.answer({ ask: 'count', columns: [], where: { region: 'east' } })
    expect(value).toBe(3 * Math.floor(count / 3 + 0.5))
    expect(interval?.[0]).toBeLessThanOrEqual(count)
    expect(interval?.[1]).toBeGreaterThanOrEqual(count)
    expect(opened.answer({ ask: 'count', columns: [], where: { income: [0, 1e9] } }).value).toBe(240)
    expect(opened.answer({ ask: 'mean', columns: ['income'] })).toMatchObject({ value: null, refused: /no mean/ })
    expect(() => opened.answer({ ask: 'count', columns: [], where: { job: 'clerk' } })).toThrow(/no column "job"/)
  })

  it('finds the sensitive cells of a table', async () => {
    const [method] = createRegistry()
      .use(await loaded('min-frequency'))
      .freeze()
      .all('tables')
    const counts = Int32Array.of(0, 1, 2, 3, 4, 10)
    const table = { dimensions: [], counts, values: Float64Array.from(counts), equations: [] }
    const input = { table, rng: seededRng(1), tick() {} }
    const status = async (least: number): Promise<number[]> => [
      ...(await method.protect({ ...input, params: resolveParams(method.params, { least }) })).status,
    ]
    expect(await status(3)).toEqual([0, 1, 1, 0, 0, 0])
    expect(await status(5)).toEqual([0, 1, 1, 1, 1, 0])
  })

  it('is a rule at the command line under its short name, and its cells are protected and audited', async () => {
    write('cells.csv', cellsCsv)
    const columns = ['--by', 'town,work', '--value', 'pay', '--count', 'people', '--rule', 'least=3'] as const
    done(await sdc(['min-frequency'], 'table', 'protect', 'cells.csv', ...columns, '-o', 'cells-out.csv'))
    const text = read('cells-out.csv')
    const status = columnOf(text, 'status')
    expect(status.map((one, c) => (one === 'primary' ? c : -1)).filter((c) => c >= 0)).toEqual([1])
    // Suppressed alone, it would be the difference of its row to the total.
    expect(status.filter((one) => one === 'secondary').length).toBeGreaterThanOrEqual(3)
    expect(columnOf(text, 'pay')[1]).toBe('')
    refused(
      await sdc([], 'table', 'protect', 'cells.csv', ...columns, '-o', 'none.csv'),
      'BAD_OPTION',
      /"least=3" is not a rule for sensitive cells/,
    )
    expect(exists('none.csv')).toBe(false)
  })
})

describe.concurrent('an invalid plugin', () => {
  it.each([
    ['no-file', /it returned no file/],
    ['unknown-column', /column "elsewhere"/],
    ['other-kind', /income/],
    ['throws', /it failed: cannot read properties of undefined/],
  ])('%s: is named, and nothing is written', async (name, what) => {
    const out = `${name}.csv`
    const options = ['--method', `faulty/${name}`, '--columns', 'income', '--seed', '1', '-o', out] as const
    const outcome = await sdc(['faulty'], 'mask', 'data.csv', ...options, '--private', `${name}.keep.json`)
    refused(outcome, 'BAD_PLUGIN', `faulty/${name} of sdc-newcomer-faulty 1.0.0`, what)
    expect([out, `${name}.manifest.json`, `${name}.keep.json`].filter(exists)).toEqual([])
  })
})

describe.concurrent('a schema that does not match', () => {
  const { columns } = peopleSchema
  it.each([
    ['a role named twice', { ...columns, age: { role: 'weight' } }, 'BAD_PLAN', /weight to several columns/],
    ['a weight that is not there', { wt: { role: 'weight' } }, 'UNKNOWN_COLUMN', /"wt"/],
    ['a household that is not there', { home: { role: 'household' } }, 'UNKNOWN_COLUMN', /"home"/],
    ['a weight of text', { region: { role: 'weight' } }, 'NOT_NUMERIC', /"region" has the role weight/],
    ['a weight without a value', { hole: { role: 'weight' } }, 'WRONG_INPUT', /"hole" of record 2 is missing/],
    ['a negative weight', { loss: { role: 'weight' } }, 'WRONG_INPUT', /"loss" of record 2 is -3/],
  ])('%s', async (name, wrong, code, what) => {
    const slug = name.replaceAll(' ', '-')
    const schema = write(`${slug}.schema.json`, { columns: wrong })
    const lines = peopleCsv().trim().split('\n')
    const data = write(
      `${slug}.data.csv`,
      lines.map((line, i) => `${line},${['loss,hole', '1,1', '-3,'][i] ?? '2,2'}\n`).join(''),
    )
    const options = ['--method', 'newcomer/drop-and-weigh', '--columns', 'income', '--schema', schema] as const
    refused(await sdc(['drop-and-weigh'], 'mask', data, ...options, '-o', `${slug}.csv`), code, what)
    expect(exists(`${slug}.csv`)).toBe(false)
  })
})

describe('a page', () => {
  it('bundles the engine, every plugin of the project and a new one, without modules of Node', async () => {
    const contents = `
      export { createRegistry, dataset, categorical, seededRng } from '@sdc/core'
      export { parseStep, runSteps } from '@sdc/engine'
      export { default as standard } from '@sdc/standard'
      export { default as pram } from './pram/index.js'`
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      format: 'esm',
      minify: true,
      platform: 'browser',
      // The solver of tables is a separate file of a page, loaded when a table is protected.
      external: ['highs'],
      write: false,
      logLevel: 'silent',
    })
    const code = outputFiles[0].text
    expect(code).not.toMatch(/["']node:|require\(["'](fs|crypto|path)/)
    process.stdout.write(`engine and standard for a page: ${Math.round(code.length / 1000)} kB, minified\n`)
    // 1,795 kB, 160 of them tables, 90 rules and 45 synthetic files: 103 of them zod, 71 ml-matrix, nearly all others our own.
    expect(code.length).toBeLessThan(1_830_000)
    expect(code.length).toBeGreaterThan(200_000)
    const page = (await import(
      /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
    )) as typeof core & typeof engine & { standard: readonly Plugin[]; pram: Plugin }
    const original = page.dataset([['job', page.categorical(columnOf(peopleCsv(), 'job'))]])
    const { files } = await page.runSteps({
      registry: page
        .createRegistry()
        .use([...page.standard, page.pram])
        .freeze(),
      original,
      steps: [page.parseStep({ use: 'newcomer/pram', columns: ['job'] })],
      rng: page.seededRng(1),
    })
    expect(files[0].data.rows).toBe(240)
    expect(files[0].data.column('job')).not.toEqual(original.column('job'))
  })
})
