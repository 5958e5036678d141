import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'

const packages = new URL('../../packages/', import.meta.url)

/** What a docblock of an exported function does not say. */
export interface Missing {
  /** `methods-noise/src/additive.ts addNoise`. */
  readonly of: string
  /** `@param name`, `@throws`, or `docblock`. */
  readonly what: string
}

/** The packages whose functions are for others to call. */
export function documentedPackages(): string[] {
  const named = ['metrics', 'reverse-map', 'permutation', 'attacks', 'services', 'toolkit', 'stats']
  return readdirSync(packages)
    .filter((name) => name.startsWith('methods-') || named.includes(name))
    .sort()
}

/** What is missing in the docblocks of a package, but for its tests and fixtures. */
export function missingInPackage(name: string): Missing[] {
  return readdirSync(new URL(`${name}/src/`, packages), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
    .sort()
    .flatMap((file) =>
      missingInText(`${name}/src/${file}`, readFileSync(new URL(`${name}/src/${file}`, packages), 'utf8')),
    )
}

/**
 * What is missing in the docblocks of one file: of every exported function the docblock, a `@param` for each parameter,
 * and a `@throws` where its own body throws.
 *
 * @param file its name, for the report
 * @param text what is in it
 */
export function missingInText(file: string, text: string): Missing[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return source.statements.filter(ts.isFunctionDeclaration).flatMap((statement) => {
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
    const of = `${file} ${statement.name?.text ?? 'default'}`
    const tags = ts.getJSDocTags(statement)
    if (ts.getJSDocCommentsAndTags(statement).length === 0) return [{ of, what: 'docblock' }]
    const described = tags.filter(ts.isJSDocParameterTag)
    const params = statement.parameters.flatMap((parameter, i) => {
      // A destructured parameter has no name of its own: a tag in its place stands for it.
      if (!ts.isIdentifier(parameter.name)) return i < described.length ? [] : [{ of, what: `@param ${i + 1}` }]
      const name = parameter.name.text
      return described.some((tag) => tag.name.getText() === name) ? [] : [{ of, what: `@param ${name}` }]
    })
    const throws = throwsItself(statement) && !tags.some(({ tagName }) => tagName.text === 'throws')
    return [...params, ...(throws ? [{ of, what: '@throws' }] : [])]
  })
}

function throwsItself(node: ts.Node): boolean {
  if (ts.isThrowStatement(node)) return true
  return ts.forEachChild(node, (child) => (throwsItself(child) ? true : undefined)) ?? false
}
