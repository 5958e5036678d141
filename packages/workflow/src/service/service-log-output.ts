import { fileScreen, left, painted, right, type Screen, textTable } from '@sdc/report/tables'
import { option, type Query, type Registry } from '@sdc/core'
import type { Outcome } from '@sdc/inspect'
import { answerText, checkPlugin, type ServiceFiles } from './ask-service-file.js'
import { queryText } from './query-text.js'
import { readServiceFile } from './service-file.js'
import { pastQueries, logName, readServiceLog, type LogEntry, type ServiceLog } from './service-log.js'

/** The log of a service, with the id of the service. */
export interface ShownLog extends ServiceLog {
  readonly service: string
}

/** Reads the log of a service that was written to a file; throws BAD_PLAN if it is incomplete. */
export function serviceLog({ file, log }: ServiceFiles, registry: Registry): Outcome<ShownLog> {
  const held = readServiceFile(file)
  checkPlugin(registry, held)
  return { result: { ...readServiceLog(logName(file.name), log, held.id), service: held.service }, artefacts: [], messages: [] } // oxfmt-ignore
}

/** Number of latest queries shown, unless all are requested. */
const LATEST = 50

/** Formats the log as text: queries and answers, the oldest first, then the number of queries. */
export function serviceLogText(log: ShownLog, screen: Screen = fileScreen): string {
  const { service, entries } = log
  const count = `${service}: ${entries.length} queries, ${refusedOf(entries)} of them refused`
  if (entries.length === 0) return count
  const answers = pastQueries(log)
  const rows = entries.map(({ number, time, query, records }, i) => [
    String(number),
    time,
    queryText(query as Query),
    records === undefined ? '' : String(records),
    answerText(answers[i]).replaceAll('\n', '; '),
  ])
  const shown = screen.all ? rows : rows.slice(-LATEST)
  const earlier = rows.length - shown.length
  const columns = [
    right('no.', { rank: 0 }),
    left('time', { rank: 3 }),
    left('query', { rank: 0, wraps: true }),
    right('records', { rank: 2 }),
    left('answer', { rank: 0, sentence: true }),
  ]
  const more = earlier > 0 ? `the ${earlier} before these: ${option('all')}\n` : ''
  return `${textTable(columns, shown, { screen })}\n\n${more}${painted(count, 'bold', screen)}`
}

/** Returns the log as JSON in the form of `serviceLogOutput`. */
export function serviceLogJson({ service, entries }: ShownLog): unknown {
  const refused = refusedOf(entries)
  return { service, queries: entries.length, answered: entries.length - refused, refused, entries }
}

function refusedOf(entries: readonly LogEntry[]): number {
  return entries.filter((entry) => entry.refused !== undefined).length
}
