// The same bytes on every JavaScript engine: what every method and metric of @sdc/standard gives on census.csv, and every
// table method on a made table (the solver is WebAssembly), bundled to one script and run by this Node, by Node 22 and 24
// (npm's `node` package) and by Chromium, against packages/standard/src/census-bytes.json and table-bytes.json. Prints
// which differ; exit status 1 where any does, or with CI=true where an engine cannot be had.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { root } from './build.mjs'

const run = promisify(execFile)
const chromiumPath = process.env.SDC_CHROMIUM ?? '/usr/bin/chromium'
const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const entry = `
  import { bytesOnCensus } from './packages/standard/src/testing/census-bytes.ts'
  import { bytesOnTables } from './packages/standard/src/testing/table-bytes.ts'
  import { solverFrom } from '@sdc/tabular'
  import wasmBinary from './packages/tabular/node_modules/highs/build/highs.wasm'
  solverFrom({ wasmBinary })
  globalThis.censusBytes = async () => {
    const { methods, metrics } = bytesOnCensus()
    const hashes = {}
    for (const { name, hash } of [...methods, ...metrics, ...bytesOnTables()]) {
      hashes[name] = await hash().catch((error) => 'threw ' + error)
    }
    return hashes
  }`

/** @sdc/name is its source, as in the tests. */
const sources = {
  name: 'sources',
  setup({ onResolve }) {
    onResolve({ filter: /^@sdc\// }, ({ path }) => {
      const [, name, part = 'index'] = path.split('/')
      return { path: join(root, 'packages', name, 'src', `${part}.ts`) }
    })
  },
}

/** One script without imports, which defines the global function `censusBytes`. */
async function bundle() {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    plugins: [sources],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    // The solver asks for it where there is a Node; it is given its WebAssembly as bytes, and no address of its own.
    external: ['node:module'],
    define: { 'import.meta.url': '"file:///solver.mjs"' },
    loader: { '.wasm': 'binary' },
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0].text
}

/** A program that ends with a Node, and its arguments: the version that it is, and the hashes that it makes. */
function nodeEngine(program, ...args) {
  return async (script, folder) => {
    const file = join(folder, 'census-bytes.cjs')
    const print = 'censusBytes().then((hashes) => console.log(JSON.stringify([process.version, hashes])))'
    if (!existsSync(file)) writeFileSync(file, `${script}\n${print}\n`)
    const { stdout } = await run(program, [...args, file], { cwd: folder, maxBuffer: 1e8, timeout: 600_000 })
    const [version, hashes] = JSON.parse(stdout)
    return { version: `Node ${version.slice(1)}`, hashes }
  }
}

async function chromiumEngine(script) {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags })
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: script })
    return { version: `Chromium ${browser.version()}`, hashes: await page.evaluate('censusBytes()') }
  } finally {
    await browser.close()
  }
}

const engines = {
  'this Node': nodeEngine(process.execPath),
  'Node 22': nodeEngine('npx', '-y', '-p', 'node@22', 'node'),
  'Node 24': nodeEngine('npx', '-y', '-p', 'node@24', 'node'),
  Chromium: chromiumEngine,
}

/** The names whose hash is not the table's, those that only one of them has included. */
function differences(table, hashes) {
  return [...new Set([...Object.keys(table), ...Object.keys(hashes)])].filter((name) => table[name] !== hashes[name])
}

async function compareEngines() {
  const held = (name) => JSON.parse(readFileSync(join(root, 'packages/standard/src', `${name}-bytes.json`), 'utf8'))
  const table = { ...held('census'), ...held('table') }
  const script = await bundle()
  const folder = mkdtempSync(join(tmpdir(), 'sdc-engines-'))
  const say = (line) => process.stdout.write(`${line}\n`)
  let failed = false
  try {
    say(`${'engine'.padEnd(26)}${'rows'.padStart(6)}${'differ'.padStart(8)}${'seconds'.padStart(9)}`)
    for (const [name, engine] of Object.entries(engines)) {
      const since = performance.now()
      const result = await engine(script, folder).catch((error) => ({ problem: error }))
      const seconds = ((performance.now() - since) / 1000).toFixed(1)
      if (result.problem) {
        const [first] = String(result.problem.message ?? result.problem).split('\n')
        say(`${name.padEnd(26)} not run: ${first}`)
        failed ||= process.env.CI === 'true'
        continue
      }
      const different = differences(table, result.hashes)
      const rows = Object.keys(result.hashes).length
      say(
        `${result.version.padEnd(26)}${String(rows).padStart(6)}${String(different.length).padStart(8)}${seconds.padStart(9)}`,
      )
      for (const row of different)
        say(`  ${row}: ${result.hashes[row] ?? 'none'}, in the table ${table[row] ?? 'none'}`)
      failed ||= different.length > 0
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  process.exitCode = failed ? 1 : 0
}

await compareEngines()
