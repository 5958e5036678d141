import type { Command } from 'commander'
import { describeParams, type ParamCard, type Registry, type Sort } from '@sdc/core'
import { registryOf } from '../plugins/registry.js'

/** Sort of the parameters of a command, and the id they belong to. */
interface Named {
  readonly sort: Sort
  readonly id: string | undefined
}

/** Returns advice if an unknown option is the name of a parameter: `--k 5` is `--set k=5`. */
export async function parameterAdvice(
  flag: string,
  command: Command,
  argv: readonly string[],
): Promise<string[] | undefined> {
  if (!flag.startsWith('--')) return undefined
  const [word, given] = flag.slice(2).split('=', 2)
  const name = word.replace(/-([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())
  const has = (long: string): boolean => command.options.some((option) => option.long === long)
  const settable = has('--set')
  if (!settable && !has('--try') && !has('--methods')) return undefined
  const registry = await registryOf(command).catch(() => undefined)
  if (registry === undefined) return undefined
  const value = given ?? valueAfter(flag, argv) ?? 'VALUE'
  if (command.name() === 'measure') return ofMetrics(registry, name, value, argv)
  const { sort, id } = namedBy(command, argv)
  const owners = registry.all(sort).filter((one) => cardsOf(one.params).some((card) => card.name === name))
  const typed = argv.join(' ')
  const usual = owners.find((one) => typed.includes(one.id)) ?? owners.find(isOfNumbers) ?? owners[0]
  const owner = owners.find((one) => one.id === id) ?? (id === undefined ? usual : undefined)
  if (owner === undefined)
    return owners.length > 0 && settable ? [`${id} has no parameter ${name}: sdc ${sort} ${id}.`] : undefined
  const what = `${name} is a parameter of ${owner.id}`
  if (settable) return [`${what}: --set ${name}=${value}.`]
  return has('--try') ? [`${what}: --try "${owner.id} ${name}=${value}".`] : undefined
}

function ofMetrics(registry: Registry, name: string, value: string, argv: readonly string[]): string[] | undefined {
  const asked = (optionValue('--metrics', argv) ?? '').split(',')
  const owners = registry.all('metrics').filter((one) => cardsOf(one.params).some((card) => card.name === name))
  const owner = owners.find(({ id }) => asked.includes(id)) ?? owners[0]
  if (owner === undefined) return undefined
  return [`${name} is a parameter of ${owner.id}: --set ${owner.id.split('/').at(-1)}.${name}=${value}.`]
}

/** Returns true for methods for numbers, which are preferred among those with such a parameter. */
function isOfNumbers(one: object): boolean {
  if (!('traits' in one)) return false
  const { accepts } = one.traits as { readonly accepts?: readonly string[] }
  return accepts?.length === 1 && accepts[0] === 'numeric'
}

/** Finds the parameters of a command from the typed words. */
function namedBy(command: Command, argv: readonly string[]): Named {
  const path = [command.parent?.name(), command.name()].join(' ')
  const id = optionValue('--method', argv)
  if (path === 'service build') return { sort: 'services', id: idAmong(argv) }
  if (path === 'table apply') return { sort: 'tables', id: idAmong(argv) }
  if (path === 'table protect') return { sort: 'tables', id }
  if (path === 'attack run') return { sort: 'attacks', id: idAmong(argv) }
  if (path === 'attack camouflage') return { sort: 'attacks', id: 'attacks/camouflage' }
  if (command.name() === 'synthesize') return { sort: 'methods', id: 'synthetic/sequential' }
  const usual: unknown = command.options.find(({ long }) => long === '--method')?.defaultValue
  return { sort: 'methods', id: id ?? (typeof usual === 'string' ? usual : undefined) }
}

function idAmong(argv: readonly string[]): string | undefined {
  return argv.find((word) => /^[a-z-]+\/[a-z-]+$/.test(word))
}

function optionValue(long: string, argv: readonly string[]): string | undefined {
  const joined = argv.find((word) => word.startsWith(`${long}=`))
  return joined === undefined ? valueAfter(long, argv) : joined.slice(long.length + 1)
}

function valueAfter(flag: string, argv: readonly string[]): string | undefined {
  const at = argv.indexOf(flag)
  const next = at < 0 ? undefined : argv[at + 1]
  return next === undefined || /^-[^\d.]/.test(next) ? undefined : next
}

function cardsOf(params: unknown): readonly ParamCard[] {
  return params === undefined ? [] : describeParams(params as Parameters<typeof describeParams>[0])
}
