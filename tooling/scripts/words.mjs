// Prints the sentences that are not plain English: `node tooling/scripts/words.mjs [--kind help|messages|markdown|docblocks|comments] [PATH…]`.
// `--renew` lowers the ceilings in tooling/words/ceilings.json to the present counts.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { root } from './build.mjs'

const { values, positionals } = parseArgs({
  options: { kind: { type: 'string', multiple: true }, renew: { type: 'boolean' } },
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
  const { countsOf, findings, kinds, lowered } = await import(pathToFileURL(outfile).href)
  const unknown = values.kind?.find((kind) => !kinds.includes(kind))
  if (unknown !== undefined) throw new Error(`--kind ${unknown}: use one of ${kinds.join(', ')}`)
  if (values.renew) {
    const file = join(root, 'tooling/words/ceilings.json')
    const ceilings = lowered(countsOf(findings(root)), JSON.parse(readFileSync(file, 'utf8')))
    writeFileSync(file, `${JSON.stringify(ceilings, null, 1)}\n`)
  } else {
    const paths = positionals.map((path) => relative(root, resolve(path)))
    const found = findings(root, paths.length === 0 ? undefined : paths)
    const listed = found.filter(({ kind }) => values.kind?.includes(kind) ?? kind !== 'comments')
    for (const { file, line, pattern, sentence } of listed) console.log(`${file}:${line}  ${pattern}  ${sentence}`)
    for (const [kind, areas] of Object.entries(countsOf(listed)))
      console.error(
        `${kind}: ${Object.entries(areas)
          .map(([area, count]) => `${area} ${count}`)
          .join(', ')}`,
      )
  }
} finally {
  rmSync(outfile, { force: true })
}
