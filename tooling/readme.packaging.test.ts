import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as stats from '@sdc/stats'
import * as distributions from '@sdc/stats/distributions'
import * as trees from '@sdc/stats/trees'
import * as toolkit from '@sdc/toolkit'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { typeErrors } from '@sdc/testing/type-errors'

const root = fileURLToPath(new URL('../', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'sdc-readme-'))
const before = process.cwd()
// Folder for examples that read and write files.
beforeAll(async () => {
  process.chdir(scratch)
  await makePrograms()
})
afterAll(() => {
  process.chdir(before)
  rmSync(scratch, { recursive: true, force: true })
})
// The solver of tables searches its WebAssembly next to the program.
copyFileSync(join(root, 'packages/tabular/node_modules/highs/build/highs.wasm'), join(scratch, 'highs.wasm'))
// DuckDB is installed by the reader of its example.
mkdirSync(join(scratch, 'node_modules'))
symlinkSync(join(root, 'packages/files/node_modules/@duckdb'), join(scratch, 'node_modules/@duckdb'))
writeFileSync(join(scratch, 'survey.csv'), 'name;income\n"Ann";1500,00\n"Bob";-9\n')

const packages = readdirSync(join(root, 'packages')).filter((name) =>
  existsSync(join(root, 'packages', name, 'package.json')),
)
// The package `testing` is for tests only and has no example.
const readmes = [
  'README.md',
  'docs/guides/programs.md',
  ...packages.filter((name) => name !== 'testing').map((name) => `packages/${name}/README.md`),
]
/** The source of each entry, the longest name first, since a name also matches those that begin with it. */
const sources = Object.fromEntries(
  packages
    .flatMap((name) => {
      const { exports = {} } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
        readonly exports?: Readonly<Record<string, unknown>>
      }
      return Object.keys(exports).map((entry) => ({ name, entry: entry.slice(2) }))
    })
    .map(({ name, entry }) => [
      entry === '' ? `@sdc/${name}` : `@sdc/${name}/${entry}`,
      join(root, 'packages', name, `src/${entry || 'index'}.ts`),
    ])
    .filter(([, file]) => existsSync(file))
    .sort(([a], [b]) => b.length - a.length),
)

/** Every TypeScript block of a README: the first is its example, the others may print nothing. */
const examples = readmes.flatMap((readme) =>
  [...readFileSync(join(root, readme), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ''], at) => ({
    name: `${readme} ${at + 1}`,
    readme,
    code,
    isFirst: at === 0,
    file: join(root, readme, `../readme-example-${at + 1}.ts`),
  })),
)

/**
 * In order, except that the example which sets the address of the solver comes last, since others load the same module.
 */
const inOrder = [false, true].flatMap((isLast) => examples.filter(({ code }) => code.includes('solverFrom') === isLast))

/** Returns the name of an example's program. */
const programOf = ({ name }: (typeof examples)[number]): string => name.replaceAll(/[/ ]/g, '-')

/** Builds all examples at once from the sources, so that shared modules are read and loaded once. */
async function makePrograms(): Promise<void> {
  const entryPoints = examples.map((example, at) => ({ in: `example:${at}`, out: programOf(example) }))
  await build({
    entryPoints,
    plugins: [
      {
        name: 'examples',
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^example:/ }, ({ path }) => ({ path, namespace: 'example' }))
          onLoad({ filter: /.*/, namespace: 'example' }, ({ path }) => {
            const { code, readme } = examples[Number(path.split(':')[1])]
            return { contents: code, loader: 'ts', resolveDir: join(root, readme, '..') }
          })
        },
      },
    ],
    // An example may use any package, which its reader can install.
    nodePaths: packages.map((name) => join(root, 'packages', name, 'node_modules')),
    alias: sources,
    external: ['@duckdb/*'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    splitting: true,
    outdir: scratch,
    outExtension: { '.js': '.mjs' },
  })
}

describe('the examples of every README', () => {
  it('exist', () => expect(examples.filter(({ isFirst }) => isFirst).map(({ readme }) => readme)).toEqual(readmes))

  it.each(inOrder)('$name runs', async (example) => {
    const printed: unknown[] = []
    const spy = vi.spyOn(console, 'log').mockImplementation((...values) => void printed.push(...values))
    try {
      await import(pathToFileURL(join(scratch, `${programOf(example)}.mjs`)).href)
    } finally {
      spy.mockRestore()
    }
    if (example.isFirst) expect(printed.length).toBeGreaterThan(0)
    expect(printed.map(String).join(' ')).not.toContain('undefined')
  })

  it('pass the type checker in its strictest mode, with the published types', () => {
    const files = new Map(examples.map(({ file, code }) => [file, code]))
    expect(typeErrors(root, files)).toEqual([])
  })
})

describe('the names that a README lists', () => {
  it.each([
    ['stats', { ...stats, ...distributions, ...trees }],
    ['toolkit', toolkit],
  ])('are exported by %s, and not internal', (name, exported) => {
    const readme = readFileSync(join(root, 'packages', name, 'README.md'), 'utf8')
    const listed = [...readme.matchAll(/`([a-z]\w+)`/g)].map(([, one = '']) => one)
    expect(listed.length).toBeGreaterThan(10)
    expect(listed.filter((one) => !Object.hasOwn(exported, one))).toEqual([])
  })
})
