/**
 * Imports a module at once that a package imports late: the workers' script is one file, where a module that is imported late keeps
 * all of its exports, and so do those that it imports.
 *
 * @param name name of the module, as it is imported
 */
export function importedAtOnce(name) {
  const late = `await import(${JSON.stringify(name)})`
  return {
    name: 'imported-at-once',
    enforce: 'post',
    transform(code) {
      const parts = code.replaceAll(`await import('${name}')`, late).split(late)
      if (parts.length === 1) return undefined
      return {
        code: `import * as importedAtOnce from ${JSON.stringify(name)};${parts.join('importedAtOnce')}`,
        map: null,
      }
    },
  }
}
