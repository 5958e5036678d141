import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { publicNames } from '../words/public-names.js'

const packages = fileURLToPath(new URL('../../packages/', import.meta.url))

/** A part that the docblock of a function lacks. */
export interface Missing {
  /** `methods-noise/src/additive.ts addNoise`. */
  readonly of: string
  /** `@param name`, `@returns`, `@throws`, or `docblock`. */
  readonly what: string
}

/** Missing parts of the docblocks of the public functions of all packages. */
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
 * Missing parts of the docblocks of one file: the docblock of every exported function, its `@throws` if its own body
 * throws, and with more than one parameter a `@param` for each and `@returns`.
 *
 * @param file - name of the file, for the report
 * @param text - content of the file
 * @param isPublic - tests whether a name is exported by the package
 * @returns one entry for each part
 */
export function missingInText(file: string, text: string, isPublic: (name: string) => boolean = () => true): Missing[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return source.statements.filter(ts.isFunctionDeclaration).flatMap((statement) => {
    const name = statement.name?.text ?? 'default'
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) || !isPublic(name)) return []
    // A signature of an overload has the docblock of its own.
    if (statement.body === undefined) return []
    const of = `${file} ${name}`
    const tags = overloadsOf(statement, source).flatMap((one) => [...ts.getJSDocTags(one)])
    const documented = overloadsOf(statement, source).some((one) => ts.getJSDocCommentsAndTags(one).length > 0)
    if (!documented) return [{ of, what: 'docblock' }]
    const throws = throwsItself(statement.body) && !tags.some(({ tagName }) => tagName.text === 'throws')
    const missing = throws ? [{ of, what: '@throws' }] : []
    if (statement.parameters.length < 2) return missing
    const described = tags.filter(ts.isJSDocParameterTag)
    const params = statement.parameters.flatMap((parameter, i) => {
      // A destructured parameter has no name of its own: a tag in its place stands for it.
      if (!ts.isIdentifier(parameter.name)) return i < described.length ? [] : [{ of, what: `@param ${i + 1}` }]
      const own = parameter.name.text
      return described.some((tag) => tag.name.getText() === own) ? [] : [{ of, what: `@param ${own}` }]
    })
    const type = statement.type?.getText(source) ?? 'void'
    const returns =
      !/^(void|never|Promise<void>|asserts .*)$/.test(type) &&
      !tags.some(({ tagName }) => /^returns?$/.test(tagName.text))
    return [...params, ...(returns ? [{ of, what: '@returns' }] : []), ...missing]
  })
}

/** The declaration and its overloads. */
function overloadsOf({ name }: ts.FunctionDeclaration, source: ts.SourceFile): ts.FunctionDeclaration[] {
  return source.statements.filter(ts.isFunctionDeclaration).filter((one) => one.name?.text === name?.text)
}

function throwsItself(node: ts.Node): boolean {
  if (ts.isThrowStatement(node)) return true
  return ts.forEachChild(node, (child) => (throwsItself(child) ? true : undefined)) ?? false
}
