import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Builds missing or outdated outputs of everything that runs in Node. Its messages go to stderr, so that stdout belongs
 * to the command.
 */
export function build() {
  turboRun('bundles')
}

/** Builds the page, and everything that runs in Node. */
export function buildPage() {
  turboRun('bundles', '@sdc/web#build')
}

/** Builds all packages as published, including declarations. */
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

/** Runs a built program in the user's folder, with its results in a file if one is named; returns its exit status. */
export function run(program, args, { cwd = process.env.INIT_CWD ?? root, file } = {}) {
  const stdout = file === undefined ? 'inherit' : openSync(file, 'w')
  const stdio = ['inherit', stdout, 'inherit']
  const { status, signal } = spawnSync(process.execPath, [`${root}${program}`, ...args], { cwd, stdio })
  if (file !== undefined) closeSync(stdout)
  return status ?? (signal ? 1 : 0)
}
