import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BLOCK, dataset, numeric } from '@sdc/core'
import { parquetSink, parquetSource } from '@sdc/files/parquet'
import { sourceOf } from '@sdc/engine/partitions'
import { hasRedis, startRedis } from '../../../../packages/launch-bullmq/src/redis-server.fixture.js'
import { hasSlurm, startCluster } from '../../../../packages/launch-slurm/src/slurm-cluster.fixture.js'
import { sdc, type Outcome } from '../cli.fixture.js'
import { bundledProgram } from '@sdc/testing/bundled-program'

/* Real processes: the program and its workers, in a folder from which DuckDB is found. */
const folder = mkdtempSync(
  fileURLToPath(new URL('../../../../packages/files/node_modules/.sdc-workers-', import.meta.url)),
)
const at = (name: string): string => join(folder, name)
/** Two partitions, the last one shorter: work for two workers. */
const ROWS = BLOCK + 11
const values = Float64Array.from({ length: ROWS }, (_, i) => (i * 7919) % 1009)
let program = ''

beforeAll(async () => {
  program = await bundledProgram('apps/cli/src/cli.ts', at('sdc.mjs'))
  // Columns in an order other than that of their names, which plans use.
  const lines = Array.from(values, (value, i) => `${value},"r${i % 9}",g${i % 4}\n`)
  writeFileSync(at('in.csv'), `a,"region",group\n${lines.join('')}`)
  const source = sourceOf(dataset([['a', numeric(values)]]))
  const sink = parquetSink(at('in.parquet'), { types: new Map([['a', 'DOUBLE']]) })
  const range = { from: 0, to: 2 }
  await sink.write(0, range, source.read(range, ['a']))
  await sink.close(1)
  await sink.release()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const swap = ['--method', 'swapping/rank-swap', '--columns', 'a', '--set', 'percent=5', '--seed', '3'] as const

/** Runs the program in a separate process. */
const started = (...argv: readonly string[]): Outcome => {
  const { status, ...said } = spawnSync(process.execPath, [program, ...argv], { cwd: folder, encoding: 'utf8' })
  return { status: status ?? -1, ...said }
}
/**
 * Runs the program in this process if it starts no other, since starting one takes most of the time for a small file.
 */
const here = (...argv: readonly string[]): Promise<Outcome> =>
  sdc(...argv.map((word) => (/^[\w-]+\.(csv|parquet|json)$/.test(word) ? at(word) : word)))

async function ended(run: Outcome | Promise<Outcome>): Promise<Outcome> {
  const outcome = await run
  expect([outcome.stderr, outcome.status]).toEqual([expect.any(String), 0])
  return outcome
}

/** Returns the messages on stderr of a run with this number of workers. */
async function mask(
  run: typeof here | typeof started,
  input: string,
  output: string,
  ...argv: string[]
): Promise<string> {
  return (await ended(run('mask', input, ...swap, ...argv, '-o', output))).stderr
}

async function valuesOf(file: string): Promise<Float64Array> {
  const source = await parquetSource(at(file))
  const read = new Float64Array(source.rows)
  for await (const { block, data } of source.read({ from: 0, to: 2 }, ['a'])) {
    const column = data.column('a')
    if (column.kind === 'numeric') read.set(column.values, block.first)
  }
  source.close()
  return read
}

describe('two workers of the command line', () => {
  it('end if their parent process ends before they are ready', async () => {
    const worker = fork(program, ['worker', folder], { cwd: folder, stdio: 'ignore' })
    worker.disconnect()
    expect(await new Promise((resolve) => worker.once('exit', resolve))).toBe(0)
  })

  it('write the CSV of one process in memory', async () => {
    expect(await mask(here, 'in.csv', 'memory.csv')).not.toContain('out of core')
    expect(await mask(started, 'in.csv', 'two.csv', '--workers', '2')).toMatch(/in 2 parts, 2 processes/)
    const bytes = readFileSync(at('two.csv'))
    expect(bytes.equals(readFileSync(at('memory.csv')))).toBe(true)
    expect(bytes.equals(readFileSync(at('in.csv')))).toBe(false)
  })

  it('reverse-map the CSV like one process in memory', async () => {
    const asked = ['reverse-map', 'in.csv', 'two.csv', '--columns', 'a', '--seed', '4']
    await ended(here(...asked, '-o', 'mapped.csv'))
    const { stderr } = await ended(started(...asked, '--workers', '2', '-o', 'mapped-in-parts.csv'))
    expect(stderr).toMatch(/mapped back out of core: 65547 records in 2 parts, 2 pro/)
    expect(readFileSync(at('mapped-in-parts.csv')).equals(readFileSync(at('mapped.csv')))).toBe(true)
  })

  it('measure groups and each record like one process in memory', async () => {
    const moved = Array.from(values, (value, i) => `${value + (i % 3)},"r${i % 9}",g${i % 4}\n`)
    writeFileSync(at('moved.csv'), `a,"region",group\n${moved.join('')}`)
    const files = async (run: typeof here | typeof started, name: string, ...argv: string[]): Promise<Buffer[]> => {
      const asked = ['--columns', 'a', '--quasi-identifiers', 'region', '--by', 'group', ...argv]
      const out = [
        '--metrics',
        'risk/k-anonymity,loss/il1s',
        '-o',
        `${name}-values.csv`,
        '--records',
        `${name}-risks.csv`,
      ]
      await ended(run('measure', 'in.csv', 'moved.csv', ...out, ...asked))
      return [readFileSync(at(`${name}-values.csv`)), readFileSync(at(`${name}-risks.csv`))]
    }
    const memory = await files(here, 'memory')
    const two = await files(started, 'two', '--workers', '2')
    expect(two.map((bytes, f) => bytes.equals(memory[f]))).toEqual([true, true])
  })

  it('write the Parquet values of one process', async () => {
    expect(await mask(started, 'in.parquet', 'two.parquet', '--workers', '2')).toMatch(/in 2 parts, 2 processes/)
    await mask(here, 'in.parquet', 'one.parquet', '--workers', '1')
    const [one, two] = [await valuesOf('one.parquet'), await valuesOf('two.parquet')]
    expect(one).toHaveLength(ROWS)
    expect(Buffer.from(two.buffer).equals(Buffer.from(one.buffer))).toBe(true)
    expect(Buffer.from(one.buffer).equals(Buffer.from(values.buffer))).toBe(false)
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('resume a release that was killed between writing its key and its file', async () => {
    const asked = [
      'mask',
      'in.csv',
      ...swap.slice(0, 6),
      '--release',
      '--accept-open',
      'region',
      '--accept-open',
      'group',
      '--workers',
      '2',
    ]
    const argv = [program, ...asked, '--work-folder', 'release-store', '--private', 'keep.json', '-o', 'released.csv']
    const child = spawn(process.execPath, argv, { cwd: folder, stdio: 'ignore' })
    const isOver = new Promise((resolve) => child.on('close', resolve))
    while (!existsSync(at('keep.json')) && child.exitCode === null)
      await new Promise((resolve) => setImmediate(resolve))
    child.kill('SIGKILL')
    await isOver
    const key = readFileSync(at('keep.json'), 'utf8')
    const again = spawnSync(process.execPath, [...argv, '--resume'], { cwd: folder, encoding: 'utf8' })
    // The run may have ended before the kill, although that was never observed; then there is nothing to resume.
    const wasOver = again.status === 2 && again.stderr.includes('exists already')
    expect([again.stderr, again.status]).toEqual([again.stderr, wasOver ? 2 : 0])
    expect(readFileSync(at('keep.json'), 'utf8')).toBe(key)
    const { status, stderr } = await here('run', 'keep.json', '--data', 'in.csv', '-o', 'replayed.csv')
    expect([stderr, status]).toEqual([expect.stringContaining('the replay equals the file of the run'), 0])
    expect(readFileSync(at('replayed.csv')).equals(readFileSync(at('released.csv')))).toBe(true)
    const left = (name: string): boolean => name.startsWith('.') || name === 'release-store'
    expect(readdirSync(folder).filter(left)).toEqual([])
  })

  it('measure like one process in memory, and resume after the driver was killed', async () => {
    // A role does not change how a file is read, so it is the same file.
    const roles = ['--columns', 'a', '--quasi-identifiers', 'a'] as const
    const asked = [...roles, '--metrics', 'loss/il-score,loss/hellinger,risk/k-anonymity'] as const
    const measure = (run: typeof here | typeof started, ...argv: readonly string[]): Promise<Outcome> =>
      ended(run('measure', ...argv, ...asked))
    const memory = await measure(here, 'in.csv', 'two.csv')
    expect(memory.stdout).toMatch(/^Information loss of the score \(IL\) +\d/m)
    const killed = spawn(
      process.execPath,
      [program, 'measure', 'in.csv', 'two.csv', ...asked, '--workers', '2', '--work-folder', at('held')],
      { cwd: folder, stdio: 'ignore' },
    )
    const isOver = new Promise((resolve) => killed.on('close', resolve))
    const begun = (): boolean =>
      existsSync(at('held/done/original')) && readdirSync(at('held/done/original')).length > 0
    for (let turn = 0; turn < 5000 && !begun(); turn++) await new Promise((resolve) => setTimeout(resolve, 2))
    killed.kill('SIGKILL')
    await isOver
    expect(existsSync(at('held'))).toBe(true)
    const again = await measure(started, 'in.csv', 'two.csv', '--workers', '2', '--work-folder', at('held'), '--resume')
    expect(again.stdout).toBe(memory.stdout)
    expect(existsSync(at('held'))).toBe(false)
  })

  const measured = ['measure', 'in.csv', 'two.csv', '--columns', 'a', '--metrics', 'loss/il-score'] as const
  const measuring = (...argv: readonly string[]): ChildProcess & { readonly said: { out: string; err: string } } => {
    const child = spawn(process.execPath, [program, ...argv], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text.replaceAll(/\s+/g, ' ')))
    return Object.assign(child, { said })
  }
  let known: Promise<Outcome> | undefined
  /** Returns the output for the files in memory. */
  const inMemory = async (): Promise<string> => (await (known ??= here(...measured))).stdout
  const endOf = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('close', resolve))

  it.runIf(hasRedis)('measure over Redis like one process', async () => {
    const redis = await startRedis()
    try {
      const over = ['--launcher', 'bullmq', '--redis', redis.url] as const
      const driver = measuring(...measured, '--work-folder', at('queued'), ...over)
      const driverEnded = endOf(driver)
      while (!driver.said.err.includes('a worker on any machine'))
        await new Promise((resolve) => setTimeout(resolve, 50))
      const worker = measuring('worker', at('queued'), ...over)
      const workerEnded = endOf(worker)
      expect([await driverEnded, driver.said.err]).toEqual([0, expect.stringContaining('MB a task')])
      expect(driver.said.out).toMatch(/^Information loss of the score \(IL\) +\d/m)
      expect(driver.said.out).toBe(await inMemory())
      expect(existsSync(at('queued'))).toBe(false)
      expect([await workerEnded, worker.said.err]).toEqual([0, expect.stringContaining('has ended')])
    } finally {
      await redis.stop()
    }
  })

  it.runIf(hasSlurm)('measure by Slurm jobs like one process', async () => {
    const cluster = startCluster()
    try {
      const asked = [...measured, '--launcher', 'slurm', '--workers', '1']
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...asked], {
        cwd: folder,
        env: cluster.env,
        encoding: 'utf8',
      })
      expect([stderr, status]).toEqual([expect.stringContaining('tasks are started by Slurm, 1 job at a time'), 0])
      expect(stdout).toMatch(/^Information loss of the score \(IL\) +\d/m)
      expect(stdout).toBe(await inMemory())
      expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
    } finally {
      cluster.stop()
    }
  })
})
