import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The sources of our packages by their names, entries of packages included. */
const entries: readonly (readonly [RegExp, string])[] = [
  [/^@sdc\/stats\/distributions$/, 'packages/stats/src/distributions.ts'],
  [/^@sdc\/datasets\/(census|eia)$/, 'packages/datasets/src/$1.ts'],
  [/^@sdc\/io\/node$/, 'packages/io/src/node.ts'],
  [/^@sdc\/engine\/workers$/, 'packages/engine/src/workers.ts'],
  [/^@sdc\/([\w-]+)$/, 'packages/$1/src/index.ts'],
]

/**
 * Builds a program from the sources into one file and returns its path: for tests that must start it as a process of its
 * own. `require` is given to the CommonJS packages in it, which ask for Node's modules.
 */
export async function bundledProgram(source: string, outfile: string): Promise<string> {
  await build({
    entryPoints: [fileURLToPath(new URL(source, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    banner: {
      js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
    },
    plugins: [
      {
        name: 'sources',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^@sdc\// }, ({ path }) => {
            const entry = entries.find(([name]) => name.test(path))
            return entry && { path: root + path.replace(entry[0], entry[1]) }
          }),
      },
    ],
  })
  return outfile
}
