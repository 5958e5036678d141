import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, describe, expect, it, vi } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'sdc-readme-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
// The solver of tables looks for its WebAssembly beside the program.
copyFileSync(join(root, 'packages/tabular/node_modules/highs/build/highs.wasm'), join(scratch, 'highs.wasm'))

const packages = readdirSync(join(root, 'packages'))
const readmes = ['README.md', ...packages.map((name) => `packages/${name}/README.md`)]
const sources = Object.fromEntries([
  ['@sdc/stats/distributions', join(root, 'packages/stats/src/distributions.ts')],
  ['@sdc/datasets/census', join(root, 'packages/datasets/src/census.ts')],
  ['@sdc/datasets/eia', join(root, 'packages/datasets/src/eia.ts')],
  ['@sdc/report/tables', join(root, 'packages/report/src/tables.ts')],
  ['@sdc/io/node', join(root, 'packages/io/src/node.ts')],
  ...packages.map((name) => [`@sdc/${name}`, join(root, 'packages', name, 'src/index.ts')]),
])

/** The first TypeScript of a README, as a program that runs on the sources. */
async function program(readme: string): Promise<string> {
  const code = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, readme), 'utf8'))?.[1]
  if (code === undefined) throw new Error(`${readme} has no example in TypeScript`)
  const outfile = join(scratch, `${readme.replaceAll('/', '-')}.mjs`)
  await build({
    stdin: { contents: code, loader: 'ts', resolveDir: join(root, readme, '..') },
    // An example may use any package, as its reader may install any.
    nodePaths: packages.map((name) => join(root, 'packages', name, 'node_modules')),
    alias: sources,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    outfile,
  })
  return outfile
}

describe('the example of every README', () => {
  it.each(readmes)('%s runs and prints something', async (readme) => {
    const printed: unknown[] = []
    const spy = vi.spyOn(console, 'log').mockImplementation((...values) => void printed.push(...values))
    try {
      await import(pathToFileURL(await program(readme)).href)
    } finally {
      spy.mockRestore()
    }
    expect(printed.length).toBeGreaterThan(0)
    expect(printed.map(String).join(' ')).not.toContain('undefined')
  })
})
