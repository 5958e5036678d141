// Writes the declarations of every package beside what it runs, `src/x.ts` to `dist/x.d.ts`, from one program over all sources: a program for each
// package reads and checks again what it needs of the others, and takes fifteen times as long. Types are checked elsewhere (`run types`); what
// cannot be declared is an error here.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { root } from './build.mjs'
import { publishedPackages } from './pack.mjs'

const { options } = ts.getParsedCommandLineOfConfigFile(
  join(root, 'tsconfig.json'),
  {
    noEmit: false,
    allowImportingTsExtensions: false,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    rootDir: root,
    outDir: root,
  },
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
      throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'))
    },
  },
)

const packages = [...publishedPackages().values()].filter(({ manifest }) => manifest.exports)
const entries = packages.flatMap(({ folder, manifest }) =>
  Object.values(manifest.exports).map(({ types }) =>
    join(folder, types.replace('./dist/', 'src/').replace('.d.ts', '.ts')),
  ),
)
const program = ts.createProgram(entries, options)

const files = new Map()
const { diagnostics } = program.emit(
  undefined,
  (file, text) => {
    const [, folder, path] = /^(.*?\/packages\/[^/]+)\/src\/(.*)$/.exec(file) ?? []
    if (folder) files.set(join(folder, 'dist', path), text)
  },
  undefined,
  true,
)
if (diagnostics.length > 0) {
  process.stderr.write(
    ts.formatDiagnostics(diagnostics, {
      getCurrentDirectory: () => root,
      getCanonicalFileName: (name) => name,
      getNewLine: () => '\n',
    }),
  )
  process.exit(1)
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
