import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { option, SdcError, type Plugin } from '@sdc/core'

/** The package that has the plugins of the project as its dependencies. */
const STANDARD = '@sdc/standard'

/**
 * Loads a plugin by its package name, as seen from the working folder, or by its path.
 *
 * @param name - Package name, or path of a file.
 * @returns The plugin.
 * @throws BAD_PLUGIN if it cannot be loaded, or is not a plugin.
 */
export async function loadPlugin(name: string): Promise<Plugin> {
  let loaded: { readonly default?: unknown }
  try {
    loaded = (await import(pluginUrl(name))) as typeof loaded
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    const fix = isPath(name)
      ? 'Check the path of the plugin file.'
      : existsSync(name)
        ? `Write the path of a file with ./ in front: ${option('plugin', `./${name}`)}`
        : `Install it in this folder first: npm install ${name}`
    throw new SdcError('BAD_PLUGIN', `plugin ${name} cannot be loaded: ${reason}`, { plugin: name }, fix)
  }
  return loaded.default as Plugin
}

/** Returns true for a plugin that is named by the path of its file, not by its package. */
export function isPath(name: string): boolean {
  return name.startsWith('.') || name.startsWith('/') || /^[A-Za-z]:/.test(name)
}

/** Returns the URL of a plugin by its package name or path. */
export function pluginUrl(name: string): string {
  return isPath(name) ? pathToFileURL(resolve(name)).href : importable(name)
}

/** Resolves a package from the working folder, or from the package of all plugins of the project. */
function importable(name: string): string {
  const here = createRequire(join(process.cwd(), 'package.json'))
  const found = entryFrom(here, name)
  if (found !== undefined) return found
  const standard = entryFrom(here, STANDARD)
  const beside = standard === undefined ? undefined : entryFrom(createRequire(standard), name)
  return beside ?? pathToFileURL(here.resolve(name)).href
}

/** An ESM-only package has no entry for `require`, so its export is read. */
function entryFrom(require: NodeJS.Require, name: string): string | undefined {
  try {
    return pathToFileURL(require.resolve(name)).href
  } catch {
    for (const folder of (require.resolve.paths(name) ?? []).map((one) => join(one, name))) {
      const entry = entryOf(require, folder)
      if (entry) return pathToFileURL(join(folder, entry)).href
    }
    return undefined
  }
}
function entryOf(require: NodeJS.Require, folder: string): string | undefined {
  try {
    const { exports, module, main } = require(join(folder, 'package.json')) as {
      exports?: unknown
      module?: string
      main?: string
    }
    const root = typeof exports === 'object' && exports !== null && '.' in exports ? exports['.'] : exports
    return importTarget(root) ?? module ?? main
  } catch {
    return undefined
  }
}

function importTarget(target: unknown): string | undefined {
  if (typeof target === 'string') return target
  if (typeof target !== 'object' || target === null) return undefined
  for (const condition of ['node', 'import', 'default']) {
    const found = condition in target ? importTarget((target as Record<string, unknown>)[condition]) : undefined
    if (found) return found
  }
  return undefined
}
