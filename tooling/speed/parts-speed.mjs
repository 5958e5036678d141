// Times a file out of core with one worker and with two, on an otherwise idle machine:
// `node tooling/speed/parts-speed.mjs [--records 10000000] [--columns 13] [--masked 5] [--method noise/additive] [--rounds 3]`.
// Use `--given 3` for linear models, `--map` for a reverse mapping of the masked file, `--keys 4` for counts of this
// number of quasi-identifiers instead. Prints wall-clock seconds, CPU seconds of all processes, and their peak memory;
// the goal is a factor of 1.6 with two workers.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { childrenOf } from '../kill/processes.mjs'
import { build, root } from '../scripts/build.mjs'

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '10000000' },
    columns: { type: 'string', default: '13' },
    masked: { type: 'string', default: '5' },
    method: { type: 'string', default: 'noise/additive' },
    given: { type: 'string', default: '0' },
    map: { type: 'boolean', default: false },
    keys: { type: 'string', default: '0' },
    memory: { type: 'string', default: '2GB' },
    rounds: { type: 'string', default: '3' },
  },
})
const numbered = (from, count) => Array.from({ length: count }, (_, c) => `c${from + c + 1}`)
const masked = numbered(0, Number(values.masked))
const given = numbered(masked.length, Number(values.given))
/** Numbers of values of the last columns, which are quasi-identifiers: typical of sex, region, age and occupation. */
const SIZES = [2, 17, 80, 21]
const keys = numbered(Number(values.columns) - Number(values.keys), Number(values.keys))

build()
const folder = mkdtempSync(join(tmpdir(), 'sdc-speed-'))
const data = join(folder, 'data.parquet')
const out = join(folder, 'masked.parquet')
try {
  await makeFile()
  const seconds = { 1: Infinity, 2: Infinity }
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const workers of [1, 2]) {
      const { wall, cpu, memory } = await measured(workers)
      seconds[workers] = Math.min(seconds[workers], wall)
      const cells = [`${wall.toFixed(1)} s`, `${cpu.toFixed(1)} s of processes`, `${(memory / 1e6).toFixed(0)} MB`]
      process.stdout.write(`${workers} ${workers === 1 ? 'worker' : 'workers'}: ${cells.join(', ')}\n`)
    }
  }
  process.stdout.write(
    `two workers: ${(seconds[1] / seconds[2]).toFixed(2)} times as fast as one, of the best of each\n`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function makeFile() {
  const require = createRequire(join(root, 'packages/files/package.json'))
  const { DuckDBInstance } = require('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  const columns = Array.from({ length: Number(values.columns) }, (_, c) => {
    const [name, drawn] = [`c${c + 1}`, `hash(i * 64 + ${c})`]
    const k = keys.indexOf(name)
    return `${k < 0 ? `(${drawn} % 100003) / 8` : `CAST(${drawn} % ${SIZES[k % SIZES.length]} AS INTEGER)`} AS ${name}`
  })
  const select = `SELECT ${columns.join(', ')} FROM range(${values.records}) one(i)`
  await connection.run(`COPY (${select}) TO '${data}' (FORMAT parquet, ROW_GROUP_SIZE 65536)`)
  connection.closeSync()
  instance.closeSync()
}

function measured(workers) {
  const cli = join(root, 'apps/cli/dist/cli.js')
  const asked = wordsOf()
  const options = ['--workers', workers, '--memory', values.memory]
  // The shell reports the CPU time of all processes.
  const line = [process.execPath, cli, ...asked, ...options].map((word) => `'${word}'`).join(' ')
  const begun = performance.now()
  const shell = spawn('sh', ['-c', `${line} && times`], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  let memory = 0
  shell.stdout.on('data', (piece) => (text += piece))
  const looking = setInterval(() => (memory = Math.max(memory, residentOf(shell.pid))), 50)
  return new Promise((resolve, reject) => {
    shell.once('close', (status) => {
      clearInterval(looking)
      const wall = (performance.now() - begun) / 1000
      rmSync(out, { recursive: true, force: true })
      const [user, system] = (text.trim().split('\n').at(-1) ?? '').split(' ').map(secondsIn)
      if (status === 0) resolve({ wall, cpu: user + system, memory })
      else reject(new Error(`the run ended with status ${status}`))
    })
  })
}

/** Returns the arguments of the command line, without workers and memory. */
function wordsOf() {
  if (keys.length > 0) {
    const of = ['--quasi-identifiers', keys.join(','), '--columns', keys.join(',')]
    return ['measure', data, data, ...of, '--metrics', 'risk/k-anonymity']
  }
  if (!values.map) {
    const from = given.length === 0 ? [] : ['--given', given.join(',')]
    return ['mask', data, '--method', values.method, '--columns', masked.join(','), ...from, '--seed', '1', '-o', out]
  }
  const plan = join(folder, 'plan.json')
  const steps = [values.method, 'reverse-map/rank'].map((use) => ({ use, columns: masked }))
  writeFileSync(plan, JSON.stringify({ data, seed: 1, steps }))
  return ['run', plan, '-o', out]
}

/** Returns the memory of a process and its descendants, in bytes. */
function residentOf(pid) {
  let own = 0
  try {
    own = 1024 * Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
  return childrenOf(pid).reduce((sum, child) => sum + residentOf(child), own)
}

/** Parses `1m2.34s`. */
function secondsIn(text) {
  const [minutes, seconds] = text.replace('s', '').split('m').map(Number)
  return 60 * minutes + seconds
}
