import { open } from 'node:fs/promises'
import type { Command, Option } from 'commander'
import { describeParams, type Registry, type Sort } from '@sdc/core'
import { readTable } from '@sdc/inspect'
import { readNamedPolicy } from '@sdc/release'
import { access } from '../input/files.js'
import { registryOf } from '../plugins/registry.js'
import { positionals } from './words.js'

/** Possible next word, with its description. */
export interface Candidate {
  readonly value: string
  readonly what: string
}

/** Place where a value is typed: of an option, or an argument by its position. */
export interface Place {
  readonly command: Command
  /** Words between the command and the value. */
  readonly words: readonly string[]
  readonly current: string
  readonly option?: Option
  readonly position?: number
}

const sorts: readonly Sort[] = ['methods', 'metrics', 'attacks', 'services', 'tables']
/** Options whose names are not those of columns. */
const otherNames: ReadonlySet<string> = new Set(['plugin', 'profile', 'missingLevel'])
/** Bytes of a file that contain its column names. */
const HEAD = 1 << 16

/** Returns the values that can complete a word: choices, ids, parameters, columns; none for a file. */
export async function valuesAt(place: Place): Promise<readonly Candidate[]> {
  const { command, option, position, current } = place
  if (option === undefined) {
    const argument = command.registeredArguments[Math.min(position ?? 0, command.registeredArguments.length - 1)]
    if (argument === undefined) return []
    if (argument.argChoices) return goingOn(current, plain(argument.argChoices))
    if (argument.name() === 'id') return goingOn(current, idsOf(await registryOf(command), sortOf(command)))
    const named = /^[\w-]+(?:, [\w-]+)+$/.test(argument.description) ? argument.description.split(', ') : []
    return goingOn(current, plain(named))
  }
  if (option.argChoices) return goingOn(current, plain(option.argChoices))
  const [, form = ''] = /<([^>]+)>/.exec(option.flags) ?? []
  const name = option.attributeName()
  if (name === 'metrics' || name === 'methods')
    return listed(current, withFamilies(idsOf(await registryOf(command), name)))
  if (name === 'for') return goingOn(current, await releaseTypesFor(place))
  if (form === 'id' || form === 'candidate' || form === 'id=value') {
    const isMethod = name === 'method' || name === 'try'
    const ids = idsOf(await registryOf(command), isMethod ? sortOf(command) : 'metrics')
    return goingOn(current, form === 'id=value' ? withEquals(ids) : ids)
  }
  if (form === 'name=value' || form === 'id.name=value') return goingOn(current, await parametersFor(place))
  if (otherNames.has(name)) return []
  if (form === 'names') return listed(current, [...(await columnsFor(place)), ...allOf(option)])
  if (form === 'name' || form === 'column') return goingOn(current, await columnsFor(place))
  if (form === 'column=file') return goingOn(current, withEquals(await columnsFor(place)))
  return []
}

function goingOn(current: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ value }) => value.startsWith(current))
}

/** Completes a list `a,b,` with names that it lacks. */
function listed(current: string, candidates: readonly Candidate[]): Candidate[] {
  const at = current.lastIndexOf(',') + 1
  const there = new Set(current.slice(0, at).split(','))
  return goingOn(current.slice(at), candidates)
    .filter(({ value }) => !there.has(value))
    .map(({ value, what }) => ({ value: current.slice(0, at) + value, what }))
}

function plain(values: readonly string[]): Candidate[] {
  return values.map((value) => ({ value, what: '' }))
}

function withEquals(candidates: readonly Candidate[]): Candidate[] {
  return candidates.map(({ value, what }) => ({ value: `${value}=`, what }))
}

/** Adds the families, such as risk and noise. */
function withFamilies(ids: readonly Candidate[]): Candidate[] {
  const families = new Set(ids.map(({ value }) => value.split('/')[0]))
  return [...ids, ...[...families].map((value) => ({ value, what: 'the whole family' }))]
}

function allOf({ description }: Option): Candidate[] {
  return /\ball\b/.test(description) ? [{ value: 'all', what: 'all of them' }] : []
}

/** Returns the sort of ids of a command: `sdc metrics ID`, `sdc attack run ID`, `sdc table protect --method ID`. */
function sortOf(command: Command): Sort {
  for (let at: Command | null = command; at; at = at.parent) {
    const sort = sorts.find((one) => one === at?.name() || one === `${at?.name()}s`)
    if (sort !== undefined) return sort
  }
  return 'methods'
}

function idsOf(registry: Registry, sort: Sort): Candidate[] {
  return registry.all(sort).map(({ id, title }) => ({ value: id, what: title }))
}

/** Returns the parameters of the contributions on the line; those of a metric with its name. */
async function parametersFor({ command, words }: Place): Promise<Candidate[]> {
  const registry = await registryOf(command)
  const sort = command.name() === 'measure' ? 'metrics' : sortOf(command)
  const line = words.flatMap((word) => word.split(','))
  const owners = registry.all(sort).filter(({ id }) => line.includes(id))
  return owners.flatMap(({ id, params }) =>
    params === undefined
      ? []
      : describeParams(params).map(({ name, description }) => ({
          value: `${sort === 'metrics' ? `${id.split('/').at(-1)}.` : ''}${name}=`,
          what: description,
        })),
  )
}

/** Returns the release types of the policy on the line. */
async function releaseTypesFor({ command, words }: Place): Promise<Candidate[]> {
  const at = words.findIndex((word) => word === '--policy' || word.startsWith('--policy='))
  const path = words[at]?.split('=')[1] ?? words[at + 1]
  if (at < 0 || path === undefined) return []
  const { policy } = await readNamedPolicy(access, path, await registryOf(command))
  return Object.entries(policy.releases).map(([value, { title = '' }]) => ({ value, what: title }))
}

/** Returns the columns of the first table on the line. */
async function columnsFor({ command, words }: Place): Promise<Candidate[]> {
  for (const path of positionals(command, words)) {
    const names = await columnsOf(path).catch(() => [])
    if (names.length > 0) return plain(names.map((name) => name.replaceAll(',', '\\,')))
  }
  return []
}

/** Reads the column names from the head of a file. */
async function columnsOf(path: string): Promise<readonly string[]> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    const end = bytesRead < HEAD ? bytesRead : buffer.lastIndexOf(10, bytesRead - 1) + 1
    return readTable({ name: path, content: new Uint8Array(buffer.subarray(0, end)) }).dataset.names
  } finally {
    await file.close()
  }
}
