import { build } from 'esbuild'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConsumer, pack, runFile, withDependencies } from './scripts/pack.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

// Two projects outside this one, with packages that are packed once.
const folder = mkdtempSync(join(tmpdir(), 'sdc-installed-'))
let tarballs: ReadonlyMap<string, string> = new Map()
/** Returns the tarballs of these packages and of their dependencies. */
const tarballsOf = (...names: readonly string[]): Map<string, string> => {
  const needed = new Set(withDependencies(names))
  return new Map([...tarballs].filter(([name]) => needed.has(name)))
}
beforeAll(async () => {
  tarballs = await pack(withDependencies(['@sdc/cli']), join(folder, 'tarballs'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Program of a user that masks one column and prints the resulting numbers. */
const program = `
import { dataset, maskInput, numeric, resolveParams, seededRng, type Column, type MaskResult } from '@sdc/core'
import { additiveMethod } from '@sdc/methods-noise'
import { maskByPlan } from '@sdc/toolkit'

const income: Column = numeric([1200, 1850, 2300, 2750, 3100, 4800, 9900])
const data = dataset([['income', income]])
const params = resolveParams(additiveMethod.params, { relativeVariance: 0.1 })
const rng = seededRng('consumer').child('noise')
const result: MaskResult = await maskByPlan(additiveMethod, maskInput(data, { params, rng }))
const masked: Column | null | undefined = result.files[0].columns.get('income')
const values: readonly number[] = masked?.kind === 'numeric' ? Array.from(masked.values) : []
const originals: readonly number[] = income.kind === 'numeric' ? Array.from(income.values) : []
const changed: number = values.filter((value, i) => value !== originals[i]).length
console.log(JSON.stringify({ rows: values.length, finite: values.every(Number.isFinite), changed, values }))
`

/** The same with the functions that fill in defaults; every index is known to the types. */
const shortProgram = `
import { compare, fromRows, mask, measure, toRows } from '@sdc/engine'
import { additiveMethod } from '@sdc/methods-noise'
import { dbrlMetric, ilScoreMetric } from '@sdc/metrics'

const people = fromRows(Array.from({ length: 40 }, (_, i) => ({ income: 1000 + ((i * 37) % 40) * 25, sex: i % 3 ? 'f' : 'm' })))
const masked = await mask(people, additiveMethod, { relativeVariance: 0.1 }, { columns: ['income'], seed: 1 })
const rows: number = masked.files[0].data.rows
const [risk, loss] = await measure(people, masked, [dbrlMetric, ilScoreMetric])
const text: string = risk.value === null ? risk.reason : risk.value.toFixed(1)
const { choice, verdict } = await compare(people, [[additiveMethod, { relativeVariance: [0.1, 0.5] }]], {
  columns: ['income'],
  metrics: [dbrlMetric, ilScoreMetric],
  seed: 1,
})
// @ts-expect-error a parameter that is none
void (() => mask(people, additiveMethod, { relativeVarianc: 0.1 }))
// @ts-expect-error a record may not be there
void (() => toRows(masked.data)[0].income)
// @ts-expect-error two metrics have two values
void (async () => (await measure(people, masked, [dbrlMetric, ilScoreMetric]))[2])
console.log(JSON.stringify({ rows, text, loss: loss.value, verdict, choice: choice?.use }))
`

/** Greatest size of a page's code for one method without the engine; zod and the ciphers are most of it. */
const LARGEST_BUNDLE = 165_000

describe('a project that installs @sdc/engine, @sdc/methods-noise and @sdc/metrics', () => {
  const consumer = join(folder, 'consumer')
  const installed = ['core', 'engine', 'methods-noise', 'metrics', 'rules', 'stats', 'toolkit']

  beforeAll(async () => {
    const own = tarballsOf('@sdc/engine', '@sdc/methods-noise', '@sdc/metrics')
    await createConsumer(consumer, own, { typescript: '5.4.5' })
    writeFileSync(join(consumer, 'program.ts'), program)
    writeFileSync(join(consumer, 'short-program.ts'), shortProgram)
  })

  it('installs only these packages of ours', async () => {
    const names = (await runFile('ls', ['node_modules/@sdc'], { cwd: consumer })).trim().split('\n')
    expect(names).toEqual(installed)
  })

  it('has the licence with each of them', () => {
    const licence = readFileSync(join(root, 'LICENSE'), 'utf8')
    for (const name of installed)
      expect(readFileSync(join(consumer, 'node_modules/@sdc', name, 'LICENSE'), 'utf8')).toBe(licence)
  })

  it('type-checks under TypeScript 5.4, strict, with the resolution of Node and of bundlers', async () => {
    const resolutions = { node16: 'node16', bundler: 'esnext' }
    const configs = Object.entries(resolutions).map(([moduleResolution, module]) => {
      const compilerOptions = {
        target: 'es2022',
        lib: ['es2022', 'dom'],
        module,
        moduleResolution,
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        // TypeScript's own declarations for browsers are not checked here.
        skipDefaultLibCheck: true,
        types: [],
        noEmit: true,
      }
      const config = join(consumer, `tsconfig.${moduleResolution}.json`)
      writeFileSync(config, JSON.stringify({ compilerOptions, files: ['program.ts', 'short-program.ts'] }))
      return config
    })
    // One process reads the shared files of both once.
    const compiled = runFile(process.execPath, ['node_modules/typescript/bin/tsc', '--build', ...configs], {
      cwd: consumer,
    })
    await expect(compiled).resolves.toBe('')
  })

  it('runs in Node and, bundled, without Node, with the same numbers', async () => {
    const bundle = await build({
      entryPoints: [join(consumer, 'program.ts')],
      bundle: true,
      platform: 'browser',
      format: 'esm',
      minify: true,
      metafile: true,
      write: false,
    })
    const inputs = Object.values(bundle.metafile.inputs).flatMap(({ imports }) => imports.map(({ path }) => path))
    expect(inputs.filter((path) => path.startsWith('node:') || builtinModules.includes(path))).toEqual([])
    const code = bundle.outputFiles[0].text
    const lines: string[] = []
    // Globals of a page: those of a browser, without those of Node.
    const page: Record<string, unknown> = { console: { log: (line: string) => lines.push(line) }, TextEncoder, crypto }
    await (runInNewContext(`(async () => {${code}\n})()`, page) as Promise<void>)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0])).toMatchObject({ rows: 7, finite: true, changed: 7 })

    await build({ entryPoints: [join(consumer, 'program.ts')], outfile: join(consumer, 'program.mjs'), format: 'esm' })
    expect((await runFile(process.execPath, ['program.mjs'], { cwd: consumer })).trim()).toBe(lines[0])

    const short = join(consumer, 'short-program.mjs')
    await build({ entryPoints: [join(consumer, 'short-program.ts')], outfile: short, format: 'esm' })
    const printed = JSON.parse(await runFile(process.execPath, [short], { cwd: consumer })) as Record<string, unknown>
    expect(printed).toMatchObject({ rows: 40, choice: 'noise/additive' })
    expect(printed.text).toMatch(/^\d+\.\d$/)

    console.info(`bundle for a browser: ${code.length} bytes, ${gzipSync(code).length} gzipped`)
    expect(code.length).toBeLessThan(LARGEST_BUNDLE)
  })
})

const plugin = fileURLToPath(new URL('example-plugin', import.meta.url))

const incomes = [2100, 3450, 2875, 6120, 4510, 3990, 5230, 1980, 7400, 2640, 3120, 4875]
const csv = `id,income\n${incomes.map((income, i) => `${i + 1},${income}`).join('\n')}\n`

describe('a plugin published by a third party', () => {
  const consumer = join(folder, 'plugin-user')
  // A user does not have the workspace's packages, whose folder a pnpm script sets.
  const env = { ...process.env, NODE_PATH: '' }
  const node = (...args: readonly string[]): Promise<string> => runFile(process.execPath, args, { cwd: consumer, env })
  const sdc = (...args: readonly string[]): Promise<string> => node('node_modules/@sdc/cli/dist/cli.js', ...args)

  beforeAll(async () => {
    const [{ filename }] = JSON.parse(
      await runFile('npm', ['pack', '--json', '--pack-destination', folder, '--loglevel=error'], { cwd: plugin }),
    ) as [{ filename: string }]
    const all = tarballsOf('@sdc/cli').set('sdc-plugin-example', join(folder, filename))
    await createConsumer(consumer, all, { typescript: '7.0.2', '@types/node': '^20.19.0' })
    writeFileSync(join(consumer, 'data.csv'), csv)
  })

  it('has one copy of @sdc/core', async () => {
    const copies = await runFile('find', ['.', '-path', '*/@sdc/core/package.json'], { cwd: consumer })
    expect(copies.trim()).toBe('./node_modules/@sdc/core/package.json')
  })

  it('has no DuckDB, which sdc requires only for Parquet files', async () => {
    expect(await runFile('find', ['.', '-type', 'd', '-ipath', '*/node_modules/*duckdb*'], { cwd: consumer })).toBe('')
    writeFileSync(join(consumer, 'data.parquet'), 'PAR1')
    await expect(
      sdc('mask', 'data.parquet', '--method', 'noise/additive', '--columns', 'income', '-o', 'no.parquet'),
    ).rejects.toThrow(/BAD_OPTION[^]*Install it in the same place as sdc: npm install @duckdb\/node-api/)
  })

  it('passes its own tests', async () => {
    copyFileSync(join(plugin, 'plugin.test.js'), join(consumer, 'plugin.test.js'))
    expect(await node('--test', '--test-reporter=tap', 'plugin.test.js')).toMatch(/# pass 2\n# fail 0/)
  })

  it('has types that match its JavaScript', async () => {
    const compilerOptions = {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      checkJs: true,
      allowJs: true,
      skipLibCheck: false,
      types: ['node'],
      noEmit: true,
      maxNodeModuleJsDepth: 0,
    }
    // Copied out of node_modules, whose JavaScript the compiler does not check.
    for (const file of ['random-round.js', 'mean-shift.js'])
      copyFileSync(join(plugin, 'src', file), join(consumer, file))
    writeFileSync(
      join(consumer, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['random-round.js', 'mean-shift.js', 'plugin.test.js'] }),
    )
    await expect(node('node_modules/typescript/bin/tsc', '-p', '.')).resolves.toBe('')
  })

  it('is checked by sdc check', async () => {
    const output = await sdc('check', 'sdc-plugin-example')
    expect(output).toMatch(/example\/random-round/)
    expect(output).not.toMatch(/fail/i)
  })

  it('masks and measures under sdc --plugin', async () => {
    const method = ['--plugin', 'sdc-plugin-example', '--method', 'example/random-round', '--set', 'base=100']
    await sdc('mask', 'data.csv', ...method, '--columns', 'income', '--seed', '1', '-o', 'masked.csv')
    const masked = readFileSync(join(consumer, 'masked.csv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',')[1]))
    expect(masked).not.toEqual(incomes)
    expect(masked.every((income, i) => income % 100 === 0 && Math.abs(income - incomes[i]) < 100)).toBe(true)

    const measured = JSON.parse(
      await sdc(
        'measure',
        'data.csv',
        'masked.csv',
        '--plugin',
        'sdc-plugin-example',
        '--columns',
        'income',
        '--metrics',
        'loss/mean-shift',
        '--json',
      ),
    ) as { metrics: unknown }
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
    const shift = Math.abs(mean(masked) - mean(incomes)) / (Math.max(...incomes) - Math.min(...incomes))
    expect(measured.metrics).toMatchObject({ 'loss/mean-shift': { value: expect.closeTo(shift, 12) as number } })
  })

  it('is not loaded unless it is named', async () => {
    await expect(
      sdc('mask', 'data.csv', '--method', 'example/random-round', '--columns', 'income', '--seed', '1', '-o', 'no.csv'),
    ).rejects.toThrow(/UNKNOWN_METHOD/)
  })
})
