import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRegistry, numeric, numericValues, type Metric, type Plugin, type Registry } from '@sdc/core'
import standard from '@sdc/standard'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledProgram } from '@sdc/testing/bundled-program'
import { main } from './main.js'
import { measurer } from './nasty/nasty-child.js'
import { quickBudgets } from './speed/measure/time-runs.js'
import type { Operation } from './speed/operation.js'
import type { SpeedReport } from './speed/report/report.js'
import { standardRegistry } from './stage-context.js'
import { maskByPlan, measureByPlan } from '@sdc/toolkit'

async function run(
  argv: readonly string[],
  registry: Registry = standardRegistry(),
): Promise<{ status: number; out: string; err: string }> {
  const written = { out: '', err: '' }
  const status = await main(argv, {
    stdout: { write: (text) => (written.out += text) },
    stderr: { write: (text) => (written.err += text) },
    registry,
    program: '',
  })
  return { status, ...written }
}

/** The standard registry with one metric or the reverse mapping replaced. */
function altered(change: (plugin: Plugin) => Plugin): Registry {
  return createRegistry().use(standard.map(change)).freeze()
}

const withMetric = (id: string, alter: (metric: Metric) => Metric): Registry =>
  altered((plugin) => ({
    ...plugin,
    metrics: (plugin.metrics ?? []).map((metric) => (metric.id === id ? alter(metric) : metric)),
  }))

describe('papers', () => {
  it('has exit status 0 if everything reproduces', async () => {
    const { status, out, err } = await run(['papers', '000'])
    expect(err).toBe('')
    expect(status).toBe(0)
    expect(out).toContain('REPRODUCED. Paper 000')
    expect(out).toContain('misprint M18')
  })

  it('has exit status 1 if a metric gives a wrong value', async () => {
    const wrong = withMetric('risk/rank-correlation', (metric) => ({
      ...metric,
      plan: () => ({
        form: 'file',
        async measure(input) {
          const right = await measureByPlan(metric, input)
          return {
            ...right,
            columns: new Map([...(right.columns ?? [])].map(([name, value]) => [name, (value ?? 0) - 0.002])),
          }
        },
      }),
    }))
    const { status, out } = await run(['papers', '000'], wrong)
    expect(status).toBe(1)
    expect(out).toContain('NOT REPRODUCED. Paper 000')
    expect(out).toContain('DIFFERS')
  })

  it('has exit status 1 if a metric gives no value, and reports the reason', async () => {
    const silent = withMetric('risk/rank-correlation', (metric) => ({
      ...metric,
      plan: () => ({ form: 'file', measure: () => ({ value: null, reason: 'it was told not to', used: 0 }) }),
    }))
    expect((await run(['papers', '000'], silent)).status).toBe(1)
  })

  it('has exit status 1 if reverse mapping exchanges two values', async () => {
    const wrong = altered((plugin) => ({
      ...plugin,
      methods: (plugin.methods ?? []).map((method) => ({
        ...method,
        plan: () => ({
          form: 'file',
          async mask(input) {
            const result = await maskByPlan(method, input)
            if (method.id !== 'reverse-map/rank') return result
            const { columns } = result.files[0]
            const [name] = columns.keys()
            const z = numericValues(
              { rows: input.data.rows, names: [name], column: () => columns.get(name) ?? numeric([]) },
              name,
            )
            return { ...result, files: [{ columns: new Map([[name, numeric([z[1], z[0], ...z.slice(2)])]]) }] }
          },
        }),
      })),
    }))
    const { status, out } = await run(['papers', '000', '--json'], wrong)
    expect(status).toBe(1)
    expect(JSON.parse(out).papers[0]).toMatchObject({ id: '000', passed: false })
  })

  it('prints JSON with the same content', async () => {
    const { status, out } = await run(['papers', '000', '--json', '--own'])
    expect(status).toBe(0)
    const [paper] = JSON.parse(out).papers
    expect(paper).toMatchObject({ id: '000', passed: true, counts: { differs: 0, misprint: 1 } })
    const table = paper.tables.find(({ id }: { id: string }) => id === 'Table 3')
    expect(table.rows[0].checks[0]).toMatchObject({ name: 'X and Z', printed: 0.86, verdict: 'exact' })
  })

  it('prints one table on request', async () => {
    const { status, out } = await run(['papers', '000', '--table', '3', '--json'])
    expect(status).toBe(0)
    expect(JSON.parse(out).papers[0].tables.map(({ id }: { id: string }) => id)).toEqual(['Table 3'])
  })

  it('has exit status 2 for an unknown paper or option', async () => {
    expect(await run(['papers', '999'])).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringContaining('Papers: 000'),
    })
    expect(await run(['papers', '--none'])).toMatchObject({ status: 2, out: '' })
    expect(await run(['papers', '000', '--table', '9'])).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringContaining('Its tables: 1, 2, 3, 4, 5'),
    })
    expect((await run(['papers', '--table', '3'])).err).toContain('--table needs a paper')
    expect((await run(['speed', '--only', 'no such thing'])).status).toBe(2)
    expect((await run(['speed', '--up-to', 'many'])).status).toBe(2)
    expect((await run(['speed', '--smoke', '--write', 'none.md'])).status).toBe(2)
    expect((await run(['speed', '--check', 'no such file'])).status).toBe(2)
    expect((await run(['speed', '--check', fileURLToPath(import.meta.url)])).err).toContain('no row to check')
    expect((await run(['--help'])).status).toBe(0)
  })
})

