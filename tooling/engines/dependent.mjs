// Finds code that affects results and depends on the JavaScript engine: Math.exp, sin, pow and similar functions, and
// `**`, which is Math.pow. @sdc/stats has functions with the same results everywhere. Allowed, since exact everywhere:
// Math.sqrt, abs, floor, …, 2 to a literal integer power, and integer powers of bigints.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../', import.meta.url))
const forbidden = new Set(
  'exp expm1 log log1p log2 log10 sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh pow cbrt hypot'.split(
    ' ',
  ),
)

/** Returns the sources of packages that affect results, without tests and their fixtures. */
export function sourcesOfPackages() {
  const packages = join(root, 'packages')
  return readdirSync(packages)
    .filter((name) => !name.endsWith('.md'))
    .flatMap((name) => {
      const folder = join(packages, name, 'src')
      return readdirSync(folder, { recursive: true }).map((file) => join(folder, file))
    })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture|d)\.ts$/.test(file))
}

/**
 * Returns the places of a source whose result depends on the engine, each as
 * `file:line: what, and what to write instead`.
 */
export function engineDependent(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found = []
  const report = (node, what) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    found.push(`${file}:${line + 1}: ${what}`)
  }
  const visit = (node) => {
    const name = memberOfMath(node)
    if (name !== undefined && forbidden.has(name))
      report(node, `Math.${name} differs between engines: use ${name} of @sdc/stats (of ./random/mathematics in core)`)
    if (isMath(node) && !ts.isPropertyAccessExpression(node.parent) && !ts.isElementAccessExpression(node.parent))
      report(node, 'Math as a value hides which of its functions are used: name them')
    if (ts.isElementAccessExpression(node) && isMath(node.expression) && name === undefined)
      report(node, 'Math[…] hides which of its functions are used: name them')
    if (isPower(node) && !isExactPower(node))
      report(node, '** differs between engines: write x * x, or use pow or powerOfTwo of @sdc/stats')
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isMath(node) {
  return (
    ts.isIdentifier(node) &&
    node.text === 'Math' &&
    !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)
  )
}

function memberOfMath(node) {
  if (ts.isPropertyAccessExpression(node) && isMath(node.expression)) return node.name.text
  if (!ts.isElementAccessExpression(node) || !isMath(node.expression)) return undefined
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : undefined
}

function isPower(node) {
  if (!ts.isBinaryExpression(node)) return false
  const { kind } = node.operatorToken
  return kind === ts.SyntaxKind.AsteriskAsteriskToken || kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken
}

function isExactPower({ left, right, operatorToken }) {
  if (operatorToken.kind !== ts.SyntaxKind.AsteriskAsteriskToken) return false
  if (ts.isBigIntLiteral(left)) return true
  const exponent = ts.isPrefixUnaryExpression(right) ? right.operand : right
  return ts.isNumericLiteral(left) && left.text === '2' && ts.isNumericLiteral(exponent) && /^\d+$/.test(exponent.text)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = sourcesOfPackages().flatMap((file) => engineDependent(relative(root, file), readFileSync(file, 'utf8')))
  for (const line of found) process.stdout.write(`${line}\n`)
  process.exitCode = found.length > 0 ? 1 : 0
}
