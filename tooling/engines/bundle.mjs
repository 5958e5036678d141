// Bundles sources of the packages into one script without imports, minified by the minifier of the page's build
// (rolldown's oxc, in vite), or by esbuild. A minifier may write `**` for Math.pow and compute constants itself.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build as esbuild } from 'esbuild'
import { root } from '../scripts/build.mjs'

/** @sdc/name is its source, as in the tests. */
function sourceOf(name) {
  const [, folder, part = 'index'] = name.split('/')
  return join(root, 'packages', folder, 'src', `${part}.ts`)
}

/** The solver requests its own address if it runs in Node; it gets its WebAssembly as bytes, and no address. */
const define = { 'import.meta.url': '"file:///solver.mjs"' }

export async function esbuildBundle(entry) {
  const { outputFiles } = await esbuild({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    plugins: [
      {
        name: 'sources',
        setup: ({ onResolve }) => onResolve({ filter: /^@sdc\// }, ({ path }) => ({ path: sourceOf(path) })),
      },
    ],
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    external: ['node:module'],
    define,
    loader: { '.wasm': 'binary' },
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0].text
}

const ENTRY = join(root, 'entry-of-engines.ts')

export async function pageBundle(entry) {
  const page = createRequire(join(root, 'apps/web/package.json'))
  const { build } = await import(pathToFileURL(page.resolve('vite')).href)
  const sources = {
    name: 'sources',
    enforce: 'pre',
    resolveId: (id) => (id === ENTRY ? id : id.startsWith('@sdc/') ? sourceOf(id) : undefined),
    load(id) {
      if (id === ENTRY) return entry
      if (!id.endsWith('.wasm')) return undefined
      const bytes = readFileSync(id).toString('base64')
      return { code: `export default Uint8Array.from(atob('${bytes}'), (one) => one.charCodeAt(0))`, moduleType: 'js' }
    },
  }
  const made = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [sources],
    define,
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rollupOptions: { input: ENTRY, external: ['node:module'], output: { format: 'iife', codeSplitting: false } },
    },
  })
  // The solver's WebAssembly is also written as a file, which the solver would request; it gets the bytes instead.
  const [chunk, ...others] = [made].flat().flatMap(({ output }) => output.filter(({ type }) => type === 'chunk'))
  if (others.length > 0) throw new Error(`more than one script: ${others.map(({ fileName }) => fileName).join(', ')}`)
  return chunk.code
}
