// Prints the sentences that are not plain English:
// `node tooling/scripts/words.mjs [--kind help|messages|markdown|docblocks|comments|tests] [PATH…]`.
import { mkdirSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { root } from './build.mjs'

const { values, positionals } = parseArgs({
  options: { kind: { type: 'string', multiple: true } },
  allowPositionals: true,
})

const folder = join(root, 'node_modules/.cache')
const outfile = join(folder, `words-${process.pid}.mjs`)
mkdirSync(folder, { recursive: true })
try {
  await build({
    entryPoints: [join(root, 'tooling/words/check.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  })
  const { countsOf, findings, kinds } = await import(pathToFileURL(outfile).href)
  const unknown = values.kind?.find((kind) => !kinds.includes(kind))
  if (unknown !== undefined) throw new Error(`--kind ${unknown}: use one of ${kinds.join(', ')}`)
  const paths = positionals.map((path) => relative(root, resolve(path)))
  const found = findings(root, paths.length === 0 ? undefined : paths)
  const listed = found.filter(({ kind }) => values.kind?.includes(kind) ?? true)
  for (const { file, line, pattern, sentence } of listed) console.log(`${file}:${line}  ${pattern}  ${sentence}`)
  for (const [kind, areas] of Object.entries(countsOf(listed)))
    console.error(
      `${kind}: ${Object.entries(areas)
        .map(([area, count]) => `${area} ${count}`)
        .join(', ')}`,
    )
} finally {
  rmSync(outfile, { force: true })
}
