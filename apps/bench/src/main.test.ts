import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRegistry, numeric, numericValues, type Metric, type Plugin, type Registry } from '@sdc/core'
import standard from '@sdc/standard'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledProgram } from './bundled-program.fixture.js'
import { main } from './main.js'
import type { SpeedReport } from './speed/report.js'
import { standardRegistry } from './surroundings.js'

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
  it('has exit status 0 where everything reproduces', async () => {
    const { status, out, err } = await run(['papers', '000'])
    expect(err).toBe('')
    expect(status).toBe(0)
    expect(out).toContain('REPRODUCED. Paper 000')
    expect(out).toContain('misprint M18')
  })

  it('has exit status 1 where a metric gives a wrong value', async () => {
    const wrong = withMetric('risk/rank-correlation', (metric) => ({
      ...metric,
      async measure(input) {
        const right = await metric.measure(input)
        return {
          ...right,
          columns: new Map([...(right.columns ?? [])].map(([name, value]) => [name, (value ?? 0) - 0.002])),
        }
      },
    }))
    const { status, out } = await run(['papers', '000'], wrong)
    expect(status).toBe(1)
    expect(out).toContain('NOT REPRODUCED. Paper 000')
    expect(out).toContain('DIFFERS')
  })

  it('has exit status 1 where a metric gives no value, and says why', async () => {
    const silent = withMetric('risk/rank-correlation', (metric) => ({
      ...metric,
      measure: () => ({ value: null, reason: 'it was told not to', used: 0 }),
    }))
    expect((await run(['papers', '000'], silent)).status).toBe(1)
  })

  it('has exit status 1 where reverse mapping exchanges two values', async () => {
    const wrong = altered((plugin) => ({
      ...plugin,
      methods: (plugin.methods ?? []).map((method) => ({
        ...method,
        async apply(input) {
          const result = await method.apply(input)
          if (method.id !== 'reverse-map/rank') return result
          const { columns } = result.files[0]
          const [name] = columns.keys()
          const z = numericValues(
            { rows: input.data.rows, names: [name], column: () => columns.get(name) ?? numeric([]) },
            name,
          )
          return { ...result, files: [{ columns: new Map([[name, numeric([z[1], z[0], ...z.slice(2)])]]) }] }
        },
      })),
    }))
    const { status, out } = await run(['papers', '000', '--json'], wrong)
    expect(status).toBe(1)
    expect(JSON.parse(out).papers[0]).toMatchObject({ id: '000', passed: false })
  })

  it('prints JSON that says the same', async () => {
    const { status, out } = await run(['papers', '000', '--json', '--own'])
    expect(status).toBe(0)
    const [paper] = JSON.parse(out).papers
    expect(paper).toMatchObject({ id: '000', passed: true, counts: { differs: 0, misprint: 1 } })
    expect(paper.tables[4].rows[0].checks[0]).toMatchObject({ name: 'X and Z', printed: 0.86, verdict: 'exact' })
  })

  it('prints one table where one is asked for', async () => {
    const { status, out } = await run(['papers', '000', '--table', '3', '--json'])
    expect(status).toBe(0)
    expect(JSON.parse(out).papers[0].tables.map(({ id }: { id: string }) => id)).toEqual(['Table 3'])
  })

  it('has exit status 2 for a paper or an option that is not there', async () => {
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

describe('the program as a process', () => {
  let folder = ''
  let program = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bench-'))
    program = await bundledProgram(folder)
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
    const { status, stdout, stderr } = await start('speed', '--smoke', '--only', 'rank', '--json', '-o', file)
    expect(stderr).not.toContain('FAILED')
    expect(status).toBe(0)
    const report = JSON.parse(stdout) as SpeedReport
    expect(await readFile(file, 'utf8')).toBe(stdout)
    expect(report.sort.median).toBeGreaterThan(0)
    expect(report.rows.map(({ id }) => id)).toContain('reverse-map/rank')
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

  it('fails where a row takes many times the committed sorts', async () => {
    const file = join(folder, 'committed.md')
    const table = (title: string, sorts: number): string =>
      `## ${title}\n| data | d | n | seconds | sorts |\n|---|---|---|---|---|\n| normal | 1 | 1,080 | 0.01 | ${sorts} |\n`
    await writeFile(file, table('rank', 1000) + table('sort-order', 1e-6))
    const { status, stdout, stderr } = await start('speed', '--check', file)
    expect(status).toBe(1)
    expect(stdout).toMatch(/rank +normal .* 1\n/)
    expect(stdout).toMatch(/sort-order +normal .* 3 +FAILED: much slower\n/)
    expect(stderr).toContain('FAILED sort-order, n = 1080, d = 1: much slower')
    expect(stderr).toContain('not in')
  })

  it('refuses its inner command from outside', async () => {
    expect(await start('speed-child', '{}')).toMatchObject({ status: 2, stdout: '' })
  })
})