describe('every method and metric', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bench-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Noise with two of its methods: the one that masks the data of metrics, and one more. */
  const [noise] = standard
  const two = { ...noise, methods: (noise.methods ?? []).slice(0, 2) }
  const ids = two.methods.map(({ id }) => id)
  const few = (plugin: Plugin): Registry => createRegistry().use(plugin).freeze()

  it('are renewed in the file, and checked against it', async () => {
    const file = join(folder, 'renewed.md')
    await writeFile(file, '# Benchmarks\n\n## Other\n\ntext\n')
    expect(await run(['speed', '--renew', file], few(two))).toMatchObject({ status: 0, out: '' })
    const text = await readFile(file, 'utf8')
    expect(text).toMatch(/^# Benchmarks\n\n## Other\n\ntext\n\n## Every method and metric\n/)
    for (const id of ids) expect(text).toContain(`| ${id} `)
    // So slow that no machine is slower now.
    await writeFile(file, text.replaceAll(/[\d.]+ \|$/gm, '1000 |'))
    const { status, out } = await run(['speed', '--check', file, '--part', 'overview'], few(two))
    expect(out).toContain('2 rows in sorts, compared with the committed ones: 2 within 1.5×')
    expect(status).toBe(0)

    const more = { ...two, methods: [...two.methods, { ...two.methods[1], id: 'noise/newcomer' }] }
    const missing = await run(['speed', '--check', file, '--part', 'overview'], few(more))
    expect(missing.err).toMatch(/FAILED not in .*: noise\/newcomer\n.*bench speed --renew/)
    expect(missing.status).toBe(1)
  })

  it('leave the file unchanged if one of them cannot be measured', async () => {
    const file = join(folder, 'left.md')
    await writeFile(file, '# Benchmarks\n')
    const broken = two.methods.map((method, j) => ({
      ...method,
      ...(j === 1 && {
        plan: () => {
          throw new Error('it was told not to')
        },
      }),
    }))
    const { status, err } = await run(['speed', '--renew', file], few({ ...two, methods: broken }))
    expect(err).toMatch(new RegExp(`FAILED ${ids[1]}: .*it was told not to`))
    expect(status).toBe(1)
    expect(await readFile(file, 'utf8')).toBe('# Benchmarks\n')
    expect((await run(['speed', '--renew', file, '--only', 'noise'], few(two))).status).toBe(2)
  })
})

