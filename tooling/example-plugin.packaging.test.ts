import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConsumer, pack, runFile, withDependencies } from './scripts/pack.mjs'

const plugin = fileURLToPath(new URL('example-plugin', import.meta.url))

const incomes = [2100, 3450, 2875, 6120, 4510, 3990, 5230, 1980, 7400, 2640, 3120, 4875]
const csv = `id,income\n${incomes.map((income, i) => `${i + 1},${income}`).join('\n')}\n`

describe('a plugin that somebody else publishes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-plugin-'))
  const consumer = join(folder, 'consumer')
  const node = (...args: readonly string[]): Promise<string> => runFile(process.execPath, args, { cwd: consumer })
  const sdc = (...args: readonly string[]): Promise<string> => node('node_modules/@sdc/cli/dist/cli.js', ...args)

  beforeAll(async () => {
    const tarballs = await pack(withDependencies(['@sdc/cli']), join(folder, 'tarballs'))
    const [{ filename }] = JSON.parse(
      await runFile('npm', ['pack', '--json', '--pack-destination', folder, '--loglevel=error'], { cwd: plugin }),
    ) as [{ filename: string }]
    tarballs.set('sdc-plugin-example', join(folder, filename))
    await createConsumer(consumer, tarballs, { typescript: '7.0.2', '@types/node': '^20.19.0' })
    writeFileSync(join(consumer, 'data.csv'), csv)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has one copy of @sdc/core beside it', async () => {
    const copies = await runFile('find', ['.', '-path', '*/@sdc/core/package.json'], { cwd: consumer })
    expect(copies.trim()).toBe('./node_modules/@sdc/core/package.json')
  })

  it('has no DuckDB beside it, which sdc asks for where a file is Parquet', async () => {
    expect(await runFile('find', ['.', '-ipath', '*/node_modules/*duckdb*'], { cwd: consumer })).toBe('')
    await expect(
      sdc('mask', 'data.parquet', '--method', 'noise/additive', '--columns', 'income', '-o', 'no.parquet'),
    ).rejects.toThrow(/BAD_OPTION[^]*Install it beside sdc: npm install @sdc\/duckdb/)
  })

  it('passes its own tests', async () => {
    copyFileSync(join(plugin, 'plugin.test.js'), join(consumer, 'plugin.test.js'))
    expect(await node('--test', '--test-reporter=tap', 'plugin.test.js')).toMatch(/# pass 2\n# fail 0/)
  })

  it('has types that its JavaScript fits', async () => {
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
    for (const file of ['neighbour-exchange.js', 'median-shift.js'])
      copyFileSync(join(plugin, 'src', file), join(consumer, file))
    writeFileSync(
      join(consumer, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['neighbour-exchange.js', 'median-shift.js', 'plugin.test.js'] }),
    )
    await expect(node('node_modules/typescript/bin/tsc', '-p', '.')).resolves.toBe('')
  })

  it('is checked by sdc check', async () => {
    const output = await sdc('check', 'sdc-plugin-example')
    expect(output).toMatch(/example\/neighbour-exchange/)
    expect(output).not.toMatch(/fail/i)
  })

  it('masks and measures under sdc --plugin', async () => {
    const method = ['--plugin', 'sdc-plugin-example', '--method', 'example/neighbour-exchange', '--set', 'times=2']
    await sdc('mask', 'data.csv', ...method, '--columns', 'income', '--seed', '1', '-o', 'masked.csv')
    const masked = readFileSync(join(consumer, 'masked.csv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',')[1]))
    expect(masked).not.toEqual(incomes)
    expect([...masked].sort()).toEqual([...incomes].sort())

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
        'loss/median-shift',
        '--json',
      ),
    ) as { metrics: unknown }
    // A permutation keeps the median: exactly 0.
    expect(measured.metrics).toMatchObject({ 'loss/median-shift': { value: 0 } })
  })

  it('is not there unless it is named', async () => {
    await expect(
      sdc(
        'mask',
        'data.csv',
        '--method',
        'example/neighbour-exchange',
        '--columns',
        'income',
        '--seed',
        '1',
        '-o',
        'no.csv',
      ),
    ).rejects.toThrow(/UNKNOWN_METHOD/)
  })
})
