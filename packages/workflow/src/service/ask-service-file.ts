import { isSdcError, SdcError, unknownColumn, type Answer, type Query, type Registry } from '@sdc/core'
import { openService, shortNumber } from '@sdc/engine'
import type { InputFile } from '../files/input-file.js'
import type { Outcome } from '../outcome.js'
import { parseQuery } from './parse-query.js'
import { readServiceFile, type ServiceFile } from './service-file.js'

/** A query and its answer. */
export interface Asked {
  readonly service: string
  readonly query: Query
  readonly answer: Answer
}

/** Asks a service that was written to a file. */
export async function askServiceFile(file: InputFile, text: string, registry: Registry): Promise<Outcome<Asked>> {
  const query = parseQuery(text)
  const held = readServiceFile(file)
  checkPlugin(registry, held)
  checkColumns(held, query)
  const answer = await (await openService(registry, held.service, held.saved))(query)
  return { result: { service: held.service, query, answer }, artefacts: [], sentences: [] }
}

/** A service that nobody registered came with a plugin, which the file names. */
function checkPlugin(registry: Registry, { service, plugin: { name, version } }: ServiceFile): void {
  try {
    registry.get('services', service)
  } catch (error) {
    if (!isSdcError(error)) throw error
    throw new SdcError(error.code, error.message, error.place, `It came with ${name} ${version}: add --plugin ${name}.`)
  }
}

/** Columns must be there, and be compared with what they hold. */
function checkColumns({ columns: known }: ServiceFile, { columns, where = {} }: Query): void {
  const kinds = new Map(known.map(({ name, kind }) => [name, kind]))
  for (const name of [...columns, ...Object.keys(where)])
    if (!kinds.has(name)) throw unknownColumn(name, [...kinds.keys()])
  for (const [name, wanted] of Object.entries(where)) {
    const kind = kinds.get(name)
    if ((typeof wanted === 'string') === (kind === 'categorical')) continue
    const advice =
      kind === 'categorical'
        ? `Compare it with text in quotes: ${name} = '${String(wanted)}'.`
        : 'Leave out the quotes.'
    throw new SdcError('BAD_OPTION', `column "${name}" is ${kind}`, { column: name }, advice)
  }
}

/** An answer for people. */
export function askedText({ answer: { value, interval, refused } }: Asked): string {
  const range = interval && `between ${shortNumber(interval[0])} and ${shortNumber(interval[1])}`
  const first = value === null ? refused && `refused: ${refused}` : String(value)
  return [first, range].filter(Boolean).join(', ')
}

/** The same for programs; the form is described by `serviceAskOutput`. */
export function askedJson({ service, query, answer }: Asked): unknown {
  const { value, interval, refused } = answer
  return {
    service,
    query,
    value,
    ...(interval && { interval: interval.map((bound) => (Number.isFinite(bound) ? bound : null)) }),
    ...(refused !== undefined && { refused }),
  }
}
