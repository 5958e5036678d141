import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { publicNames } from '../words/public-names.js'

const packages = fileURLToPath(new URL('../../packages/', import.meta.url))

/** A missing part of a function's docblock. */
export interface Missing {
  /** Function, such as `methods-noise/src/additive.ts addNoise`. */
  readonly of: string
  /** Missing part: `@param name`, `@returns`, `@throws`, or `docblock`. */
  readonly what: string
}

/** Returns the missing parts of the docblocks of public functions of all packages. */
export function missingInPackages(): Missing[] {
  return readdirSync(packages, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => [...publicNames(join(packages, name))].map(([file, names]) => [file, names] as const))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([file, names]) =>
      missingInText(relative(packages, file), readFileSync(file, 'utf8'), (name) => names.has('*') || names.has(name)),
    )
}

/**
 * Returns the missing parts of the docblocks of one file. Required are a docblock for every exported function, its
 * `@throws` if its own body throws, and with more than one parameter a `@param` for each and `@returns`.
 *
 * @param file - Name of the file, for the report.
 * @param text - Content of the file.
 * @param isPublic - Returns true for a name exported by the package.
 * @returns One entry for each part.
 */
export function missingInText(file: string, text: string, isPublic: (name: string) => boolean = () => true): Missing[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return source.statements.filter(ts.isFunctionDeclaration).flatMap((statement) => {
    const name = statement.name?.text ?? 'default'
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) || !isPublic(name)) return []
    if (statement.body === undefined) return []
    const of = `${file} ${name}`
    // The parameters of overloads are those that users see.
    const overloads = source.statements
      .filter(ts.isFunctionDeclaration)
      .filter((one) => one.body === undefined && one.name?.text === name)
    const signatures = overloads.length > 0 ? overloads : [statement]
    if (signatures.some((one) => ts.getJSDocCommentsAndTags(one).length === 0)) return [{ of, what: 'docblock' }]
    const isSaid = signatures.some((one) => ts.getJSDocTags(one).some(({ tagName }) => tagName.text === 'throws'))
    const missing = throwsItself(statement.body) && !isSaid ? ['@throws'] : []
    return [...signatures.flatMap((one) => missingTags(one, source)), ...missing].map((what) => ({ of, what }))
  })
}

/** Returns the missing `@param` and `@returns` of one signature. */
function missingTags(signature: ts.FunctionDeclaration, source: ts.SourceFile): string[] {
  if (signature.parameters.length < 2) return []
  const tags = ts.getJSDocTags(signature)
  const described = tags.filter(ts.isJSDocParameterTag)
  const params = signature.parameters.flatMap((parameter, i) => {
    // A destructured parameter has no name; any tag at its position describes it.
    if (!ts.isIdentifier(parameter.name)) return i < described.length ? [] : [`@param ${i + 1}`]
    const own = parameter.name.text
    return described.some((tag) => tag.name.getText() === own) ? [] : [`@param ${own}`]
  })
  const type = signature.type?.getText(source) ?? 'void'
  const isReturned = !/^(void|never|Promise<void>|asserts .*)$/.test(type)
  const returns = isReturned && !tags.some(({ tagName }) => /^returns?$/.test(tagName.text)) ? ['@returns'] : []
  return [...params, ...returns]
}

function throwsItself(node: ts.Node): boolean {
  if (ts.isThrowStatement(node)) return true
  return ts.forEachChild(node, (child) => (throwsItself(child) ? true : undefined)) ?? false
}
