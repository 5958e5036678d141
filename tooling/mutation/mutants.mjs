import ts from 'typescript'

/**
 * Makes the small faults that a program's tests should notice, one at a time: an inverted sign or operation, a limit
 * off by one, a dropped tie or condition, a shared random stream.
 *
 * Code that no test should cover is left unchanged: error texts, progress, the limits and descriptions of parameters,
 * types.
 */

/** @typedef {{ start: number, end: number, text: string, operator: string, line: number, was: string }} Mutant */

const turned = new Map([
  [ts.SyntaxKind.PlusToken, ['-', 'sign']],
  [ts.SyntaxKind.MinusToken, ['+', 'sign']],
  [ts.SyntaxKind.AsteriskToken, ['/', 'operation']],
  [ts.SyntaxKind.SlashToken, ['*', 'operation']],
  [ts.SyntaxKind.PlusEqualsToken, ['-=', 'sign']],
  [ts.SyntaxKind.MinusEqualsToken, ['+=', 'sign']],
  [ts.SyntaxKind.AsteriskEqualsToken, ['/=', 'operation']],
  [ts.SyntaxKind.SlashEqualsToken, ['*=', 'operation']],
  [ts.SyntaxKind.LessThanToken, ['<=', 'tie']],
  [ts.SyntaxKind.LessThanEqualsToken, ['<', 'tie']],
  [ts.SyntaxKind.GreaterThanToken, ['>=', 'tie']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['>', 'tie']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['!==', 'condition']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['===', 'condition']],
  [ts.SyntaxKind.AmpersandAmpersandToken, ['||', 'condition']],
  [ts.SyntaxKind.BarBarToken, ['&&', 'condition']],
])

const extremes = new Map([
  ['max', 'min'],
  ['min', 'max'],
])

/**
 * Returns all mutants of one source file.
 *
 * @param {string} source - Its text.
 * @param {string} path - Its name, for the parser only.
 * @returns {Mutant[]} In the order of the text: `source.slice(0, start) + text + source.slice(end)` is the mutated
 *   file.
 */
export function mutantsOf(source, path = 'file.ts') {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found = []
  const add = (start, end, text, operator) => {
    const line = file.getLineAndCharacterOfPosition(start).line + 1
    found.push({ start, end, text, operator, line, was: source.slice(start, end) })
  }
  const visit = (node) => {
    if (isLeftAlone(node)) return
    if (ts.isBinaryExpression(node) && !isText(node.left) && !isText(node.right)) {
      const token = node.operatorToken
      const [text, operator] = turned.get(token.kind) ?? []
      if (text) add(token.getStart(), token.end, text, operator)
    } else if (ts.isPrefixUnaryExpression(node)) {
      const { operator, operand } = node
      if (operator === ts.SyntaxKind.MinusToken) add(node.getStart(), operand.getStart(), '', 'sign')
      if (operator === ts.SyntaxKind.ExclamationToken) add(node.getStart(), operand.getStart(), '', 'condition')
    } else if (ts.isNumericLiteral(node) && /^\d{1,3}$/.test(node.getText()) && !isIndexOfDeclaration(node)) {
      add(node.getStart(), node.end, String(Number(node.text) + 1), 'off by one')
    } else if (ts.isIfStatement(node)) {
      add(node.expression.getStart(), node.expression.end, 'false', 'condition')
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: object, name } = node.expression
      if (name.text === 'child') add(object.end, node.end, '', 'stream')
      if (object.getText() === 'Math' && extremes.has(name.text)) {
        add(name.getStart(), name.end, extremes.get(name.text), 'operation')
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found.sort((a, b) => a.start - b.start)
}

/** Returns true for types, imports, errors, progress and parameters, on which no result depends. */
function isLeftAlone(node) {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return true
  if (ts.isTypeAliasDeclaration(node) || ts.isThrowStatement(node) || ts.isTemplateExpression(node)) return true
  if (ts.isNewExpression(node)) return node.expression.getText().endsWith('Error')
  if (ts.isIfStatement(node)) return isProgress(node.thenStatement)
  if (ts.isExpressionStatement(node)) return isProgress(node)
  return ts.isCallExpression(node) && /^z\b/.test(node.expression.getText())
}

function isProgress(statement) {
  return /^(\{\s*)?(await )?(\w+\.)*tick\(/.test(statement.getText())
}

function isText(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}

/** Returns true for numbers in a type or an enumeration, which are not values. */
function isIndexOfDeclaration(node) {
  return ts.isLiteralTypeNode(node.parent) || ts.isEnumMember(node.parent)
}

/**
 * Returns a sample, the same for the same seed; all if there are fewer.
 *
 * @template T
 * @param {readonly T[]} all - The elements.
 * @param {number} size - Size of the sample.
 * @param {() => number} uniform - A source of numbers in [0, 1).
 * @returns {T[]} The sample, in order.
 */
export function sampleOf(all, size, uniform) {
  const chosen = []
  all.forEach((one, i) => {
    const wanted = size - chosen.length
    if (uniform() * (all.length - i) < wanted) chosen.push(one)
  })
  return chosen
}
