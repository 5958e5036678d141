import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { beforeAll, describe, expect, it } from 'vitest'
import { BLOCK, dataset, numeric, type Column } from '@sdc/core'
import { parquetSink, parquetSource } from '@sdc/files/parquet'
import { sourceOf } from '@sdc/engine/partitions'
import { sdc, workFolder } from '../cli.fixture.js'
import { categoriesOf, cutOf } from '../../../../packages/release/src/flow/place/cut.js'

const { path } = workFolder()
const ROWS = BLOCK + 10
const noise = ['--method', 'noise/additive', '--columns', 'a', '--set', 'relativeVariance=0.1', '--seed', '1'] as const

/** Writes a file of two integer columns, in this number of parts. */
async function write(
  name: string,
  rows: number,
  names: readonly string[] = ['a', 'b'],
  partBlocks = 9,
): Promise<string> {
  const columns = names.map((column, c): readonly [string, Column] => [
    column,
    numeric(Float64Array.from({ length: rows }, (_, i) => ((i * 7919 + c) % 1009) * 10)),
  ])
  const source = sourceOf(dataset(columns))
  const sink = parquetSink(path(name), { types: new Map(names.map((column) => [column, 'BIGINT'])) })
  const blocks = Math.ceil(rows / BLOCK)
  const parts = Math.ceil(blocks / partBlocks)
  for (let p = 0; p < parts; p++) {
    const range = { from: p * partBlocks, to: Math.min(blocks, (p + 1) * partBlocks) }
    await sink.write(p, range, source.read(range, names))
  }
  await sink.close(parts)
  return path(name)
}

async function valuesOf(file: string, name: string): Promise<Float64Array> {
  const source = await parquetSource(file)
  const values = new Float64Array(source.rows)
  for await (const { block, data } of source.read({ from: 0, to: Math.ceil(source.rows / BLOCK) }, [name])) {
    const column = data.column(name)
    if (column.kind === 'numeric') values.set(column.values, block.first)
  }
  source.close()
  return values
}

let big = ''
beforeAll(async () => {
  big = await write('big.parquet', ROWS)
})

