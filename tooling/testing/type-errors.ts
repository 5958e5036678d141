import { existsSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** What a careful project of a user has: more than this one asks of itself. */
const strictest: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
}

/**
 * What the type checker says of programs that use the packages as they are built: one program for all of them, since most of
 * the time goes into what they import.
 *
 * @param root - The folder of the project.
 * @param programs - Their texts by the paths that they would have; nothing is written there.
 * @returns A sentence for every error.
 * @throws Error where a package is not built.
 */
export function typeErrors(root: string, programs: ReadonlyMap<string, string>): string[] {
  if (!existsSync(join(root, 'packages/standard/dist/index.d.ts')))
    throw new Error('the packages are not built: npx -y pnpm@12.21.0 build')
  const paths = {
    // An example may use what its reader may install; here core has it, for its tests.
    'apache-arrow': [join(root, 'packages/core/node_modules/apache-arrow')],
    '@sdc/*': [join(root, 'packages/*/dist/index.d.ts')],
    ...Object.fromEntries(
      ['stats/distributions', 'datasets/census', 'datasets/eia', 'report/tables', 'io/node', 'standard/records'].map(
        (entry) => [`@sdc/${entry}`, [join(root, 'packages', entry.replace('/', '/dist/')) + '.d.ts']],
      ),
    ),
  }
  const options = { ...strictest, paths }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (file) => programs.has(file) || fileExists(file)
  host.readFile = (file) => programs.get(file) ?? readFile(file)
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const text = programs.get(file)
    return text === undefined
      ? getSourceFile(file, languageVersion, ...rest)
      : ts.createSourceFile(file, text, languageVersion)
  }
  const checked = ts.createProgram([...programs.keys()], options, host)
  return [...programs.keys()].flatMap((file) => {
    const source = checked.getSourceFile(file)
    return [...checked.getSyntacticDiagnostics(source), ...checked.getSemanticDiagnostics(source)].map((found) => {
      const { line } = source?.getLineAndCharacterOfPosition(found.start ?? 0) ?? { line: 0 }
      return `${file.slice(root.length)}:${line + 1} ${ts.flattenDiagnosticMessageText(found.messageText, ' ')}`
    })
  })
}
