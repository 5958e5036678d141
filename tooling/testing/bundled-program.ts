import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { sources } from './sources.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Builds a program from the sources into one file and returns its path: for tests that must start it as a process of its
 * own. `require` is given to the CommonJS packages in it, which ask for Node's modules.
 *
 * @param source - The program, from the root of the repository.
 * @param outfile - Where it is written.
 * @returns The path of what was written.
 */
export async function bundledProgram(source: string, outfile: string): Promise<string> {
  await build({
    entryPoints: [root + source],
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
            const entry = sources.find(([name]) => name.test(path))
            return entry && { path: root + path.replace(entry[0], entry[1]) }
          }),
      },
    ],
  })
  return outfile
}
