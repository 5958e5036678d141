import ts from 'typescript'

/**
 * Marks what a module computes while it is loaded as something that can be left out where nobody uses it.
 *
 * Packages are built to one file, and say by `sideEffects: false` that loading one does nothing but define things. A bundler
 * takes that for the file as a whole: of a file that is needed it keeps `const x = f()` whether x is used or not, and with it
 * all that f and its arguments name, so that one metric would bring all of them. As `(() => f())()`, marked as pure, it has
 * no arguments left that could do something, and goes where x is not used.
 *
 * @param code - A module as it is built.
 * @returns The same module, with every top-level initialiser that calls something so marked.
 */
export function pureInitialisers(code: string): string {
  const file = ts.createSourceFile('module.js', code, ts.ScriptTarget.ES2022, false, ts.ScriptKind.JS)
  const insertions: (readonly [at: number, text: string])[] = []
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer === undefined || !ts.isIdentifier(name) || !calls(initializer)) continue
      insertions.push([initializer.getStart(file), '/* @__PURE__ */ (() => ('], [initializer.end, '))()'])
    }
  }
  return insertions.reduceRight((text, [at, added]) => text.slice(0, at) + added + text.slice(at), code)
}

/** Whether an expression calls something while it is computed, not only within the functions and classes that it makes. */
function calls(node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassExpression(node)) return false
  // A spread and a template may call what the object has for it; so a bundler keeps them.
  if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node)) return true
  if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node) || ts.isTemplateExpression(node)) return true
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return true
  return ts.forEachChild(node, calls) ?? false
}
