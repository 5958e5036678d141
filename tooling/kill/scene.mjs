// A file, a plan with a step of every kind, and runs of it by the built command line.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../scripts/build.mjs'

const cli = join(root, 'apps/cli/dist/cli.js')

/** Reading, passes, ranks, groups, ranks compared with those of the original, and writing. */
const STEPS = [
  { use: 'noise/additive', columns: ['income', 'rent'], params: { relativeVariance: 0.1 } },
  { use: 'swapping/rank-swap', columns: ['tax'], params: { percent: 5 } },
  { use: 'microaggregation/projected', columns: ['wealth'], params: { k: 4 }, by: ['region'] },
  { use: 'reverse-map/rank', columns: ['rent'] },
]

/** Writes the file of a scene in a folder: Parquet or CSV, with this number of records. */
export async function makeScene(folder, format, records) {
  mkdirSync(join(folder, 'tmp'), { recursive: true })
  const drawn = (n, end) => `(hash(i * 8 + ${n}) % ${end})`
  const columns = [
    'i AS id',
    `${drawn(1, 100_003)} / 8 AS income`,
    `CAST(${drawn(2, 4001)} AS BIGINT) AS tax`,
    `${drawn(3, 65_537)} / 16 AS rent`,
    `CAST(${drawn(4, 1_000_003)} AS BIGINT) AS wealth`,
    `'region ' || ${drawn(5, 4)} AS region`,
  ]
  const require = createRequire(join(root, 'packages/files/package.json'))
  const { DuckDBInstance } = require('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  const to = format === 'csv' ? 'FORMAT csv, HEADER' : 'FORMAT parquet'
  const data = join(folder, `data.${format}`)
  await connection.run(`COPY (SELECT ${columns.join(', ')} FROM range(${records}) one(i)) TO '${data}' (${to})`)
  connection.closeSync()
  instance.closeSync()
  const plan = { data: `data.${format}`, schema: { columns: { tax: { kind: 'numeric' } } }, seed: 7, steps: STEPS }
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan))
  return { folder, store: join(folder, 'store'), out: join(folder, `masked.${format}`), format }
}

/**
 * Starts a run.
 *
 * @param scene - File, plan and folder.
 * @param how - Options of the launcher, additional environment, and true to resume an earlier run.
 * @returns Its process, and its end.
 */
export function startRun({ folder, store, out }, { options = [], env = {}, resume = false }) {
  const asked = [
    'run',
    join(folder, 'plan.json'),
    '--work-folder',
    store,
    '--workers',
    '2',
    '--memory',
    '800MB',
    '-o',
    out,
  ]
  return startProgram(folder, [...asked, ...options, ...(resume ? ['--resume'] : [])], env)
}

/** Starts the built command line in a folder. */
export function startProgram(folder, args, env = {}) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: { ...process.env, TMPDIR: join(folder, 'tmp'), NODE_DISABLE_COMPILE_CACHE: '1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  let over = false
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text))
  const ended = new Promise((resolve) => child.once('exit', (status, signal) => resolve({ status, signal })))
  void ended.then(() => (over = true))
  return { pid: child.pid, ended, hasEnded: () => over, said: () => said }
}

/** Returns a hash of the output. */
export function hashOfOutput({ out, folder }) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else hash.update(path.slice(out.length)).update(readFileSync(path))
  }
  add(out)
  hash.update(readFileSync(join(folder, 'masked.manifest.json')))
  return hash.digest('hex')
}

/** Returns files in the folder of a scene that a run should have removed. */
export function leftIn({ folder, format }) {
  const known = new Set([`data.${format}`, `masked.${format}`, 'masked.manifest.json', 'plan.json', 'tmp'])
  const names = readdirSync(folder).filter((name) => !known.has(name))
  return [...names, ...readdirSync(join(folder, 'tmp')).map((name) => `tmp/${name}`)]
}

/** Removes the outputs for the next run. */
export function cleared({ folder, out, store }) {
  for (const path of [out, store, join(folder, 'tmp'), join(folder, 'masked.manifest.json')])
    rmSync(path, { recursive: true, force: true })
  mkdirSync(join(folder, 'tmp'))
}
