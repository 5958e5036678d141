import * as z from 'zod'
import { SdcError, type Answer, type PastQuery, type Query } from '@sdc/core'
import { sealed, sha256Hex } from '@sdc/engine'
import { bytesOf, textOf, type InputFile } from '@sdc/inspect'
import { answerForm, logEntryForm } from './output.js'

/** The form of a log; one of another form is refused. */
const logFormat = 'sdc service log 1'

const headForm = z.strictObject({
  format: z.literal(logFormat),
  id: z.string(),
  queries: z.int().min(0),
  last: z.string(),
})

/** A query that was asked, when, and its answer. */
export type LogEntry = z.infer<typeof logEntryForm>

/**
 * The log of a service: what it was asked, in order. Each entry has a MAC of the one before and of itself, under the id of the
 * service, and the head the number of entries and the last MAC, so that a log that was cut, changed or exchanged is told from a whole
 * one. The id is in the file of the service and not in the log: who has the log alone cannot write another. An older copy of the
 * whole log is not told from the newest.
 */
export interface ServiceLog {
  /** The id of the file of the service that it belongs to. */
  readonly id: string
  readonly entries: readonly LogEntry[]
}

/** The name of the log of a service's file: it stands beside it. */
export function logName(file: string): string {
  return `${file}.log`
}

/** The text of a log: JSON in lines, the head first. */
export function writeServiceLog({ id, entries }: ServiceLog): string {
  const last = entries.at(-1)?.hash ?? firstHash(id)
  const head = { format: logFormat, id: labelOf(id), queries: entries.length, last }
  return [head, ...entries].map((line) => `${JSON.stringify(line)}\n`).join('')
}

/**
 * Reads the log of the service with this id. Throws BAD_PLAN where it is not there, was cut or changed, or is that of another
 * service: a service that forgot what it answered would answer what it must refuse.
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

/** The log with one entry more. */
export function withEntry(log: ServiceLog, query: Query, answer: Answer, time: Date): ServiceLog {
  const entry = { number: log.entries.length + 1, time: time.toISOString(), query: plainQuery(query), ...plainAnswer(answer) } // oxfmt-ignore
  const hash = hashOf(log.id, log.entries.at(-1)?.hash ?? firstHash(log.id), entry)
  return { ...log, entries: [...log.entries, { ...entry, hash }] }
}

/** What the service is told of what it was asked before. */
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

/** An answer as JSON can carry it: a bound that is none is null. */
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

/** A query as JSON carries it, the columns of its conditions in order. */
function plainQuery({ ask, columns, where }: Query): LogEntry['query'] {
  const conditions = Object.entries(where ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, wanted]) => [name, typeof wanted === 'object' ? [...wanted] : wanted] as const)
  return { ask, columns: [...columns], ...(where && { where: Object.fromEntries(conditions) }) }
}

function bounded([low, high]: readonly (number | null)[]): readonly [number, number] {
  return [low ?? -Infinity, high ?? Infinity]
}

/** What a log says of the service that it belongs to. */
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
