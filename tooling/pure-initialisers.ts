import ts from 'typescript'

/**
 * Marks computations while a module is loaded as pure, so that a bundler removes them if their result is unused.
 *
 * Packages are built to one file, and declare `sideEffects: false`, which a bundler applies to a file as a whole. In a
 * needed file it keeps `const x = f()` even if x is unused, together with everything that f and its arguments name; so
 * one metric would include all metrics. As `(() => f())()`, marked as pure, the call has no arguments with effects, and
 * is removed if x is unused.
 *
 * @param code - A built module.
 * @returns The same module, with every calling top-level initialiser marked.
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

/**
 * Returns true if an expression calls something while it is computed, not only within the functions and classes that it
 * creates.
 */
function calls(node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassExpression(node)) return false
  // A bundler keeps spreads and templates, since they may call methods of an object.
  if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node)) return true
  if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node) || ts.isTemplateExpression(node)) return true
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return true
  return ts.forEachChild(node, calls) ?? false
}
