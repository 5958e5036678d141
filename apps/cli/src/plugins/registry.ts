import type { Command } from 'commander'
import { createRegistry, describeParams, type Plugins, type Registry } from '@sdc/core'
import { loadPlugin, pluginUrl } from '@sdc/release/node'

/**
 * Returns the registry of a command: the plugins of the project, of --plugin, and of a plan. With `ids` (ids or families) only what
 * they need is loaded.
 */
export async function registryOf(
  command: Command,
  further: readonly string[] = [],
  ids?: readonly string[],
): Promise<Registry> {
  const names = [...pluginNames(command), ...further]
  // All contributions of the project are needed to refuse a plugin that repeats one of their ids.
  if (names.length > 0) return withPlugins(names)
  if (ids !== undefined) {
    const { neededPlugins } = await import('@sdc/standard/needed')
    const needed = registryWith(await neededPlugins(ids))
    // An unknown id needs all contributions for its error; a parameter may name contributions of any plugin.
    if (ids.every((id) => hasId(needed, id)) && !ids.some((id) => refersToOthers(needed, id))) return needed
  }
  return registryWith((await import('@sdc/standard')).default)
}

async function withPlugins(names: readonly string[]): Promise<Registry> {
  const registry = createRegistry().use((await import('@sdc/standard')).default)
  for (const name of names) registry.use(await loadPlugin(name))
  return registry.freeze()
}

/** Returns a registry of plugins of the project, made once per process, since it is frozen. */
function registryWith(plugins: Plugins): Registry {
  const key = plugins.map(({ name }) => name).join(' ')
  const registry = own.get(key) ?? createRegistry().use(plugins).freeze()
  own.set(key, registry)
  return registry
}

const own = new Map<string, Registry>()

/** Returns true if a registry has a method or metric, or a member of a family. */
function hasId(registry: Registry, id: string): boolean {
  const all = registry.plugins.flatMap(({ methods = [], metrics = [] }) => [...methods, ...metrics])
  return all.some((one) => one.id === id || one.id.startsWith(`${id}/`))
}

/** Returns true if a method has parameters that name metrics. */
function refersToOthers(registry: Registry, id: string): boolean {
  const method = registry.plugins.flatMap(({ methods = [] }) => methods).find((one) => one.id === id)
  return method !== undefined && describeParams(method.params).some(({ ref, limits }) => ref ?? limits)
}

/** Returns the modules from which `registryOf` loads plugins, for the workers of a comparison. */
export function modulesOf(command: Command, further: readonly string[] = []): string[] {
  return [import.meta.resolve('@sdc/standard'), ...[...pluginNames(command), ...further].map(pluginUrl)]
}

/** Returns the names given by --plugin, without repetitions. */
export function pluginNames(command: Command): string[] {
  const names: string[] = []
  // A subcommand is two levels below the program, which has the option.
  for (let one: Command | null = command; one; one = one.parent)
    names.unshift(...((one.opts().plugin as string[] | undefined) ?? []))
  return [...new Set(names)]
}
