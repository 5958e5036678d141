// Compares the outputs of every method and metric of @sdc/standard on JavaScript engines, byte for byte. The data are
// census.csv, testdata.csv if SDC_DATA_DIR (by default ../shared/data) has it, and a generated table for every table
// method (the solver is WebAssembly). One script, minified like the page, runs in Node 24 and 26 (npm's `node`
// package), Chromium and Firefox; a second one, minified by esbuild, runs in this Node. The expected hashes are in
// packages/standard/src/census-bytes.json and table-bytes.json; for testdata.csv, they are those of this Node. Prints
// the differences, and the methods that cannot mask the columns. Exit status 1 if any differs, or with CI=true if an
// engine is missing.
//
// Only every eighth record of testdata.csv is used, since one metric needs a minute for all of them. --whole uses all.
import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/build.mjs'
import { esbuildBundle, pageBundle } from './bundle.mjs'
import { engines } from './list.mjs'

const EACH = process.argv.includes('--whole') ? 1 : 8
const entry = `
  import { bytesOnCensus } from './packages/standard/src/testing/census-bytes.ts'
  import { bytesOnTables } from './packages/standard/src/testing/table-bytes.ts'
  import { bytesOnTestdata } from './packages/standard/src/testing/testdata-bytes.ts'
  import { readCsv } from '@sdc/files'
  import { solverFrom } from '@sdc/tabular'
  import wasmBinary from './packages/tabular/node_modules/highs/build/highs.wasm'
  solverFrom({ wasmBinary })
  const all = async (found, prefix) => {
    const hashes = {}
    for (const { name, hash } of found) hashes[prefix + name] = await hash().catch((error) => 'threw ' + error)
    return hashes
  }
  globalThis.bytesOf = async (testdata) => {
    const census = bytesOnCensus()
    const known = await all([...census.methods, ...census.metrics, ...bytesOnTables()], '')
    if (testdata === '') return { known, compared: {} }
    const { methods, metrics } = bytesOnTestdata(readCsv(testdata).dataset)
    return { known, compared: await all([...methods, ...metrics], 'testdata.csv, ') }
  }`

/** Returns some records of testdata.csv, evenly spaced; undefined without the file. */
function testdata() {
  const file = join(process.env.SDC_DATA_DIR || join(root, '../shared/data'), 'testdata.csv')
  if (!existsSync(file)) return ''
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  return [header, ...lines.filter((_, i) => i % EACH === 0)].join('\n')
}

/** Returns the names whose hash differs from the table's, including those that only one of them has. */
function differences(table, hashes) {
  return [...new Set([...Object.keys(table), ...Object.keys(hashes)])].filter((name) => table[name] !== hashes[name])
}

/** Runs each engine, two at a time if there are enough cores. */
async function runAll(scripts, call, folder) {
  const results = {}
  const waiting = Object.entries(engines)
  const one = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, engine] = next
      const own = join(folder, name.replaceAll(' ', '-'))
      mkdirSync(own)
      const since = performance.now()
      const script = name === 'this Node' ? scripts.esbuild : scripts.page
      const result = await engine(script, call, own).catch((problem) => ({ problem }))
      results[name] = { ...result, seconds: (performance.now() - since) / 1000 }
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, one))
  return results
}

async function compareEngines() {
  const held = (name) => JSON.parse(readFileSync(join(root, 'packages/standard/src', `${name}-bytes.json`), 'utf8'))
  const table = { ...held('census'), ...held('table') }
  const data = testdata()
  const scripts = { esbuild: await esbuildBundle(entry), page: await pageBundle(entry) }
  const folder = mkdtempSync(join(tmpdir(), 'sdc-engines-'))
  const say = (line) => process.stdout.write(`${line}\n`)
  let failed = false
  try {
    const results = await runAll(scripts, `bytesOf(${JSON.stringify(data)})`, folder)
    const first = Object.values(results['this Node'].made?.compared ?? {})
    const refused = Object.entries(results['this Node'].made?.compared ?? {}).filter(
      ([, it]) => !/^[\da-f]{16}$/.test(it),
    )
    say(
      data === ''
        ? 'testdata.csv: not there, SDC_DATA_DIR names no folder that has it'
        : `testdata.csv: ${data.split('\n').length - 1} records; ${first.length - refused.length} methods and metrics have a value, ${refused.length} refuse its columns`,
    )
    for (const [name, it] of refused) say(`  ${name}: ${it}`)
    say(`${'engine'.padEnd(26)}${'rows'.padStart(6)}${'differ'.padStart(8)}${'seconds'.padStart(9)}`)
    for (const name of Object.keys(engines)) {
      const { version, made, problem, seconds } = results[name]
      if (problem) {
        say(`${name.padEnd(26)} not run: ${String(problem.message ?? problem).split('\n')[0]}`)
        failed ||= process.env.CI === 'true'
        continue
      }
      const expected = { ...table, ...(results['this Node'].made ?? results[name].made).compared }
      const hashes = { ...made.known, ...made.compared }
      const different = differences(expected, hashes)
      const rows = Object.keys(hashes).length
      say(
        `${version.padEnd(26)}${String(rows).padStart(6)}${String(different.length).padStart(8)}${seconds.toFixed(1).padStart(9)}`,
      )
      for (const row of different) say(`  ${row}: ${hashes[row] ?? 'none'}, expected ${expected[row] ?? 'none'}`)
      // An error other than an `SdcError` would be equal everywhere, too.
      const threw = Object.entries(hashes).filter(([, hash]) => hash.startsWith('threw'))
      for (const [row, what] of threw) say(`  ${row}: ${what}`)
      failed ||= different.length > 0 || threw.length > 0
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  process.exitCode = failed ? 1 : 0
}

await compareEngines()
