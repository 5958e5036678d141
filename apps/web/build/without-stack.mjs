/**
 * Svelte makes an error while it is loaded, which the page never throws: for its stack the browser reads the whole script of the page a second
 * time, a quarter of the time that the script takes to begin. It stays an error by its kind, its name and its words.
 */
export const withoutStack = {
  name: 'without-stack',
  transform(code, id) {
    if (!/svelte.src.internal.client.constants[.]js$/.test(id)) return undefined
    const without = code.replace(
      /new \(class StaleReactionError extends Error \{\s*name = ([^;]*);\s*message = ([^;]*);\s*\}\)\(\)/,
      'Object.assign(Object.create(Error.prototype), { name: $1, message: $2 })',
    )
    if (without === code) throw new Error('Svelte says otherwise how its error of a stale reaction is made')
    return { code: without, map: null }
  },
}