describe('the program as a process', () => {
  let folder = ''
  let program = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bench-'))
    program = await bundledProgram('apps/bench/src/cli.ts', `${folder}/bench.mjs`)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const start = (...argv: string[]): Promise<{ status: number; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [program, ...argv], { maxBuffer: 1e8 }, (error, stdout, stderr) =>
        resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
      )
    })

  it('measures operations in processes of their own and writes a file', async () => {
    const file = join(folder, 'speed.json')
    const { status, stdout, stderr } = await start(
      'speed',
      '--smoke',
      '--only',
      'reverse-map/rank',
      '--json',
      '-o',
      file,
    )
    expect(stderr).not.toContain('FAILED')
    expect(status).toBe(0)
    const report = JSON.parse(stdout) as SpeedReport
    expect(await readFile(file, 'utf8')).toBe(stdout)
    expect(report.sort.median).toBeGreaterThan(0)
    // Rows of the grid and of every method: two processes at once.
    expect(report.rows.map(({ id }) => id)).toEqual(['reverse-map/rank', 'reverse-map/rank'])
    for (const { status: rowStatus, seconds, sorts, peakBytes } of report.rows) {
      expect(rowStatus).toBe('measured')
      expect(seconds).toBeGreaterThan(0)
      expect(sorts).toBeGreaterThan(0)
      // Node alone takes more than 20 MB.
      expect(peakBytes).toBeGreaterThan(2e7)
    }
  })

  it('writes Markdown', async () => {
    const file = join(folder, 'written.md')
    expect((await start('speed', '--only', 'frequency', '--up-to', '1080', '--write', file)).status).toBe(0)
    expect(await readFile(file, 'utf8')).toMatch(/## frequency-counts\n[^#]*\| uniform \| +7 \| 1,080 \|/)
  })

  it('fails if a row takes many times the committed sorts', async () => {
    const file = join(folder, 'committed.md')
    const table = (title: string, sorts: number): string =>
      `## ${title}\n| data | d | n | seconds | sorts |\n|---|---|---|---|---|\n| normal | 1 | 1,080 | 0.01 | ${sorts} |\n`
    await writeFile(file, table('rank', 1000) + table('sort-order', 1e-6))
    const { status, stdout, stderr } = await start('speed', '--check', file, '--part', 'grid')
    expect(status).toBe(1)
    expect(stdout).toMatch(/rank +normal .* 1\n/)
    expect(stdout).toMatch(/sort-order +normal .* 3 +FAILED: much slower\n/)
    expect(stderr).toContain('FAILED sort-order, n = 1080, d = 1: much slower')
    expect(stderr).toContain('not in')
  })

  it('measures nasty inputs relative to normal ones, and checks them', async () => {
    const { status, stdout } = await start('nasty', '--only', 'noise/additive', '--up-to', '1000')
    expect(status).toBe(0)
    expect(stdout).toMatch(/## Nasty inputs\n[^]*\| noise\/additive +\| 1,000 \|( +[\d.]+(; [\d.]+)? \|)+/)
    const checked = await start('nasty', '--check', '--only', 'noise/additive')
    expect(checked.stdout).toMatch(/6 nasty inputs of 1 methods and metrics compared with their normal rows: \d failed/)
    expect((await run(['nasty', '--only', 'none'])).status).toBe(2)
  })

  it('ends an operation that takes too long, and continues', async () => {
    const measure = measurer(program, false)
    const long = { runs: 1, seconds: 30, mostSeconds: 30, mostRuns: Infinity }
    const operation: Operation = { kind: 'method', id: 'noise/additive', data: 'amounts', n: 100, d: 2, params: {} }
    expect(await measure.cost(operation, { longRun: 30, warmUp: long, measured: long }, 0.3)).toEqual({
      status: 'cut off',
    })
    expect(await measure.cost(operation, quickBudgets, 30)).toMatchObject({ status: 'measured' })
    measure.end()
  })

  it('checks whole files against the rows of a file', async () => {
    const file = join(folder, 'files.md')
    await writeFile(file, '# Benchmarks\n')
    // The programs next to this one are not built here.
    const { status, stderr } = await start('speed', '--check', file, '--part', 'files')
    expect(status).toBe(1)
    expect(stderr).toContain('FAILED noise/additive, n = 100000: not committed: bench files --renew')
  })

  it('refuses its inner command if started directly', async () => {
    expect(await start('speed-child', '{}')).toMatchObject({ status: 2, stdout: '' })
    expect(await start('nasty-child')).toMatchObject({ status: 2, stdout: '' })
  })
})
