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

/** A service that is open: it answers queries, each from what was saved and what it was asked before. */
export interface OpenService {
  ask(query: Query): Promise<Answer>
  /** Data for the owner's trials of attacks, if the service has them. */
  readonly trial: QueryService['trial']
}

/** Opens what a service was built to, with what it was asked before, the oldest first. */
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

/** Why something is no answer: neither a finite value nor an interval nor a refusal with its reason. */
function answerProblem(answer: Partial<Answer> | undefined): string | undefined {
  const { value, interval, coefficients = [], refused } = answer ?? {}
  if (value !== null && !Number.isFinite(value)) return `it answered ${String(value)}`
  for (const one of [...(interval ? [interval] : []), ...coefficients.map((coefficient) => coefficient.interval)])
    if (!(one[0] <= one[1])) return `it returned an interval from ${one[0]} to ${one[1]}`
  if (value === null && !interval && coefficients.length === 0 && !refused)
    return 'it refused to answer and gave no reason'
  return undefined
}
