import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Builds the program from the sources into one file and returns its path: for tests that must start it as a process of
 * its own. `require` is given to the CommonJS packages in it, which ask for Node's modules.
 */
export async function bundledProgram(folder: string): Promise<string> {
  const outfile = `${folder}/bench.mjs`
  await build({
    entryPoints: [`${root}apps/bench/src/cli.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [
      {
        name: 'sources',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^@sdc\/[\w-]+$/ }, ({ path }) => ({
            path: `${root}packages/${path.slice(5)}/src/index.ts`,
          })),
      },
    ],
  })
  return outfile
}
