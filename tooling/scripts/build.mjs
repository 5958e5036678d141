import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Builds what is missing or old of all that runs in Node. Its output goes to stderr, so that stdout stays the command's own. */
export function build() {
  turboRun('bundles')
}

/** Builds the page, and what runs in Node. */
export function buildPage() {
  turboRun('bundles', '@sdc/web#build')
}

/** Builds all packages as they are published, declarations too. */
export function buildPublished() {
  turboRun('bundles', 'declarations')
}

function turboRun(...tasks) {
  const turbo = fileURLToPath(new URL('../../node_modules/turbo/bin/turbo', import.meta.url))
  const args = [turbo, 'run', ...tasks, '--output-logs=errors-only', '--log-prefix=none']
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' }
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  if (status !== 0) {
    process.stderr.write('the build failed; run it to see why: npx -y pnpm@12.21.0 build\n')
    process.exit(1)
  }
}

/** Runs a built program in the folder that the person is in, its results into a file where one is named; returns its exit status. */
export function run(program, args, { cwd = process.env.INIT_CWD ?? root, file } = {}) {
  const stdout = file === undefined ? 'inherit' : openSync(file, 'w')
  const stdio = ['inherit', stdout, 'inherit']
  const { status, signal } = spawnSync(process.execPath, [`${root}${program}`, ...args], { cwd, stdio })
  if (file !== undefined) closeSync(stdout)
  return status ?? (signal ? 1 : 0)
}
