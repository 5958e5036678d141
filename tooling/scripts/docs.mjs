// Writes the generated pages of docs/ and the ids of @sdc/standard from the registry, using the sources:
// `pnpm run docs`. tooling/docs/pages.packaging.test.ts fails if they differ. `pnpm run docs measured` first measures
// methods and metrics on census.csv again, in a minute, and draws their pictures.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from './build.mjs'

const folder = mkdtempSync(join(tmpdir(), 'sdc-docs-'))
try {
  if (process.argv[2] === 'measured') {
    const { measuredFiles } = await bundled('measured/measured.ts')
    write(await measuredFiles())
  }
  const { generated } = await bundled('pages.ts')
  write(await generated())
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Bundles a module of tooling/docs from the sources of the packages. */
async function bundled(entry) {
  const outfile = join(folder, `${entry.replaceAll('/', '-')}.mjs`)
  await build({
    entryPoints: [join(root, 'tooling/docs', entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    // Native modules, and code of commands that needs them, never run here.
    external: ['@duckdb/*'],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
    },
    plugins: [{ name: 'sources', setup: sources }],
  })
  return import(pathToFileURL(outfile).href)
}

function write(files) {
  for (const [file, text] of files) {
    const path = join(root, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  process.stdout.write(`${files.size} files\n`)
}

/** Resolves `@sdc/…` to packages/…/src/index.ts, so that no build is needed. */
function sources({ onResolve }) {
  onResolve({ filter: /^@sdc\// }, ({ path }) => {
    const [name, entry = 'index'] = path.slice('@sdc/'.length).split('/')
    return { path: join(root, 'packages', name, 'src', `${entry}.ts`) }
  })
}
