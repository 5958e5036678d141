// Packs packages as users get them: packed by pnpm (with real versions in place of workspace: and catalog:), and
// installed by npm into a separate project.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Runs a program; returns its stdout, or throws an error with all its output. */
export function runFile(program, args, { cwd = root, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, env, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`.trim(), { cause: error }))
      else resolve(stdout)
    })
  })
}

/** Returns the folders of all published packages and apps, by name. */
export function publishedPackages() {
  const found = new Map()
  for (const parent of ['packages', 'apps']) {
    for (const entry of readdirSync(join(root, parent))) {
      const file = join(root, parent, entry, 'package.json')
      if (!existsSync(file)) continue
      const manifest = JSON.parse(readFileSync(file, 'utf8'))
      if (!manifest.private) found.set(manifest.name, { folder: join(root, parent, entry), manifest })
    }
  }
  return found
}

/** Returns the given names and every package of ours that they need, including peers other than optional ones. */
export function withDependencies(names) {
  const all = publishedPackages()
  const needed = new Set()
  const add = (name) => {
    const found = all.get(name)
    if (!found || needed.has(name)) return
    needed.add(name)
    const { dependencies, peerDependencies, peerDependenciesMeta } = found.manifest
    for (const other of Object.keys({ ...dependencies, ...peerDependencies }))
      if (peerDependenciesMeta?.[other]?.optional !== true) add(other)
  }
  names.forEach(add)
  return [...needed]
}

/** Runs pnpm: the one that runs this script, or the version in package.json. */
function pnpm(args) {
  const onPath = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'pnpm')))
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return onPath ? runFile('pnpm', args) : runFile('npx', ['-y', packageManager, ...args], { env: cleanEnv() })
}

/** Packs these packages, which must be built, into a folder; returns tarballs by name. */
export async function pack(names, folder) {
  const all = publishedPackages()
  for (const name of names) {
    const found = all.get(name)
    if (!found) throw new Error(`there is no package ${name}`)
    const dist = join(found.folder, 'dist')
    if (!existsSync(dist) || readdirSync(dist).length === 0)
      throw new Error(`${name} is not built: npx -y pnpm@12.21.0 build`)
  }
  mkdirSync(folder, { recursive: true })
  const filters = names.flatMap((name) => ['--filter', name])
  const output = await pnpm(['-r', ...filters, 'pack', '--pack-destination', folder, '--json'])
  const listed = JSON.parse(output)
  return new Map((Array.isArray(listed) ? listed : [listed]).map(({ name, filename }) => [name, filename]))
}

/** Makes a project with these tarballs (and other packages) installed by npm, without links to this workspace. */
export async function createConsumer(folder, tarballs, others = {}) {
  mkdirSync(folder, { recursive: true })
  const ours = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]))
  // The overrides replace packages required from the registry by the tarballs.
  const manifest = {
    name: 'consumer',
    version: '1.0.0',
    private: true,
    type: 'module',
    dependencies: { ...ours, ...others },
    overrides: ours,
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  await runFile('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], {
    cwd: folder,
    env: cleanEnv(),
  })
}

/**
 * Returns the environment with the settings of the machine only: npm and npx read further ones from the npm or pnpm
 * that runs them.
 */
function cleanEnv() {
  const stays = /^npm_config_(registry|cache|userconfig|globalconfig|prefix|offline|prefer_offline)$/i
  const ours = /^(npm_|pnpm_|INIT_CWD$|NODE_ENV$)/i
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => stays.test(name) || !ours.test(name)))
}
