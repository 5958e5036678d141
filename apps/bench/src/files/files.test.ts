import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCsv } from '@sdc/files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { thisMachine } from '../speed/measure/machine.js'
import { parseBenchmarks, withSection } from '../speed/report/benchmarks-file.js'
import { committedFiles, fileKey, timesCommitted } from './committed-files.js'
import { fileCases, programsBeside, type FileCase } from './file-case.js'
import { fileRows, floorName, type FileRow } from './files-run.js'
import { fileGoalText, filesHeading, filesSection } from './files-section.js'
import { madeCsv, maskedColumns } from './made-csv.js'
import { runProcess, type ProcessOutcome } from './run-process.js'

const usage = fileURLToPath(new URL('../../scripts/usage.mjs', import.meta.url))
const programs = { ...programsBeside('/x/apps/bench/dist/cli.js'), usage }
const small: FileCase = { name: 'copy', n: 50, large: false, args: (_, from, to) => [from, to] }
const took = (cpuSeconds: number): ProcessOutcome => ({
  cost: { cpuSeconds, wallSeconds: 2 * cpuSeconds, peakBytes: 4e8 },
})

describe('madeCsv', () => {
  it('has 13 columns of an ordinary file, equal each time, 70 to 85 bytes a record', () => {
    const text = [...madeCsv(2_000)].join('')
    expect([...madeCsv(2_000)].join('')).toBe(text)
    expect(text.length / 2_000).toBeGreaterThan(70)
    expect(text.length / 2_000).toBeLessThan(85)
    const { dataset } = readCsv(text)
    expect([dataset.rows, dataset.names.length]).toEqual([2_000, 13])
    for (const name of maskedColumns) expect(dataset.column(name).kind).toBe('numeric')
    expect(dataset.column('region').kind).toBe('categorical')
  })
})

describe('runProcess', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-'))
    await writeFile(
      join(folder, 'busy.mjs'),
      'const until = process.cpuUsage().user + 1e5; while (process.cpuUsage().user < until);',
    )
    await writeFile(join(folder, 'fails.mjs'), "process.stderr.write('sdc: BAD: no\\n'); process.exit(2)")
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('reports the cost of a process', async () => {
    const outcome = await runProcess(usage, [join(folder, 'busy.mjs')])
    if ('why' in outcome) throw new Error(outcome.why)
    expect(outcome.cost.cpuSeconds).toBeGreaterThan(0.1)
    expect(outcome.cost.wallSeconds).toBeGreaterThan(0)
    expect(outcome.cost.peakBytes).toBeGreaterThan(2e7)
    expect(outcome.cost.peakBytes).toBeLessThan(3e8)
  })

  it('reports the reason of a failure', async () => {
    expect(await runProcess(usage, [join(folder, 'fails.mjs')])).toEqual({ why: 'status 2: sdc: BAD: no' })
  })

  it('the floor reports that DuckDB is missing, or copies the file', async () => {
    const [from, to] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
    await writeFile(from, 'a,b\n1,x\n2,y\n')
    const script = fileURLToPath(new URL('../../scripts/duckdb-copy.mjs', import.meta.url))
    const outcome = await runProcess(usage, [script, from, to])
    if ('why' in outcome) expect(outcome.why).toMatch(/duckdb/i)
    else expect(await readFile(to, 'utf8')).toBe('a,b\n1,x\n2,y\n')
  })
})

describe('fileRows', () => {
  const run = async (
    outcome: (file: string, turn: number) => ProcessOutcome,
  ): Promise<{ rows: FileRow[]; turns: string[] }> => {
    const turns: string[] = []
    const rows = await fileRows({
      programs,
      cases: [small],
      runs: 3,
      sort: () => 0.1,
      progress() {},
      run: async (_, [program]) => {
        const name = program === programs.floor ? 'floor' : 'copy'
        turns.push(name)
        return outcome(name, turns.filter((one) => one === name).length)
      },
    })
    return { rows, turns }
  }

  it('runs in turn, takes medians, and compares each with the floor', async () => {
    const { rows, turns } = await run((name, turn) => took(name === 'floor' ? turn : 10 * turn))
    expect(turns).toEqual(['floor', 'copy', 'floor', 'copy', 'floor', 'copy'])
    expect(
      rows.map(({ of, floor, outcome }) => [of.name, floor, 'cost' in outcome && outcome.cost.cpuSeconds]),
    ).toEqual([
      [floorName, 2, 2],
      ['copy', 2, 20],
    ])
  })

  it('has no floor without DuckDB, and tries it once', async () => {
    const { rows, turns } = await run((name) => (name === 'floor' ? { why: 'no @duckdb/node-api' } : took(1)))
    expect(turns.filter((one) => one === 'floor')).toHaveLength(1)
    expect(rows[1]).toMatchObject({ floor: null, runs: 3 })
    const section = filesSection(rows, thisMachine())
    expect(section).toContain('failed: no @duckdb/node-api')
    expect(section).toMatch(/\| copy +\| +50 \|.*\| +– \|/)
  })
})

describe('filesSection', () => {
  const goal = { ratio: 1.5, stretchRatio: 1, bytes: 3e8 }
  const row = (cpuSeconds: number, floor: number | null, change: Partial<FileRow> = {}): FileRow => ({
    of: { name: 'copy', n: 100_000, goal },
    outcome: took(cpuSeconds),
    floor,
    sort: 0.1,
    runs: 3,
    ...change,
  })

  it('reports for each goal if it is met, and names a stretch goal that is', () => {
    expect(fileGoalText(row(1.4, 1))).toBe('goal 1.5 × DuckDB met, goal 300 MB MISSED')
    expect(fileGoalText(row(1.6, 1))).toContain('goal 1.5 × DuckDB MISSED')
    expect(fileGoalText(row(0.9, 1))).toContain('stretch 1 × met')
    expect(fileGoalText(row(0.9, null))).toBe('goal 1.5 × DuckDB, goal 300 MB MISSED')
    const large = { name: 'x', n: 1e7, goal: { bytes: 3e9, stretchBytes: 2e9 } }
    expect(fileGoalText(row(1, null, { of: large }))).toBe('goal 3000 MB met, stretch 2000 MB met')
    expect(fileGoalText(row(1, null, { of: large, outcome: { why: 'no' } }))).toBe('goal 3000 MB')
  })

  it('is read back, and compares a present row with the committed one', () => {
    const file = withSection('# A\n', filesHeading, filesSection([row(3, 2)], thisMachine()))
    expect(parseBenchmarks(file).size).toBe(0)
    const committed = committedFiles(file).get(fileKey({ name: 'copy', n: 100_000 }))
    if (!committed) throw new Error('it is not there')
    expect(committed).toEqual({ sorts: 30, ratio: 1.5 })
    expect(timesCommitted(row(9, 2), committed)).toBeCloseTo(3, 10)
    // Without DuckDB: in sorts.
    expect(timesCommitted(row(6, null), committed)).toBeCloseTo(2, 10)
    expect(timesCommitted(row(6, null, { outcome: { why: 'no' } }), committed)).toBeNaN()
  })
})

describe('fileCases', () => {
  it('have goals if the project states them', () => {
    expect(fileCases.filter(({ goal }) => goal).map(({ n }) => n)).toEqual([1e6, 1e6, 1e6, 1e6, 1e7])
    expect(fileCases.filter(({ large }) => large)).toHaveLength(1)
  })
})
