import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** Compiler options of a strict user project, stricter than those of this project. */
const strictest = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
}

/**
 * Returns the type checker's errors in programs that use the built packages: all in one run, because importing takes
 * most of the time. The compiler in Go takes a quarter of the time of the one in JavaScript.
 *
 * @param root - The folder of the project.
 * @param programs - Their texts by virtual path; nothing is written there.
 * @returns A message for every error.
 * @throws Error if a package is not built, and if the compiler does not run.
 */
export function typeErrors(root: string, programs: ReadonlyMap<string, string>): string[] {
  if (!existsSync(join(root, 'packages/standard/dist/index.d.ts')))
    throw new Error('the packages are not built: npx -y pnpm@12.21.0 build')
  const paths = {
    // An example may use packages that its reader can install; here core has them.
    ...Object.fromEntries(
      ['apache-arrow', 'zod'].map((name) => [name, [join(root, 'packages/core/node_modules', name)]]),
    ),
    '@sdc/*': [join(root, 'packages/*/dist/index.d.ts')],
    ...Object.fromEntries(
      readdirSync(join(root, 'packages'))
        .filter((name) => existsSync(join(root, 'packages', name, 'dist')))
        .flatMap((name) =>
          readdirSync(join(root, 'packages', name, 'dist'))
            .filter((file) => file.endsWith('.d.ts') && file !== 'index.d.ts')
            .map((file) => [
              `@sdc/${name}/${file.slice(0, -'.d.ts'.length)}`,
              [join(root, 'packages', name, 'dist', file)],
            ]),
        ),
    ),
  }
  const folder = mkdtempSync(join(tmpdir(), 'sdc-types-'))
  try {
    const files = [...programs].map(([file, text]) => {
      const copy = join(folder, relative(root, file))
      mkdirSync(dirname(copy), { recursive: true })
      writeFileSync(copy, text)
      return copy
    })
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...strictest, paths }, files }))
    const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
    const args = [compiler, '--checkers', '1', '--pretty', 'false', '-p', folder]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    const errors = stdout.split('\n').filter((line) => line !== '')
    if (status !== 0 && errors.length === 0) throw new Error(`the compiler ended with ${status}: ${stderr}`)
    return errors
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
