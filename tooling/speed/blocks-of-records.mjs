// Compares the information loss of MDAV in blocks of records (`inBlocks`) with that in the whole file, for consecutive
// and for random blocks: `node tooling/speed/blocks-of-records.mjs [RECORDS]`. docs/scale.md has the numbers for a
// million, which takes some minutes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from '../scripts/build.mjs'

const rows = Number(process.argv[2] ?? 1_000_000)
const K = 5
const COLUMNS = 5
const folder = mkdtempSync(join(tmpdir(), 'sdc-blocks-'))
const outfile = join(folder, 'methods.mjs')
try {
  await build({
    stdin: {
      contents:
        "export { dataset, maskInput, numeric, resolveParams, seededRng, takeRows } from '@sdc/core'; export { mdavMethod } from '@sdc/methods-microaggregation'; export { exp, variance } from '@sdc/stats'; export { maskByPlan } from '@sdc/toolkit'",
      resolveDir: join(root, 'packages/standard'),
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    plugins: [{ name: 'sources', setup: sources }],
  })
  await measure(await import(pathToFileURL(outfile).href))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure({
  dataset,
  exp,
  maskByPlan,
  maskInput,
  mdavMethod,
  numeric,
  resolveParams,
  seededRng,
  takeRows,
  variance,
}) {
  const drawn = (rng) => {
    const values = new Float64Array(rows)
    rng.fillNormal(values)
    return values
  }
  const laws = {
    independent: () => (value) => value,
    correlated: (common) => (value, i) => (value + common[i]) * Math.SQRT1_2,
    'long tails': (common) => (value, i) => exp((value + common[i]) * Math.SQRT1_2),
  }
  const mask = (data, params) =>
    maskByPlan(mdavMethod, maskInput(data, { params: resolveParams(mdavMethod.params, { k: K, ...params }) }))
  /** Returns the IL of some records in percent, by the variances in the whole file. */
  const lossOf = (data, result, variances) =>
    data.names.reduce((sum, name, j) => {
      const masked = result.files[0].columns.get(name).values
      const squares = data.column(name).values.reduce((total, value, i) => total + (value - masked[i]) ** 2, 0)
      return sum + (100 * squares) / (variances[j] * (rows - 1) * COLUMNS)
    }, 0)
  for (const [law, of] of Object.entries(laws)) {
    const rng = seededRng(law)
    const make = of(drawn(rng.child('common')))
    const names = Array.from({ length: COLUMNS }, (_, j) => `column ${j + 1}`)
    const data = dataset(names.map((name) => [name, numeric(drawn(rng.child(name)).map(make))]))
    const variances = names.map((name) => variance(data.column(name).values))
    const begun = process.cpuUsage().user
    const seconds = () => `${((process.cpuUsage().user - begun) / 1e6).toFixed(1)} s`
    const whole = lossOf(data, await mask(data, {}), variances)
    process.stdout.write(`${law}: IL of the whole file ${whole.toFixed(3)} %, ${seconds()}\n`)
    for (const blocks of [8, 128]) {
      const near = lossOf(data, await mask(data, { inBlocks: Math.ceil(rows / blocks) }), variances)
      const order = rng.child('order').permutation(rows)
      let random = 0
      for (let b = 0; b < blocks; b++) {
        const part = order.subarray(Math.floor((b * rows) / blocks), Math.floor(((b + 1) * rows) / blocks))
        const some = takeRows(data, part)
        random += lossOf(some, await mask(some, {}), variances)
      }
      const times = (loss) => (loss / whole).toFixed(2)
      process.stdout.write(`  ${blocks} blocks: ${times(near)} times, at random ${times(random)}; ${seconds()}\n`)
    }
  }
}

/** Resolves `@sdc/…` to packages/…/src/index.ts, so that no build is needed. */
function sources({ onResolve }) {
  onResolve({ filter: /^@sdc\// }, ({ path }) => {
    const [name, entry = 'index'] = path.slice('@sdc/'.length).split('/')
    return { path: join(root, 'packages', name, 'src', `${entry}.ts`) }
  })
}
