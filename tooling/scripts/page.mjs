// Builds the page and prints its path: one HTML file to open by double click.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const turbo = fileURLToPath(new URL('../../node_modules/turbo/bin/turbo', import.meta.url))
const asked = ['run', '@sdc/web#build', '--output-logs=errors-only', '--log-prefix=none']
execFileSync(process.execPath, [turbo, ...asked], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
console.log(fileURLToPath(new URL('../../apps/web/dist/sdc.html', import.meta.url)))
