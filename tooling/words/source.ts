import ts from 'typescript'
import type { Line } from './sentences.js'

/** A text in a source file. */
export interface SourceText {
  readonly lines: readonly Line[]
  readonly kind: 'help' | 'message' | 'docblock' | 'comment' | 'test'
}

/**
 * Returns the texts of a TypeScript file: literals that look like prose, names of tests, docblocks of public names,
 * other comments.
 *
 * @param file - Its path; literals of apps/cli passed to commander are help.
 * @param text - Its content.
 * @param isPublic - Returns true for a name of the file that its package exports.
 * @param literals - False for tests, whose literals are not checked.
 * @returns The texts with their kinds.
 */
export function textsOfSource(
  file: string,
  text: string,
  isPublic: (name: string) => boolean,
  literals: boolean,
): SourceText[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineAt = (at: number): number => source.getLineAndCharacterOfPosition(at).line + 1
  const skipped: (readonly [number, number])[] = []
  const docblocks = new Set<number>()
  const texts: SourceText[] = []
  const visit = (node: ts.Node, isDocumented: boolean): void => {
    if (isDocumented) for (const { pos } of jsDocOf(node)) docblocks.add(pos)
    if (isLiteral(node) || ts.isRegularExpressionLiteral(node)) skipped.push([node.getStart(source), node.end])
    if (isTestName(node)) texts.push({ lines: linesOfLiteral(node, lineAt, source), kind: 'test' })
    else if (literals && isProsePlace(node)) {
      const lines = linesOfLiteral(node, lineAt, source)
      if (isProse(lines.map((one) => one.text).join('\n')))
        texts.push({ lines, kind: isHelp(file, node) ? 'help' : 'message' })
    }
    const goesOn = isDocumented && !ts.isFunctionLike(node) && !ts.isVariableDeclaration(node)
    ts.forEachChild(node, (child) => visit(child, goesOn && !isPrivate(child)))
  }
  for (const statement of source.statements) visit(statement, namesOf(statement).some(isPublic))
  return [...texts, ...commentsOf(text, skipped, docblocks, lineAt)]
}

const jsDocOf = (node: ts.Node): readonly ts.JSDoc[] =>
  ts.getJSDocCommentsAndTags(node).filter((one): one is ts.JSDoc => ts.isJSDoc(one) && one.parent === node)

const isPrivate = (node: ts.Node): boolean =>
  ts.isBlock(node) ||
  (ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword))

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
  const named = statement as { readonly name?: ts.Node; readonly modifiers?: readonly ts.ModifierLike[] }
  if (named.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) return ['default']
  return named.name !== undefined && ts.isIdentifier(named.name) ? [named.name.text] : []
}

const isLiteral = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression | ts.TemplateMiddle =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)

const isSum = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken

/** Returns true for the outermost literal or sum of literals in the place of a value. */
function isProsePlace(node: ts.Node): node is ts.Expression {
  if (!isText(node) || (isSum(node.parent) && isText(node.parent))) return false
  const { parent } = node
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isExternalModuleReference(parent))
    return false
  if (ts.isLiteralTypeNode(parent) || ts.isElementAccessExpression(parent) || ts.isTaggedTemplateExpression(parent))
    return false
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false
  // Formulas and places in papers are not sentences.
  return !(ts.isPropertyAssignment(parent) && /^(formula|where|unit|sql)$/.test(parent.name.getText()))
}

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || (isSum(node) && [node.left, node.right].some(isText))

/** Returns true for the name of a test: the first argument of `it('…')`, `describe.each(…)('…')` and similar calls. */
function isTestName(node: ts.Node): node is ts.Expression {
  if (!isText(node) || !ts.isCallExpression(node.parent) || node.parent.arguments[0] !== node) return false
  return /^(it|test|describe)\b/.test(node.parent.expression.getText())
}

