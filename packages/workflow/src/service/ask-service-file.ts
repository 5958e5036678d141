import {
  canonicalJson,
  isSdcError,
  option,
  SdcError,
  unknownColumn,
  type Answer,
  type Query,
  type Registry,
} from '@sdc/core'
import { openService } from '@sdc/engine'
import type { InputFile, Outcome } from '@sdc/inspect'
import { outwardText } from './outward-text.js'
import { parseQuery } from './parse-query.js'
import { readServiceFile, type ServiceFile } from './service-file.js'
import { pastQueries, logName, plainAnswer, readServiceLog, withEntry, writeServiceLog } from './service-log.js'

/** A query and its answer. */
export interface AnsweredQuery {
  readonly service: string
  /** Number of the query in the log, from 1. */
  readonly number: number
  /** True if the same query was asked before. */
  readonly repeated: boolean
  readonly query: Query
  readonly answer: Answer
}

/** A service that was written to a file, with its log. */
export interface ServiceFiles {
  readonly file: InputFile
  /** The log in the same folder, named by `logName`; undefined if there is none, which is an error with advice. */
  readonly log: InputFile | undefined
  /** Time of the query; by default now. */
  readonly time?: Date | undefined
}

/**
 * Asks a service that was written to a file. The answer or refusal adds an entry to the log. The caller must replace
 * the old log before showing the answer, and prevent other queries until then.
 */
export async function askServiceFile(
  files: ServiceFiles,
  text: string,
  registry: Registry,
): Promise<Outcome<AnsweredQuery>> {
  const query = parseQuery(text)
  const held = readServiceFile(files.file)
  checkPlugin(registry, held)
  checkColumns(held, query)
  const name = logName(files.file.name)
  const log = readServiceLog(name, files.log, held.id)
  const { ask } = await openService(registry, held.service, held.saved, pastQueries(log))
  const answer = await ask(query)
  const longer = withEntry(log, query, answer, files.time ?? new Date())
  const said = canonicalJson(longer.entries.at(-1)?.query)
  const repeated = log.entries.some((entry) => canonicalJson(entry.query) === said)
  return {
    result: { service: held.service, number: longer.entries.length, repeated, query, answer },
    artefacts: [{ kind: 'service-log', name, content: writeServiceLog(longer) }],
    messages: [],
  }
}

/** Refuses a file whose service is not registered, and names the plugin that it needs. */
export function checkPlugin(registry: Registry, { service, plugin: { name, version } }: ServiceFile): void {
  try {
    registry.get('services', service)
  } catch (error) {
    if (!isSdcError(error)) throw error
    throw new SdcError(
      error.code,
      error.message,
      error.place,
      `It came with ${name} ${version}: add ${option('plugin', name)}.`,
    )
  }
}

/** Refuses unknown columns, and conditions of the wrong type. */
function checkColumns({ columns: known }: ServiceFile, { columns, where = {} }: Query): void {
  const kinds = new Map(known.map(({ name, kind }) => [name, kind]))
  for (const name of [...columns, ...Object.keys(where)])
    if (!kinds.has(name)) throw unknownColumn(name, [...kinds.keys()])
  for (const [name, wanted] of Object.entries(where)) {
    const kind = kinds.get(name)
    if ((typeof wanted === 'string') === (kind === 'categorical')) continue
    const fix =
      kind === 'categorical'
        ? `Compare it with text in quotes: ${name} = '${String(wanted)}'.`
        : 'Leave out the quotes.'
    throw new SdcError('BAD_OPTION', `column "${name}" is ${kind}`, { column: name }, fix)
  }
}

/** Formats an answer as text; intervals are rounded outward. */
export function answerText({ answer }: Pick<AnsweredQuery, 'answer'>): string {
  const { value, interval, coefficients, refused } = answer
  if (coefficients)
    return coefficients
      .map(({ column, interval: of }) => `${column === null ? 'the constant' : column}: ${outwardText(of)}`)
      .join('\n')
  const first = value === null ? refused && `refused: ${refused}` : String(value)
  return [first, interval && outwardText(interval)].filter(Boolean).join(', ')
}

/** Returns an answer as JSON in the form of `serviceAskOutput`. */
export function answerJson({ answer, ...asked }: AnsweredQuery): unknown {
  return { ...asked, ...plainAnswer(answer) }
}
