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
  /** Which query of the log it is, from 1. */
  readonly number: number
  /** Whether the same was asked before. */
  readonly repeated: boolean
  readonly query: Query
  readonly answer: Answer
}

/** A service that was written to a file, with its log. */
export interface ServiceFiles {
  readonly file: InputFile
  /** The log beside it, named by `logName`; undefined where there is none, which is an error that says what it means. */
  readonly log: InputFile | undefined
  /** When it is asked; now. */
  readonly time?: Date | undefined
}

/**
 * Asks a service that was written to a file. What it answers or refuses is an entry more in its log, which must have taken the
 * place of the one that was read before anybody is told, and while nobody else asks.
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

/** A service that nobody registered came with a plugin, which the file names. */
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

/** Columns must be there, and be compared with what they hold. */
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

/** An answer for people: its intervals rounded outward. */
export function answerText({ answer }: Pick<AnsweredQuery, 'answer'>): string {
  const { value, interval, coefficients, refused } = answer
  if (coefficients)
    return coefficients
      .map(({ column, interval: of }) => `${column === null ? 'the constant' : column}: ${outwardText(of)}`)
      .join('\n')
  const first = value === null ? refused && `refused: ${refused}` : String(value)
  return [first, interval && outwardText(interval)].filter(Boolean).join(', ')
}

/** The same for programs; the form is described by `serviceAskOutput`. */
export function answerJson({ answer, ...asked }: AnsweredQuery): unknown {
  return { ...asked, ...plainAnswer(answer) }
}
