/**
 * Turns lazy imports of a module by a package into static ones. The workers' script is one file, in which a lazily
 * imported module keeps all of its exports, and so do its own imports.
 *
 * @param name - Name of the module, as it is imported.
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