/** Returns the text of a literal or a sum; a placeholder is one word. */
function linesOfLiteral(node: ts.Expression, lineAt: (at: number) => number, source: ts.SourceFile): Line[] {
  const lines: { text: string; line: number }[] = []
  const add = (text: string, at: number): void =>
    text.split('\n').forEach((part, i) => {
      const last = lines.at(-1)
      // A template has its own line breaks; those of `\n` in a string are on one line.
      const line = lineAt(at) + (/[`}]/.test(source.text.charAt(at)) ? i : 0)
      if (i === 0 && last !== undefined) last.text += part
      else lines.push({ text: part, line })
    })
  const collect = (one: ts.Expression): void => {
    if (ts.isStringLiteralLike(one)) add(one.text, one.getStart(source))
    else if (ts.isTemplateExpression(one)) {
      add(one.head.text, one.getStart(source))
      for (const span of one.templateSpans) {
        add('`x`', span.expression.getStart(source))
        add(span.literal.text, span.literal.getStart(source))
      }
    } else if (isSum(one)) {
      collect(one.left)
      collect(one.right)
    } else if (ts.isParenthesizedExpression(one) && isText(one.expression)) collect(one.expression)
    else add('`x`', one.getStart(source))
  }
  collect(node)
  return lines.map(({ text, line }) => ({ text: withoutMarkup(text), line }))
}

/** Removes tags; they end a sentence unless they are within one. */
const withoutMarkup = (text: string): string =>
  text.replace(/<\/?[a-z][^<>]*>/g, (tag) => (/^<\/?(b|i|em|strong|code|a|span|sup|sub|abbr)\b/.test(tag) ? '' : '. '))

/** Returns true for text with three words that is not code. */
export function isProse(text: string): boolean {
  if (text.length > 20_000 || /^\s*(SELECT|CREATE|COPY|WITH|INSERT|DROP|ATTACH|PRAGMA|SET|#!)\b/.test(text))
    return false
  // Scripts and styles of a report.
  if (/=> \{|\bfunction \w*\(|^:root|[;{]--[a-z]+:/.test(text)) return false
  return (text.match(/(?<![\w/.-])\p{L}[\p{L}’'-]*(?=[\s.,;:!?)]|$)/gu)?.length ?? 0) >= 3
}

const helpCalls =
  /^(option|argument|description|summary|usage|addHelpText|Option|Argument|requiredOption|helpOption|commandsGroup|optionsGroup)$/

function isHelp(file: string, node: ts.Node): boolean {
  if (!file.startsWith('apps/cli/')) return false
  if (file.startsWith('apps/cli/src/command-list')) return true
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isVariableDeclaration(at) && /help|footer|example|flags$/i.test(at.name.getText())) return true
    if (ts.isFunctionDeclaration(at) && /help/i.test(at.name?.text ?? '')) return true
    if ((ts.isCallExpression(at) || ts.isNewExpression(at)) && calledByCommander(at)) return true
    if (ts.isArrowFunction(at) && ts.isBlock(at.body)) return false
  }
  return false
}

function calledByCommander({ expression }: ts.CallExpression | ts.NewExpression): boolean {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression
  return ts.isIdentifier(name) && (helpCalls.test(name.text) || /Options?$/.test(name.text))
}

const aside = /^\s*(eslint|oxlint|@ts-|#|prettier|v8 |c8 |<reference)/

/** Returns the comments outside literals; consecutive `//` lines are one comment. */
function commentsOf(
  text: string,
  skipped: readonly (readonly [number, number])[],
  docblocks: ReadonlySet<number>,
  lineAt: (at: number) => number,
): SourceText[] {
  const texts: SourceText[] = []
  let lines: Line[] = []
  const close = (): void => {
    if (lines.length > 0) texts.push({ lines, kind: 'comment' })
    lines = []
  }
  const ranges = skipped.toSorted(([a], [b]) => a - b)
  const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  let range = 0
  for (let match = comment.exec(text); match !== null; match = comment.exec(text)) {
    const at = match.index
    while ((ranges[range]?.[1] ?? Infinity) <= at) range += 1
    const [from, to] = ranges[range] ?? [Infinity, Infinity]
    if (from < at) {
      comment.lastIndex = to
      continue
    }
    const line = lineAt(at)
    if (match[0].startsWith('//')) {
      const own = match[0].replace(/^\/\/+ ?/, '')
      const followsCode = text.slice(text.lastIndexOf('\n', at) + 1, at).trim() !== ''
      if (followsCode || lines.at(-1)?.line !== line - 1) close()
      if (!aside.test(own)) lines.push({ text: own, line })
    } else {
      close()
      const isPublic = docblocks.has(at)
      for (const part of docblockParts(match[0], line))
        texts.push({ lines: part, kind: isPublic ? 'docblock' : 'comment' })
    }
  }
  close()
  return texts
}

/** Returns the description of a docblock, and the text of each tag with sentences. */
function docblockParts(comment: string, first: number): Line[][] {
  const parts: Line[][] = [[]]
  let isSkipped = false
  const lines = comment.slice(2, -2).split('\n')
  for (const [i, raw] of lines.entries()) {
    const text = raw.replace(/^\s*\*+ ?/, '').trimEnd()
    const tag = /^\s*@(\w+)\s*(.*)$/.exec(text)
    if (tag !== null)
      isSkipped = /^(source|see|type|typeParam|module|internal|default|link|packageDocumentation)$/.test(tag[1] ?? '')
    if (isSkipped) continue
    const [, name = '', rest = ''] = tag ?? []
    const own = tag === null ? (i === 0 ? text.replace(/^\s+/, '') : text) : tagText(name, rest)
    if (tag === null) parts.at(-1)?.push({ text: own, line: first + i })
    else parts.push([{ text: own, line: first + i }])
  }
  // Continued lines of a tag are indented.
  return parts.map((part, k) => (k === 0 ? part : part.map(({ text, line }) => ({ text: text.trimStart(), line }))))
}

/** Returns the words of a tag, without the name of the parameter. */
function tagText(name: string, rest: string): string {
  if (/^(param|template|typeparam|property)$/.test(name))
    return rest.replace(/^(\{[^}]*\}\s*)?\[?[\w$.]+[^\s]*\s*(-\s+)?/, '')
  return rest.replace(/^\{[^}]*\}\s*/, '')
}
