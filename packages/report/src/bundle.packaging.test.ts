import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { fromSources } from '@sdc/testing/bundled-program'

const folder = fileURLToPath(new URL('.', import.meta.url))

interface Bundled {
  /** Files in the bundle. */
  readonly inputs: readonly string[]
  /** Files that contribute more than an empty module wrapper. */
  readonly held: readonly string[]
  readonly bytes: number
}

/** Bundles a page that imports from the package; returns its files and their total size. */
async function bundled(contents: string): Promise<Bundled> {
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    plugins: [fromSources],
    bundle: true,
    format: 'esm',
    minify: true,
    platform: 'browser',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const [{ inputs }] = Object.values(metafile.outputs)
  const held = Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 500)
  return { inputs: Object.keys(metafile.inputs), held, bytes: outputFiles[0].contents.length }
}

describe('the package in a page', () => {
  it('draws the map without a second DOM', async () => {
    const { inputs, bytes } = await bundled("export { mapPage, riskUtilityMap } from './index.js'")
    expect(inputs.filter((file) => /linkedom|htmlparser|css-select|cssom|canvas/.test(file))).toEqual([])
    // Observable Plot, which the map is built on, is in the bundle.
    expect(inputs.some((file) => file.includes('@observablehq/plot'))).toBe(true)
    process.stdout.write(`the map for a page: ${Math.round(bytes / 1000)} kB, minified\n`)
    expect(bytes).toBeLessThan(400_000)
  })

  it('offers tables and colours without the drawing library', async () => {
    for (const entry of ['tables', 'looks']) {
      const { inputs } = await bundled(`export * from './${entry}.js'`)
      expect(inputs.some((file) => file.endsWith(`${entry}.ts`))).toBe(true)
      expect(inputs.filter((file) => /plot|d3-/.test(file))).toEqual([])
    }
  })

  it('offers the report of a release without the drawing library', async () => {
    const { held, bytes } = await bundled("export * from './release.js'")
    expect(held.some((file) => file.endsWith('map-figure.ts'))).toBe(true)
    expect(held.filter((file) => /plot|d3-/.test(file))).toEqual([])
    process.stdout.write(`the reports for a page: ${Math.round(bytes / 1000)} kB, minified\n`)
    expect(bytes).toBeLessThan(150_000)
  })
})
