import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** Returns the names that a package's entry points export, by file; a private package exports none. */
export function publicNames(folder: string): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>()
  const description: { private?: boolean; exports?: object } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  if (description.private === true) return names
  const entries = Object.keys(description.exports ?? {}).map((entry) =>
    entry === '.' ? 'index' : entry.slice('./'.length),
  )
  for (const entry of entries) {
    const file = join(folder, 'src', `${entry}.ts`)
    // Names used by our own packages only do not belong to the public interface.
    if (entry !== 'internal' && existsSync(file)) add(file, undefined)
  }
  return names

  /** Adds a name of a file, or all its names. */
  function add(file: string, name: string | undefined): void {
    if (!existsSync(file)) return
    const own = names.get(file) ?? new Set()
    if (own.has(name ?? '*')) return
    names.set(file, own.add(name ?? '*'))
    const imported = new Map<string, readonly [string, string]>()
    for (const statement of ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest).statements) {
      if (ts.isImportDeclaration(statement) && statement.importClause?.namedBindings !== undefined) {
        const { namedBindings } = statement.importClause
        if (ts.isNamedImports(namedBindings))
          for (const one of namedBindings.elements)
            imported.set(one.name.text, [moduleOf(statement.moduleSpecifier), (one.propertyName ?? one.name).text])
      }
      if (!ts.isExportDeclaration(statement)) continue
      const from = statement.moduleSpecifier === undefined ? undefined : moduleOf(statement.moduleSpecifier)
      if (statement.exportClause === undefined) {
        if (from !== undefined) addFrom(file, from, name)
      } else if (ts.isNamedExports(statement.exportClause)) {
        for (const one of statement.exportClause.elements) {
          if (name !== undefined && one.name.text !== name) continue
          const original = (one.propertyName ?? one.name).text
          const [module, importedName] = from === undefined ? (imported.get(original) ?? []) : [from, original]
          if (module === undefined) own.add(original)
          else addFrom(file, module, importedName)
        }
      }
    }
  }

  function addFrom(file: string, module: string, name: string | undefined): void {
    if (module.startsWith('.')) add(join(dirname(file), module.replace(/\.js$/, '.ts')), name)
  }
}

const moduleOf = (node: ts.Expression): string => (ts.isStringLiteral(node) ? node.text : '')
