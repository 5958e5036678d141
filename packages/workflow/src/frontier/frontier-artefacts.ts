import type { Artefact } from '../outcome.js'
import { chosenPlan, type PlanContext } from '../compare/chosen-plan.js'
import { mapArtefacts } from '../compare/comparison-map.js'
import { refusalOf } from '../compare/refusal.js'
import { frontierCsv } from './frontier-csv.js'
import { frontierJson } from './frontier-json.js'
import type { Frontier } from './frontier.js'

/** What a search writes: all candidates, the result for programs, the map, the verdict, and a plan that makes the choice. */
export async function frontierArtefacts(frontier: Frontier, context: PlanContext): Promise<Artefact[]> {
  const { comparison, cloud, chosen, verdict } = frontier
  const plan =
    chosen && !refusalOf(comparison) ? chosenPlan(chosen.row, { ...comparison, verdict }, context) : undefined
  return [
    { kind: 'table', name: 'frontier.csv', content: frontierCsv(frontier) },
    { kind: 'json', name: 'frontier.json', content: `${JSON.stringify(frontierJson(frontier), null, 2)}\n` },
    ...(await mapArtefacts(comparison, context.data, cloud)),
    { kind: 'text', name: 'verdict.txt', content: `${verdict}\n` },
    ...(plan === undefined ? [] : [{ kind: 'plan', name: 'chosen-plan.yaml', content: plan } as const]),
  ]
}
