// Writes the generated pages of docs/ and the ids of @sdc/standard from the registry, on the sources: `pnpm run docs`. tooling/docs/pages.packaging.test.ts fails
// where they are not what this writes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from './build.mjs'

const folder = mkdtempSync(join(tmpdir(), 'sdc-docs-'))
const outfile = join(folder, 'pages.mjs')
try {
  await build({
    entryPoints: [join(root, 'tooling/docs/pages.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    plugins: [{ name: 'sources', setup: sources }],
  })
  const { generated } = await import(pathToFileURL(outfile).href)
  for (const [file, text] of generated()) writeFileSync(join(root, file), text)
  process.stdout.write(`${[...generated().keys()].join(', ')}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** `@sdc/…` is packages/…/src/index.ts: nothing needs a build. */
function sources({ onResolve }) {
  onResolve({ filter: /^@sdc\// }, ({ path }) => {
    const [name, entry = 'index'] = path.slice('@sdc/'.length).split('/')
    return { path: join(root, 'packages', name, 'src', `${entry}.ts`) }
  })
}
