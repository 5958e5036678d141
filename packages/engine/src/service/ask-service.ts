import {
  SdcError,
  type Answer,
  type PastQuery,
  type Query,
  type QueryService,
  type Registry,
  type Saved,
} from '@sdc/core'
import { ofPlugin, pluginFault } from '../ground/plugin-faults.js'

/** An open service: answers queries from its saved data and the queries before. */
export interface OpenService {
  ask(query: Query): Promise<Answer>
  /** Data for the owner's trials of attacks, if the service has them. */
  readonly trial: QueryService['trial']
}

/**
 * Opens a built service, with its earlier queries.
 *
 * @param registry - Registry with the service.
 * @param id - Id of the service.
 * @param saved - The saved data of its build.
 * @param asked - Earlier queries, the oldest first.
 * @returns The service.
 * @throws UNKNOWN_SERVICE; BAD_PLUGIN if it fails to open. Its `ask` throws BAD_OPTION for a kind of query that it does not
 *   answer, and BAD_PLUGIN for an invalid answer.
 */
export async function openService(
  registry: Registry,
  id: string,
  saved: Saved,
  asked: readonly PastQuery[] = [],
): Promise<OpenService> {
  const service = registry.get('services', id)
  const place = { service: id }
  const tick = (): void => {}
  const open = await ofPlugin(registry, service, place, tick, () => service.open(saved, asked))
  const ask = async (query: Query): Promise<Answer> => {
    if (!open.asks.includes(query.ask)) {
      const fix = `It answers ${open.asks.join(', ')}.`
      throw new SdcError('BAD_OPTION', `${id} answers no ${query.ask}`, place, fix)
    }
    const answer = await ofPlugin(registry, service, place, tick, () => open.answer(query))
    const problem = answerProblem(answer)
    if (problem !== undefined) throw pluginFault(registry, service, place, problem)
    return answer
  }
  return { ask, trial: open.trial }
}

/** Reason why an answer is invalid: it is neither a finite value, nor an interval, nor a refusal with its reason. */
function answerProblem(answer: Partial<Answer> | undefined): string | undefined {
  const { value, interval, coefficients = [], refused } = answer ?? {}
  if (value !== null && !Number.isFinite(value)) return `it answered ${String(value)}`
  for (const one of [...(interval ? [interval] : []), ...coefficients.map((coefficient) => coefficient.interval)])
    if (!(one[0] <= one[1])) return `it returned an interval from ${one[0]} to ${one[1]}`
  if (value === null && !interval && coefficients.length === 0 && !refused)
    return 'it refused to answer and gave no reason'
  return undefined
}
