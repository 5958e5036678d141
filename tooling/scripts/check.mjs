// Runs all checks other than tests: types, lint, layers, unused code, engine-dependent code, and the published
// packages. Each check is named and timed, with the output of failing ones. Exit status 1 if any fails.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPublished, root } from './build.mjs'
import { pack, publishedPackages, runFile } from './pack.mjs'
import { manifestIsTrue, typesAreFound } from './published.mjs'

const bin = (path) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url))
const node = (path, ...args) => runFile(process.execPath, [bin(path), ...args], { cwd: root })

const cruise = (config) => node('dependency-cruiser/bin/dependency-cruise.mjs', '--config', config, 'packages', 'apps')

const started = performance.now()
buildPublished()
const folder = mkdtempSync(join(tmpdir(), 'sdc-check-'))
const packages = [...publishedPackages().values()]
const failed = []
let count = 0

const waiting = [
  ['pack', packAll],
  // By the compiler in Go, which takes a third of the time; checks that need the compiler's API use the earlier one.
  // More checkers would check shared types again, on cores that other checks use.
  ['types', () => node('typescript-native/bin/tsc', '--checkers', '1', '--noEmit', '-p', 'tsconfig.json')],
  ['layers', () => cruise('tooling/dependency-cruiser.cjs')],
  ['folders', () => cruise('tooling/folder-circles.cjs')],
  [
    'svelte',
    () =>
      runFile(
        process.execPath,
        // The packages by their built declarations, whose sources `types` checks.
        [bin('svelte-check/bin/svelte-check'), '--tsconfig', './tsconfig.declared.json', '--fail-on-warnings'],
        { cwd: join(root, 'apps/web') },
      ),
  ],
  ['knip', () => node('knip/bin/knip.js', '--config', 'tooling/knip.json')],
  [
    'format',
    () =>
      node(
        'oxfmt/bin/oxfmt',
        '--config',
        'tooling/oxfmtrc.json',
        '--check',
        '{packages,apps,tooling}/**/*.{ts,mjs,cjs,js,svelte,css}',
        '*.ts',
      ),
  ],
  ['exact', () => runFile(process.execPath, ['tooling/engines/dependent.mjs'], { cwd: root })],
  ['lint', () => node('oxlint/bin/oxlint', '--config', 'tooling/oxlintrc.json', '--deny-warnings', '.')],
]

/** Packs what is published, to check it; the checks of a package wait for this. */
async function packAll() {
  const tarballs = await pack(
    packages.map(({ manifest }) => manifest.name),
    folder,
  )
  for (const {
    manifest: { name, exports },
  } of packages) {
    const tarball = tarballs.get(name)
    waiting.push([`licence ${name}`, () => hasLicence(tarball)])
    waiting.push([`publint ${name}`, () => manifestIsTrue(tarball)])
    // An app is run, not imported, so it has no types.
    if (exports) waiting.push([`attw ${name}`, () => typesAreFound(tarball)])
  }
}

/** pnpm packs the licence of the repository with every package that lacks its own. */
async function hasLicence(tarball) {
  const text = await runFile('tar', ['-xzOf', tarball, 'package/LICENSE'])
  if (text !== readFileSync(join(root, 'LICENSE'), 'utf8')) throw new Error(`${tarball} has another licence`)
}

async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, run] = next
    count++
    const since = performance.now()
    const problem = await run().then(
      () => undefined,
      (error) => error,
    )
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    process.stdout.write(`${problem ? 'FAILED' : 'ok    '} ${name} (${seconds} s)\n`)
    if (!problem) continue
    failed.push(name)
    process.stdout.write(`${problem.message}\n\n`)
  }
}

await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work))
rmSync(folder, { recursive: true, force: true })
const total = ((performance.now() - started) / 1000).toFixed(0)
process.stdout.write(
  failed.length > 0
    ? `\n${failed.length} of ${count} checks failed: ${failed.join(', ')}\n`
    : `\nall ${count} checks passed in ${total} s\n`,
)
process.exitCode = failed.length > 0 ? 1 : 0
