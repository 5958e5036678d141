// Writes the declarations of every package into its `dist`, from one program over all sources. A program per package
// would read and check its dependencies again, and take fifteen times as long. The compiler in Go takes a third of the
// time. Types are checked elsewhere (`run types`); an export that cannot be declared is an error here.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './build.mjs'

const folders = readdirSync(join(root, 'packages')).filter((name) => !name.endsWith('.md'))
const packages = folders.flatMap((folder) => {
  const {
    name,
    private: isPrivate,
    exports,
  } = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'))
  const entries = Object.entries(exports).flatMap(([entry, { types }]) =>
    types ? [[name + entry.slice(1), `packages/${folder}/${types.replace('./dist/', 'src/')}`]] : [],
  )
  return entries.length > 0 ? [{ name, folder, isPrivate, entries: new Map(entries) }] : []
})
const privateEntries = new Map(packages.flatMap(({ isPrivate, entries }) => (isPrivate ? [...entries] : [])))

const declared = declarations()
/** Declarations by output file. */
const files = new Map()
for (const { folder, entries } of packages) for (const file of entries.values()) add(folder, file)

/** Returns the declarations of the compiler, by their path next to the source, relative to the root. */
function declarations() {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-declarations-'))
  try {
    const outDir = join(folder, 'out')
    const compilerOptions = {
      noEmit: false,
      allowImportingTsExtensions: false,
      declaration: true,
      emitDeclarationOnly: true,
      noCheck: true,
      rootDir: root,
      outDir,
      typeRoots: [join(root, 'node_modules/@types')],
    }
    const entries = packages.flatMap((one) => [...one.entries.values()].map((file) => join(root, file)))
    const config = join(folder, 'tsconfig.json')
    writeFileSync(
      config,
      JSON.stringify({
        extends: join(root, 'tsconfig.json'),
        compilerOptions,
        files: entries.map((file) => file.replace('.d.ts', '.ts')),
        include: [],
      }),
    )
    const compiler = fileURLToPath(new URL('../../node_modules/typescript-native/bin/tsc', import.meta.url))
    const { status } = spawnSync(process.execPath, [compiler, '--singleThreaded', '-p', config], { stdio: 'inherit' })
    if (status !== 0) throw new Error('some exports of the packages cannot be declared')
    const found = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.d.ts'))
    return new Map(found.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(outDir, path), 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the place of a declaration in a package; one of a private package is in a folder with its name. */
function placeOf(folder, file) {
  const [, other, path] = /^packages.([^/]+).src.(.*)$/.exec(file)
  return posix.join('packages', folder, 'dist', other === folder ? '' : other, path)
}

/**
 * Adds a declaration to a package, with its dependencies in the package and in private ones, which users cannot
 * install.
 */
function add(folder, file) {
  const place = placeOf(folder, file)
  if (files.has(place)) return
  const text = declared.get(file).replace(/^import (?:type )?\{(.*)\} from '(@sdc\/.*)';$/gm, (whole, names, from) => {
    const entry = privateEntries.get(from)
    if (entry === undefined || entry.startsWith(`packages/${folder}/`)) return whole
    return names
      .split(',')
      .map((one) => one.replace('type ', '').trim())
      .map((name) => {
        const needed = exporter(entry, name)
        add(folder, needed)
        const path = posix.relative(posix.dirname(place), placeOf(folder, needed)).replace('.d.ts', '.js')
        return `import type { ${name} } from '${path.startsWith('.') ? path : `./${path}`}';`
      })
      .join('\n')
  })
  files.set(place, text)
  for (const [, path] of declared.get(file).matchAll(/(?:from |import\()['"]([.].*?)[.]js['"]/g))
    add(folder, `${posix.join(posix.dirname(file), path)}.d.ts`)
}

/** Returns the declaration from which an entry exports a name. */
function exporter(entry, name) {
  for (const [, names, path] of declared.get(entry).matchAll(/^export (?:type )?\{(.*)\} from '(.*)[.]js';$/gm))
    if (names.split(',').some((one) => one.replace('type ', '').trim() === name))
      return `${posix.join(posix.dirname(entry), path)}.d.ts`
  throw new Error(`${entry} does not export ${name} from another file`)
}

// Removes declarations of earlier sources.
for (const { folder } of packages) {
  const dist = join(root, 'packages', folder, 'dist')
  mkdirSync(dist, { recursive: true })
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.d.ts') && !files.has(posix.join('packages', folder, 'dist', file))) rmSync(join(dist, file))
}
for (const [file, text] of files) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
process.stdout.write(`${files.size} declarations of ${packages.length} packages, in packages\n`)
