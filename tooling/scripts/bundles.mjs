// Builds every package and app except the page, in this process one after the other, like `tsup` in the folder of each.
// A separate process for each would take two seconds to load tsup, the compiler and the configuration, for a quarter of
// a second of bundling.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'tsup'
import { root } from './build.mjs'

const config = join(root, 'tooling/tsup.config.ts')
const folders = ['packages', 'apps'].flatMap((all) =>
  readdirSync(join(root, all))
    .filter((name) => !name.endsWith('.md'))
    .map((name) => join(root, all, name)),
)
for (const folder of folders) {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!scripts?.build?.startsWith('tsup ')) continue
  process.chdir(folder)
  await build({ config, silent: true })
}
