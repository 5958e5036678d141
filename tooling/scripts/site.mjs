// Builds the documentation into out/site: the pages of docs/ by VitePress, the interfaces of the packages by TypeDoc.
// Any web server, or the folder opened in a browser, shows it: `pnpm run site`.
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Application } from 'typedoc'
import { build } from 'vitepress'
import { freeOfPlace } from '../site/any-folder.mjs'
import { browserPage } from '../site/config.mjs'
import typedoc from '../site/typedoc.mjs'
import { root } from './build.mjs'

const started = performance.now()
const site = join(root, 'out/site')
rmSync(site, { recursive: true, force: true })
await writeInterfaces()
await build(join(root, 'docs'))
freeOfPlace(site)
if (existsSync(browserPage))
  for (const name of ['sdc.html', 'sdc-tables.js']) copyFileSync(join(dirname(browserPage), name), join(site, name))
const { user, system } = process.cpuUsage()
const seconds = ((performance.now() - started) / 1000).toFixed(0)
process.stdout.write(`${join(site, 'index.html')} (${seconds} s, ${((user + system) / 1e6).toFixed(0)} s of CPU)\n`)

/** Writes a page for each entry of a published package; these pages are not committed. */
async function writeInterfaces() {
  rmSync(join(root, 'docs/api'), { recursive: true, force: true })
  const app = await Application.bootstrapWithPlugins(typedoc)
  const project = await app.convert()
  if (project === undefined) throw new Error('TypeDoc failed')
  await app.generateOutputs(project)
}
