import fs from 'node:fs'
import promises, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { sep } from 'node:path'

/** A call that changes files on disk, or flushes them. */
export interface FileCall {
  /** `open`, `writeFile`, `chmod`, `sync`, `close`, `link`, `rename`, `unlink`. */
  readonly what: string
  readonly path: string
  /** Data to write. */
  readonly data?: string | Uint8Array
}

type Call = (...args: unknown[]) => unknown

/**
 * Calls a listener just before every call that changes files of a folder. If the listener throws, the call fails with
 * that error. Returns a function that ends the listening.
 */
export function listenToFileCalls(folder: string, listener: (call: FileCall) => void): () => void {
  const held: [Record<string, unknown>, string, unknown][] = []
  const paths = new Map<number, string>()
  const ours = (path: unknown): path is string =>
    typeof path === 'string' && (path === folder || path.startsWith(folder + sep))
  const replace = (module: object, name: string, by: (original: Call) => Call): void => {
    const methods = module as Record<string, Call>
    held.push([methods, name, methods[name]])
    methods[name] = by(methods[name].bind(module) as Call)
  }
  const reading = (flags: unknown): boolean => flags === undefined || flags === 'r'

  for (const name of ['linkSync', 'renameSync', 'unlinkSync'] as const) {
    replace(fs, name, (original) => (...args) => {
      const path = args[name === 'unlinkSync' ? 0 : 1]
      if (ours(path)) listener({ what: name.slice(0, -4), path })
      return original(...args)
    })
  }
  replace(fs, 'openSync', (original) => (...args) => {
    if (ours(args[0]) && !reading(args[1])) listener({ what: 'open', path: args[0] })
    const handle = original(...args) as number
    if (ours(args[0])) paths.set(handle, args[0])
    return handle
  })
  for (const name of ['fsyncSync', 'closeSync'] as const) {
    replace(fs, name, (original) => (...args) => {
      const path = paths.get(args[0] as number)
      if (path !== undefined) listener({ what: name === 'fsyncSync' ? 'sync' : 'close', path })
      return original(...args)
    })
  }
  replace(promises, 'unlink', (original) => async (...args) => {
    if (ours(args[0])) listener({ what: 'unlink', path: args[0] })
    return original(...args)
  })
  replace(promises, 'open', (original) => async (...args) => {
    const path = args[0]
    if (!ours(path) || reading(args[1])) return original(...args)
    listener({ what: 'open', path })
    const handle = (await original(...args)) as FileHandle
    for (const name of ['chmod', 'writeFile', 'sync', 'close'] as const) {
      const method = handle[name].bind(handle) as Call
      const told: Call = async (...given) => {
        const [data] = given
        const written = name === 'writeFile' && (typeof data === 'string' || data instanceof Uint8Array)
        try {
          listener({ what: name, path, ...(written && { data }) })
        } catch (error) {
          // A failing close still closes the file.
          if (name === 'close') await method()
          throw error
        }
        return method(...given)
      }
      Object.assign(handle, { [name]: told })
    }
    return handle
  })
  syncBuiltinESMExports()
  return () => {
    for (const [module, name, original] of held) module[name] = original
    syncBuiltinESMExports()
  }
}
