import { mkdir, writeFile } from 'node:fs/promises'
import { join, parse, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type OutputFile, type Plugin } from 'esbuild'
import { sources } from './sources.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Our packages are their sources. */
export const fromSources: Plugin = {
  name: 'sources',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@sdc\// }, ({ path }) => {
      const entry = sources.find(([name]) => name.test(path))
      return entry && { path: root + path.replace(entry[0], entry[1]) }
    }),
}

/** It loads a native program from the folder of its own modules, so it cannot be bundled. */
const external = ['@duckdb/*']

/**
 * Finds the modules that a module of a program loads at its start: its static imports and theirs, not modules loaded on demand.
 *
 * @param source - The program, from the root of the repository.
 * @returns Function that returns the modules that a module of the program loads; paths from the root of the repository.
 */
export async function moduleGraph(source: string): Promise<(from: string) => readonly string[]> {
  const { metafile } = await build({
    entryPoints: [root + source],
    bundle: true,
    write: false,
    metafile: true,
    outdir: `${root}dist`,
    absWorkingDir: root,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    external,
    plugins: [fromSources],
  })
  return (from) => {
    const found = new Set<string>()
    const follow = (path: string): void => {
      if (found.has(path)) return
      found.add(path)
      for (const { path: next, kind, external } of metafile.inputs[path].imports)
        if (kind !== 'dynamic-import' && !external) follow(next)
    }
    follow(from)
    return [...found]
  }
}

/**
 * Builds a program from the sources and returns its path, for tests that start it as a process of its own. Modules that
 * are loaded on demand are separate files, as in the package's build: a single file would be read completely at every
 * start. `require` is passed to the CommonJS packages in it, which load Node's modules.
 *
 * @param source - The program, from the root of the repository.
 * @param outfile - Path of the output.
 * @returns The path of the written file.
 */
export async function bundledProgram(source: string, outfile: string): Promise<string> {
  const { dir, base } = parse(outfile)
  const key = `${source} as ${base}`
  const files = built.get(key) ?? filesOf(source, base)
  built.set(key, files)
  await mkdir(dir, { recursive: true })
  await Promise.all((await files).map(({ path, contents }) => writeFile(join(dir, relative(OUT, path)), contents)))
  return outfile
}

/** Nothing is written there: imports are named relative to the importing file. */
const OUT = join(root, 'dist')
/** Builds by source and name of the program: several test files start the same one. */
const built = new Map<string, Promise<readonly OutputFile[]>>()

async function filesOf(source: string, base: string): Promise<readonly OutputFile[]> {
  const { name, ext } = parse(base)
  const { outputFiles } = await build({
    entryPoints: { [name]: root + source },
    write: false,
    outdir: OUT,
    outExtension: { '.js': ext },
    splitting: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    external,
    banner: {
      js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
    },
    plugins: [fromSources],
  })
  return outputFiles
}
