import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** What a careful project of a user has: more than this one asks of itself. */
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
 * What the type checker says of programs that use the packages as they are built: one program for all of them, since most of
 * the time goes into what they import. The compiler in Go takes a quarter of the time of the one in JavaScript.
 *
 * @param root - The folder of the project.
 * @param programs - Their texts by the paths that they would have; nothing is written there.
 * @returns A sentence for every error.
 * @throws Error where a package is not built, and where the compiler does not run.
 */
export function typeErrors(root: string, programs: ReadonlyMap<string, string>): string[] {
  if (!existsSync(join(root, 'packages/standard/dist/index.d.ts')))
    throw new Error('the packages are not built: npx -y pnpm@12.21.0 build')
  const paths = {
    // An example may use what its reader may install; here core has it.
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
