// Builds the documentation into out/site: the pages of docs/ by VitePress, the interfaces of the packages by TypeDoc. Any server, or the folder opened in a
// browser, shows it: `pnpm run site`.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vitepress'
import { freeOfPlace } from '../site/any-folder.mjs'
import { root } from './build.mjs'

const started = performance.now()
rmSync(join(root, 'out/site'), { recursive: true, force: true })
await interfaces()
await build(join(root, 'docs'))
freeOfPlace(join(root, 'out/site'))
process.stdout.write(`${join(root, 'out/site/index.html')} (${((performance.now() - started) / 1000).toFixed(0)} s)\n`)

/** Writes a page for each entry of a published package; these pages are not committed. */
async function interfaces() {
  rmSync(join(root, 'docs/api'), { recursive: true, force: true })
  const options = join(root, 'tooling/site/typedoc.mjs')
  const typedoc = fileURLToPath(new URL('../../node_modules/typedoc/bin/typedoc', import.meta.url))
  const child = spawn(process.execPath, [typedoc, '--options', options], { cwd: root, stdio: 'inherit' })
  const status = await new Promise((resolve) => child.on('exit', resolve))
  if (status !== 0) throw new Error('TypeDoc failed')
}