describe('sdc mask on Parquet', () => {
  it('masks within groups, and names a refused group', async () => {
    const file = path('groups.parquet')
    const values = Float64Array.from({ length: 3000 }, (_, i) => ((i * 7919) % 1009) * 10)
    const source = sourceOf(
      dataset([
        ['a', numeric(values)],
        ['g', numeric(values.map((value) => value % 3))],
        ['h', numeric(values.map((_, i) => (i === 5 ? 1 : 0)))],
      ]),
    )
    const sink = parquetSink(file, { types: new Map(source.names.map((name) => [name, 'BIGINT'])) })
    await sink.write(0, { from: 0, to: 1 }, source.read({ from: 0, to: 1 }, source.names))
    await sink.close(1)
    const by = (column: string): ReturnType<typeof sdc> =>
      sdc('mask', file, ...noise, '--by', column, '--workers', '1', '-o', path(`by-${column}.parquet`))
    expect(await by('g')).toMatchObject({ status: 0 })
    const masked = await valuesOf(path('by-g.parquet'), 'a')
    expect(masked.filter((value, i) => value !== values[i]).length).toBeGreaterThan(1500)
    // Groups have separate random streams.
    expect(await sdc('mask', file, ...noise, '--workers', '1', '-o', path('alone.parquet'))).toMatchObject({
      status: 0,
    })
    expect(masked).not.toEqual(await valuesOf(path('alone.parquet'), 'a'))
    const refused = await by('h')
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('group h=1 (1 records)')
    expect(existsSync(path('by-h.parquet'))).toBe(false)
  })

  it('masks out of core and says so, gives the same values for any partition, and leaves no other files', async () => {
    const whole = await sdc('mask', big, ...noise, '--workers', '1', '-o', path('one.parquet'))
    expect(whole).toMatchObject({ status: 0, stdout: '' })
    expect(whole.stderr).toContain(`big.parquet is masked out of core: ${ROWS} records in 2 parts, 1 process`)
    const folder = await write('folder', ROWS, ['a', 'b'], 1)
    const other = await sdc('mask', folder, ...noise, '--workers', '1', '--memory', '250MB', '-o', path('two.parquet'))
    expect(other.status).toBe(0)
    const masked = await valuesOf(path('one.parquet'), 'a')
    expect(masked).toHaveLength(ROWS)
    const same = (a: Float64Array, b: Float64Array): boolean => Buffer.from(a.buffer).equals(Buffer.from(b.buffer))
    expect(same(await valuesOf(path('two.parquet'), 'a'), masked)).toBe(true)
    expect(same(await valuesOf(path('one.parquet'), 'b'), await valuesOf(big, 'b'))).toBe(true)
    expect(same(masked, await valuesOf(big, 'a'))).toBe(false)
    expect(readdirSync(path('.')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('resumes a run from its work folder, and refuses one of another plan, seed or file', async () => {
    const store = path('kept')
    // A run that fails while its records are read keeps a named work folder.
    const failing = ['--method', 'swapping/rank-swap', '--columns', 'c', '--seed', '1', '--work-folder', store] as const
    const constant = await write('constant.parquet', 100, ['c'])
    const sink = parquetSink(path('same.parquet'))
    await sink.write(
      0,
      { from: 0, to: 1 },
      sourceOf(dataset([['c', numeric(new Float64Array(100))]])).read({ from: 0, to: 1 }, ['c']),
    )
    await sink.close(1)
    const first = await sdc('mask', path('same.parquet'), ...failing, '-o', path('never.parquet'))
    expect(first).toMatchObject({ status: 2 })
    expect(first.stderr).toContain('CONSTANT_COLUMN')
    expect(first.stderr).toContain(`the work folder ${store} is kept`)
    expect(existsSync(`${store}/plan.json`)).toBe(true)
    const refused = async (...argv: string[]): Promise<string> => {
      const { status, stderr } = await sdc('mask', ...argv)
      expect([argv, status]).toEqual([argv, 2])
      return stderr
    }
    const out = ['-o', path('never.parquet')]
    expect(await refused(path('same.parquet'), ...failing, ...out)).toContain('has a run already')
    expect(await refused(constant, ...failing, ...out, '--resume')).toContain('changed after the run began')
    const seeded = [...failing.slice(0, 4), '--seed', '2', '--work-folder', store]
    expect(await refused(path('same.parquet'), ...seeded, ...out, '--resume')).toContain('it has another seed')
    const others = [...failing, '--set', 'percent=7', '--resume']
    expect(await refused(path('same.parquet'), ...others, ...out)).toContain('other methods, columns or parameters')
    expect(await refused(path('same.parquet'), ...failing, '-o', path('x.parquet'), '--resume')).toContain(
      'another file',
    )
    // The same run can be resumed, and its first stage fails again.
    expect(await refused(path('same.parquet'), ...failing, ...out, '--resume')).toContain('CONSTANT_COLUMN')
  })

  it('refuses a work folder in use by another run, and takes over from a dead one', async () => {
    mkdirSync(path('busy'))
    writeFileSync(path('busy/driver'), `${hostname()} ${process.ppid}`)
    const argv = [
      'mask',
      big,
      ...noise,
      '--workers',
      '1',
      '--work-folder',
      path('busy'),
      '-o',
      path('busy.parquet'),
    ] as const
    const held = await sdc(...argv)
    expect(held.status).toBe(2)
    expect(held.stderr).toContain(`another run uses the work folder ${path('busy')} (process ${process.ppid}`)
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeFileSync(path('busy/driver'), `${hostname()} ${pid}`)
    expect((await sdc(...argv)).status).toBe(0)
    expect(existsSync(path('busy'))).toBe(false)
  })

  it('refuses what is impossible, and names an alternative', async () => {
    const out = ['-o', path('no.parquet')] as const
    const stderrOf = async (...argv: readonly string[]): Promise<string> => {
      const { status, stderr } = await sdc('mask', ...argv)
      expect([argv, status]).toEqual([argv, 2])
      expect(existsSync(path('no.parquet'))).toBe(false)
      return stderr
    }
    await write('others', 10)
    expect(await stderrOf(big, ...noise, '--workers', '1')).toContain('Name it with -o')
    expect(await stderrOf(big, ...noise, '-o', big)).toContain('would be overwritten')
    expect(await stderrOf(big, ...noise, ...out, '--memory', '9MB')).toContain('at least 250MB')
    expect(await stderrOf(big, ...noise, ...out, '--memory', '260MB', '--workers', '2')).toMatch(
      /cannot hold 2 workers[^]*are needed[^]*Give --memory \d+MB, or --workers 1/,
    )
    expect(await stderrOf(big, ...noise, ...out, '--work-folder', `${big}/store`)).toContain('is a file, not a folder')
    mkdirSync(path('full'))
    writeFileSync(path('full/thesis.txt'), 'mine')
    expect(await stderrOf(big, ...noise, ...out, '--work-folder', path('full'))).toContain('has other files')
    expect(existsSync(path('full/thesis.txt'))).toBe(true)
    expect(await stderrOf(await write('single.parquet', 1), ...noise, ...out)).toContain('CONSTANT_COLUMN')
    expect(await stderrOf(big, ...noise, ...out, '--workers', '1', '--groups', path('g.csv'))).toContain(
      '--groups needs the whole file in memory',
    )
  })
})

describe('a method with a large window', () => {
  const parquet = (rows: number): Promise<string> => write(`rows-${rows}.parquet`, rows, ['a'])

  it('is refused if its window exceeds the memory, with the least memory required', async () => {
    const argv = ['--method', 'swapping/rank-swap', '--columns', 'a', '--set', 'percent=100', '--seed', '1'] as const
    const file = await parquet(1_500_000)
    const refused = async (memory: string, workers: string): Promise<string> => {
      const asked = [...argv, '--memory', memory, '--workers', workers, '-o', path('window.parquet')] as const
      const { status, stderr } = await sdc('mask', file, ...asked)
      expect([stderr, status, existsSync(path('window.parquet'))]).toEqual([stderr, 2, false])
      return stderr
    }
    const one = await refused('250MB', '1')
    // 48 bytes per rank, and 180 MB for the process.
    expect(one).toContain('holds 1500000 ranks of column "a" at a time, 72 MB, but the process has 70 MB for it')
    expect(one).toContain('Allow at least --memory 252MB; or use a smaller window.')
    expect(await refused('500MB', '2')).toContain(
      'Allow at least --memory 504MB, or --workers 1 --memory 252MB; or use a smaller window.',
    )
  })

  it('runs on the whole file if it fits', async () => {
    const argv = ['--method', 'microaggregation/mdav', '--columns', 'a', '--set', 'k=3', '--seed', '1'] as const
    const small = await sdc('mask', await parquet(500), ...argv, '-o', path('mdav.parquet'))
    expect([small.stderr, small.status]).toEqual([expect.stringContaining('masked 1 of 1 columns of 500 records'), 0])
    const counts = new Map<number, number>()
    for (const value of await valuesOf(path('mdav.parquet'), 'a')) counts.set(value, (counts.get(value) ?? 0) + 1)
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(3)
  })
})

describe('cutOf', () => {
  it('respects the memory, and reports the least memory required', () => {
    const { partBlocks, ranges, memory } = cutOf({ rows: 1e8, columns: 13 }, { memory: 2e9, workers: 2 })
    // Writing a part takes 36 bytes per cell, sorting a range 64 per record.
    expect(partBlocks * BLOCK * 13 * 36).toBeLessThanOrEqual(memory)
    expect((1e8 / ranges) * 64).toBeLessThanOrEqual(memory)
    expect(() => cutOf({ rows: 1e8, columns: 4000 }, { memory: 2e9, workers: 1 })).toThrow(/9618 MB are needed/)
  })

  it('includes the categories, which every process holds', () => {
    const names = Array.from({ length: 1e5 }, (_, i) => `person ${i}`)
    const categories = categoriesOf({ names: ['a', 'id'], levels: (name) => (name === 'id' ? names : []) })
    // 450 bytes each, and 11 for each letter.
    expect(categories).toBe(45e6 + 11 * names.join('').length)
    const file = { rows: 1e5, columns: 2, categories }
    expect(() => cutOf(file, { memory: 4e8, workers: 2 })).toThrow(
      /in addition to 59 MB each for the categories of the file: 486 MB are needed/,
    )
    expect(cutOf(file, { memory: 4.86e8, workers: 2 }).workers).toBe(2)
  })
})
