import { dirname, relative, resolve } from 'node:path'
import type { Command } from 'commander'
import { asWarning, SdcError, type Registry } from '@sdc/core'
import type { Plan, PrivateManifest } from '@sdc/engine'
import { say } from '../terminal/progress.js'
import { isPath, pluginUrl } from '@sdc/release/node'
import { pluginNames } from './registry.js'

/**
 * Returns the plugins of a plan that `--plugin` does not name. Paths are relative to the plan. Loading a plugin runs
 * its code, so a plan alone, which may come from anybody, loads none.
 */
export function plannedPlugins(
  command: Command,
  { plugins = [] }: Pick<Plan, 'plugins'>,
  planPath: string,
  { allowPlugins = false }: { readonly allowPlugins?: boolean },
): string[] {
  const named = plugins.map((name) => (isPath(name) ? resolve(dirname(planPath), name) : name))
  const given = new Set(pluginNames(command).map(urlOrName))
  const lacking = named.filter((name) => !given.has(urlOrName(name)))
  if (lacking.length === 0 || allowPlugins) return lacking
  const message = `the plan names ${lacking.length === 1 ? 'a plugin that is' : 'plugins that are'} not loaded: ${lacking.join(', ')}`
  const fix = `A plugin's code runs with your rights. If you trust it: ${lacking.map((name) => `--plugin ${name}`).join(' ')}, or --allow-plugins for all that the plan names.`
  throw new SdcError('BAD_PLUGIN', message, { file: planPath, plugin: lacking[0] }, fix)
}

/** Compares the loaded plugins with those of a private file: refuses missing ones, warns of other versions. */
export function checkReplayPlugins(manifest: PrivateManifest | undefined, registry: Registry): void {
  for (const { name, version } of manifest?.plugins ?? []) {
    const loaded = registry.plugins.find((plugin) => plugin.name === name)
    if (loaded === undefined) {
      const message = `the run was made with the plugin ${name} ${version}, which is not loaded`
      const fix = `Add --plugin ${name}, or the path of its file; its code runs with your rights.`
      throw new SdcError('BAD_PLUGIN', message, { plugin: name }, fix)
    }
    if (loaded.version !== version)
      say(asWarning(`the run was made with ${name} ${version}, but ${loaded.version} is loaded: the replay may differ`))
  }
}

/** Names the plugins of a command for a plan in a folder; undefined if there are none. */
export function pluginsForPlan(names: readonly string[], folder: string): string[] | undefined {
  if (names.length === 0) return undefined
  return names.map((name) => {
    if (!isPath(name)) return name
    const path = relative(resolve(folder), resolve(name))
    return path.startsWith('.') ? path : `./${path}`
  })
}

/** Returns the address of a plugin; its name if it is not found. */
function urlOrName(name: string): string {
  try {
    return pluginUrl(name)
  } catch {
    return name
  }
}
