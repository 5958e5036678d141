// Writes the declarations of every package into its `dist`, from one program over all sources: a program for each
// package reads and checks again what it needs of the others, and takes fifteen times as long. By the compiler in Go, which takes a third of the
// seconds. Types are checked elsewhere (`run types`); what cannot be declared is an error here.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './build.mjs'
import { publishedPackages } from './pack.mjs'

const packages = [...publishedPackages().values()].filter(({ manifest }) => manifest.exports)
const entries = packages.flatMap(({ folder, manifest }) =>
  Object.values(manifest.exports).map(({ types }) =>
    join(folder, types.replace('./dist/', 'src/').replace('.d.ts', '.ts')),
  ),
)

const files = declarations()

/** The declarations by the file that each goes to. */
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
    const config = join(folder, 'tsconfig.json')
    writeFileSync(
      config,
      JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files: entries, include: [] }),
    )
    const compiler = fileURLToPath(new URL('../../node_modules/typescript-native/bin/tsc', import.meta.url))
    const { status } = spawnSync(process.execPath, [compiler, '--singleThreaded', '-p', config], { stdio: 'inherit' })
    if (status !== 0) throw new Error('what the packages export cannot all be declared')
    const found = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
      const [, name, file] = /^packages.([^/\\]+).src.(.*[.]d[.]ts)$/.exec(path) ?? []
      return name ? [[join(root, 'packages', name, 'dist', file), readFileSync(join(outDir, path), 'utf8')]] : []
    })
    return new Map(found)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// What an earlier source had declared is gone with it.
for (const { folder } of packages) {
  mkdirSync(join(folder, 'dist'), { recursive: true })
  for (const file of readdirSync(join(folder, 'dist'), { recursive: true }))
    if (file.endsWith('.d.ts') && !files.has(join(folder, 'dist', file))) rmSync(join(folder, 'dist', file))
}
for (const [file, text] of files) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
process.stdout.write(`${files.size} declarations of ${packages.length} packages, in ${relative(root, 'packages')}\n`)
