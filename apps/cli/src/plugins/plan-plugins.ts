import { dirname, relative, resolve } from 'node:path'
import type { Command } from 'commander'
import { asWarning, SdcError, type Registry } from '@sdc/core'
import type { Plan, PrivateManifest } from '@sdc/engine'
import { say } from '../terminal/progress.js'
import { isPath, pluginUrl } from '@sdc/release/node'
import { pluginNames } from './registry.js'

/** What a command that takes a plan does with the plugins it names. */
export interface PluginOption {
  readonly allowPlugins?: boolean
}

/**
 * Adds `--allow-plugins` to a command that takes a plan.
 *
 * @param command - The command.
 * @returns The same command.
 */
export function addPluginOption(command: Command): Command {
  return command.option('--allow-plugins', 'load the plugins of the plan; their code runs with your rights')
}

/**
 * The plugins of a plan that are to be loaded besides those of `--plugin`. A path is relative to the plan, a package name
 * is looked for from the folder the command runs in. Loading a plugin runs its code, so that a plan alone, which may come
 * from anybody, loads none.
 *
 * @param command - The command, with its `--plugin`.
 * @param plan - The plan.
 * @param planPath - Its file.
 * @param options - Whether its plugins may be loaded.
 * @returns Names and absolute paths.
 * @throws BAD_PLUGIN where the plan names a plugin that nobody allowed to load.
 */
export function plannedPlugins(
  command: Command,
  { plugins = [] }: Pick<Plan, 'plugins'>,
  planPath: string,
  { allowPlugins = false }: PluginOption,
): string[] {
  const named = plugins.map((name) => (isPath(name) ? resolve(dirname(planPath), name) : name))
  const given = new Set(pluginNames(command).map(urlOrName))
  const lacking = named.filter((name) => !given.has(urlOrName(name)))
  if (lacking.length === 0 || allowPlugins) return lacking
  const message = `the plan names ${lacking.length === 1 ? 'a plugin that is' : 'plugins that are'} not loaded: ${lacking.join(', ')}`
  const fix = `A plugin's code runs with your rights. If you trust it: ${lacking.map((name) => `--plugin ${name}`).join(' ')}, or --allow-plugins for all that the plan names.`
  throw new SdcError('BAD_PLUGIN', message, { file: planPath, plugin: lacking[0] }, fix)
}

/**
 * Holds the plugins that are loaded against those that a run was made with.
 *
 * @param manifest - The private file of the run; undefined where nothing is replayed.
 * @param registry - What is loaded.
 * @throws BAD_PLUGIN with the name and version of one that is not.
 */
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

/**
 * The plugins of a command as a plan in some folder is to name them.
 *
 * @param names - Names and paths of plugins.
 * @param folder - The folder of the plan.
 * @returns The names, and the paths relative to the folder; undefined where there are none.
 */
export function pluginsForPlan(names: readonly string[], folder: string): string[] | undefined {
  if (names.length === 0) return undefined
  return names.map((name) => {
    if (!isPath(name)) return name
    const path = relative(resolve(folder), resolve(name))
    return path.startsWith('.') ? path : `./${path}`
  })
}

/** Two ways to name one plugin are one; what cannot be found has no address yet. */
function urlOrName(name: string): string {
  try {
    return pluginUrl(name)
  } catch {
    return name
  }
}
