import * as z from 'zod'
import { SdcError, type Answer, type PastQuery, type Query } from '@sdc/core'
import { sealed, sha256Hex } from '@sdc/engine'
import { bytesOf, textOf, type InputFile } from '@sdc/inspect'
import { answerForm, logEntryForm } from './output.js'

/** Version of the log; other versions are refused. */
const logFormat = 'sdc service log 1'

const headForm = z.strictObject({
  format: z.literal(logFormat),
  id: z.string(),
  queries: z.int().min(0),
  last: z.string(),
})

/** A query with its time and answer. */
export type LogEntry = z.infer<typeof logEntryForm>

/**
 * The log of a service: its queries in order. Each entry has a MAC over itself and the previous MAC, keyed by the id of
 * the service; the head has the number of entries and the last MAC. So a truncated, changed or exchanged log is
 * detected. The id is in the file of the service and not in the log, so nobody can forge a log from the log alone. An
 * older copy of the whole log is not detected.
 */
export interface ServiceLog {
  /** Id in the file of the service. */
  readonly id: string
  readonly entries: readonly LogEntry[]
}

/** Returns the name of the log of a service file, in the same folder. */
export function logName(file: string): string {
  return `${file}.log`
}

/** Returns the text of a log: JSON lines, the head first. */
export function writeServiceLog({ id, entries }: ServiceLog): string {
  const last = entries.at(-1)?.hash ?? firstHash(id)
  const head = { format: logFormat, id: labelOf(id), queries: entries.length, last }
  return [head, ...entries].map((line) => `${JSON.stringify(line)}\n`).join('')
}

/**
 * Reads the log of the service with this id. Throws BAD_PLAN if it is missing, truncated, changed, or belongs to
 * another service: without its past answers, a service would answer queries that it must refuse.
 *
 * @param name - Name of the log, for messages.
 * @param file - The log; undefined if it is missing.
 * @param id - Id of the service.
 * @returns The log.
 * @throws BAD_PLAN for an invalid log.
 */
export function readServiceLog(name: string, file: InputFile | undefined, id: string): ServiceLog {
  const fail = (what: string): never => {
    const fix =
      'Without it the service does not know what it answered, and would answer what it must refuse. Put it back from a copy. ' +
      'Or build the service anew under another name, although answers of both disclose more: the truth is in both intervals.'
    throw new SdcError('BAD_PLAN', `the log of the service, ${name}, ${what}`, { file: name }, fix)
  }
  if (!file) return fail('is not there')
  const lines = textOf(file).split('\n')
  const whole = lines.pop() === ''
  const head = headForm.safeParse(jsonOf(lines[0] ?? ''))
  if (!head.success) return fail('has no head: it was cut, or is something else')
  if (head.data.id !== labelOf(id)) return fail('belongs to another service')
  const entries: LogEntry[] = []
  let hash = firstHash(id)
  for (const [i, line] of lines.slice(1).entries()) {
    const entry = logEntryForm.safeParse(jsonOf(line))
    if (!entry.success) return fail(`cannot be read at line ${i + 2}`)
    hash = hashOf(id, hash, entry.data)
    if (entry.data.hash !== hash || entry.data.number !== i + 1) return fail(`was changed at line ${i + 2}`)
    entries.push(entry.data)
  }
  const { queries, last } = head.data
  if (!whole || entries.length < queries) return fail(`was cut: ${entries.length} of ${queries} queries are left`)
  if (entries.length > queries || last !== hash) return fail('was changed: its head does not fit its entries')
  return { id, entries }
}

/** Returns the log with one more entry. */
export function withEntry(log: ServiceLog, query: Query, answer: Answer, time: Date): ServiceLog {
  const entry = { number: log.entries.length + 1, time: time.toISOString(), query: plainQuery(query), ...plainAnswer(answer) } // oxfmt-ignore
  const hash = hashOf(log.id, log.entries.at(-1)?.hash ?? firstHash(log.id), entry)
  return { ...log, entries: [...log.entries, { ...entry, hash }] }
}

/** Returns the past queries for the service. */
export function pastQueries({ entries }: ServiceLog): PastQuery[] {
  return entries.map(({ query, value, interval, coefficients, refused, records }) => ({
    query: query as Query,
    answer: {
      value,
      ...(interval && { interval: bounded(interval) }),
      ...(coefficients && {
        coefficients: coefficients.map((one) => ({ column: one.column, interval: bounded(one.interval) })),
      }),
      ...(refused !== undefined && { refused }),
      ...(records !== undefined && { records }),
    },
  }))
}

/** Returns an answer as JSON; an infinite bound is null. */
export function plainAnswer({ value, interval, coefficients, refused, records }: Answer): PlainAnswer {
  const finite = (bounds: readonly number[]): (number | null)[] =>
    bounds.map((bound) => (Number.isFinite(bound) ? bound : null))
  return {
    value,
    ...(interval && { interval: finite(interval) }),
    ...(coefficients && {
      coefficients: coefficients.map((one) => ({ column: one.column, interval: finite(one.interval) })),
    }),
    ...(refused !== undefined && { refused }),
    ...(records !== undefined && { records }),
  }
}

const plainForm = z.strictObject(answerForm)
type PlainAnswer = z.infer<typeof plainForm>

/** Returns a query as JSON, with the columns of its conditions in order. */
function plainQuery({ ask, columns, where }: Query): LogEntry['query'] {
  const conditions = Object.entries(where ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, wanted]) => [name, typeof wanted === 'object' ? [...wanted] : wanted] as const)
  return { ask, columns: [...columns], ...(where && { where: Object.fromEntries(conditions) }) }
}

function bounded([low, high]: readonly (number | null)[]): readonly [number, number] {
  return [low ?? -Infinity, high ?? Infinity]
}

/** Returns the label of a log that identifies its service. */
function labelOf(id: string): string {
  return sha256Hex(bytesOf(`label ${id}`))
}

function firstHash(id: string): string {
  return sealed({ first: true }, bytesOf(id)).mac
}

function hashOf(id: string, before: string, entry: Omit<LogEntry, 'hash'>): string {
  const { hash: _, ...rest } = entry as LogEntry
  return sealed({ before, entry: rest }, bytesOf(id)).mac
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
