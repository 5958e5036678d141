import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = 'packages/engine/README.md'

/** Imports of five programs, the smallest first. */
const imports = [
  ['`dataset`, `numeric`, `fromRows`', "export { dataset, fromRows, numeric } from '@sdc/engine'"],
  [
    '`mask` with MDAV',
    "export { fromRows, mask } from '@sdc/engine'; export { mdavMethod } from '@sdc/methods-microaggregation'",
  ],
  [
    '`mask` with MDAV, `measure` with one risk',
    "export { fromRows, mask, measure } from '@sdc/engine'; export { mdavMethod } from '@sdc/methods-microaggregation'; export { dbrlMetric } from '@sdc/metrics'",
  ],
  [
    '`compare` with three methods and two metrics',
    "export { compare, fromRows } from '@sdc/engine'; export { mdavMethod } from '@sdc/methods-microaggregation'; export { additiveMethod } from '@sdc/methods-noise'; export { rankSwapMethod } from '@sdc/methods-swapping'; export { dbrlMetric, ilScoreMetric } from '@sdc/metrics'",
  ],
  [
    'everything: `@sdc/engine` and `@sdc/standard`',
    "export * from '@sdc/engine'; export { default } from '@sdc/standard'",
  ],
] as const

/** Tolerance of the sizes in the table, above and below. */
const TOLERANCE = 0.1

/** Returns the size of the code that a page loads from the built packages for some imports. */
async function sizeOf(
  contents: string,
): Promise<{ readonly kB: number; readonly gzipped: number; readonly files: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, loader: 'js', resolveDir: `${root}packages/standard` },
    nodePaths: [`${root}packages/standard/node_modules`],
    // Without the paths of tsconfig.json, which lead to the sources.
    tsconfigRaw: {},
    bundle: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    metafile: true,
    write: false,
    // The solver of tables imports modules of Node if it runs there.
    external: ['node:*'],
  })
  const [{ contents: code } = { contents: new Uint8Array() }] = outputFiles
  const held = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs))
  const files = held.filter(([, { bytesInOutput }]) => bytesInOutput > 100).map(([file]) => file)
  return { kB: code.length / 1000, gzipped: gzipSync(code).length / 1000, files }
}

const shown = (kB: number): string => (kB < 10 ? kB.toFixed(1) : kB.toFixed(0))

describe("the size of a page's imports", async () => {
  const sizes = await Promise.all(imports.map(async ([what, contents]) => ({ what, ...(await sizeOf(contents)) })))
  const rows = new Map(
    [...readFileSync(`${root}${readme}`, 'utf8').matchAll(/^\| (.*?) +\| +([\d.]+) +\| +([\d.]+) +\|$/gm)].map(
      ([, what = '', kB, gzipped]) => [what, { kB: Number(kB), gzipped: Number(gzipped) }],
    ),
  )

  it.each(sizes)('$what: equals the table of the README', ({ what, kB, gzipped }) => {
    const row = `| ${what} | ${shown(kB)} | ${shown(gzipped)} |`
    const said = rows.get(what)
    expect(said, `${readme} has no row for it; it is ${row}`).toBeDefined()
    for (const [is, was] of [
      [kB, said?.kB ?? 0],
      [gzipped, said?.gzipped ?? 0],
    ] as const)
      expect(Math.abs(is - was) / was, `${readme}: ${row}`).toBeLessThan(TOLERANCE)
  })

  it('excludes random numbers, hashes and zod for a dataset alone', () => {
    // The only library in it suggests names of columns.
    const known = ['core/dist/index.js', 'fastest-levenshtein/esm/mod.js', '<stdin>']
    expect(sizes[0]?.files.filter((file) => !known.some((one) => file.endsWith(one)))).toEqual([])
    expect(sizes[0]?.files.some((file) => file.endsWith(known[0] ?? ''))).toBe(true)
  })

  it('excludes other metrics for one metric', () => {
    expect(sizes[2]?.gzipped).toBeLessThan((sizes[4]?.gzipped ?? 0) / 3)
  })
})
