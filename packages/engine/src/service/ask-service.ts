import { SdcError, type Answer, type Query, type Registry, type Saved } from '@sdc/core'
import { ofPlugin, pluginFault } from '../run/plugin-faults.js'

/** Opens what a service was built to: a function that answers queries, each from what was saved alone. */
export async function openService(
  registry: Registry,
  id: string,
  saved: Saved,
): Promise<(query: Query) => Promise<Answer>> {
  const service = registry.get('services', id)
  const place = { service: id }
  const tick = (): void => {}
  const open = await ofPlugin(registry, service, place, tick, () => service.open(saved))
  return async (query) => {
    if (!open.asks.includes(query.ask)) {
      const advice = `It answers ${open.asks.join(', ')}.`
      throw new SdcError('BAD_OPTION', `${id} answers no ${query.ask}`, place, advice)
    }
    const answer = await ofPlugin(registry, service, place, tick, () => open.answer(query))
    const problem = answerProblem(answer)
    if (problem !== undefined) throw pluginFault(registry, service, place, problem)
    return answer
  }
}

/** Why something is no answer: neither a finite value nor an interval nor a refusal with its reason. */
function answerProblem(answer: Partial<Answer> | undefined): string | undefined {
  const { value, interval, refused } = answer ?? {}
  if (value !== null && !Number.isFinite(value)) return `it answered ${String(value)}`
  if (interval && !(interval[0] <= interval[1])) return `it answered an interval from ${interval[0]} to ${interval[1]}`
  if (value === null && !interval && !refused) return 'it refused to answer and gave no reason'
  return undefined
}
