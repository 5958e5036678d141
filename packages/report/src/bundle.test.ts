import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const packages = fileURLToPath(new URL('../..', import.meta.url))

/** What a page gets that imports something of the package: its files, and the size of all. */
async function bundled(contents: string): Promise<{ readonly inputs: readonly string[]; readonly bytes: number }> {
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    plugins: [
      {
        name: 'sources',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^@sdc\/[\w-]+$/ }, ({ path }) => ({ path: `${packages}${path.slice(5)}/src/index.ts` })),
      },
    ],
    bundle: true,
    format: 'esm',
    minify: true,
    platform: 'browser',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  return { inputs: Object.keys(metafile.inputs), bytes: outputFiles[0].contents.length }
}

describe('the package in a page', () => {
  it('draws the map without another DOM', async () => {
    const { inputs, bytes } = await bundled("export { mapPage, riskUtilityMap } from './index.js'")
    expect(inputs.filter((file) => /linkedom|htmlparser|css-select|cssom|canvas/.test(file))).toEqual([])
    // What holds the map up must have arrived.
    expect(inputs.some((file) => file.includes('@observablehq/plot'))).toBe(true)
    process.stdout.write(`the map for a page: ${Math.round(bytes / 1000)} kB, minified\n`)
    expect(bytes).toBeLessThan(400_000)
  })

  it('has tables and looks without what draws', async () => {
    for (const entry of ['tables', 'looks']) {
      const { inputs } = await bundled(`export * from './${entry}.js'`)
      expect(inputs.some((file) => file.endsWith(`${entry}.ts`))).toBe(true)
      expect(inputs.filter((file) => /plot|d3-/.test(file))).toEqual([])
    }
  })
})
