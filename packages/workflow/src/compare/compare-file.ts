import type { Dataset, Registry } from '@sdc/core'
import {
  chooseColumns,
  compareCandidates,
  findingSentences,
  openBeside,
  type ComparePlan,
  type Comparison,
  type Executor,
  type FileSchema,
  type MetricPlan,
} from '@sdc/engine'
import type { Artefact, Outcome } from '../outcome.js'
import { rootRng } from '../root-rng.js'
import { chosenPlan, type PlanContext } from './chosen-plan.js'
import { comparisonCsv } from './comparison-csv.js'
import { comparisonJson } from './comparison-json.js'
import { comparisonMap } from './comparison-map.js'

export interface CompareOptions {
  readonly compare: ComparePlan
  readonly schema?: FileSchema | undefined
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly seed?: string | number | undefined
  /** The name of the original for the plan of the choice; without it no artefacts are made. */
  readonly data?: string | undefined
  readonly tick?: ((fraction: number) => void) | undefined
  /** Who runs the candidates: this thread, one after the other, where it is not said. */
  readonly executor?: Executor | undefined
}

/** Throws where the columns of a comparison are none of the file's: before a front end makes a folder for it. */
export function checkComparison(original: Dataset, { columns, given, by }: ComparePlan, schema?: FileSchema): void {
  chooseColumns(original, columns, schema, [...(given ?? []), ...by])
}

/** Compares the candidates of a plan: the table, the map, the verdict, and a plan that makes the chosen file. */
export async function compareFile(
  original: Dataset,
  { data, ...options }: CompareOptions,
  registry: Registry,
): Promise<Outcome<Comparison>> {
  checkComparison(original, options.compare, options.schema)
  const { seed, ...input } = options
  const compared = await compareCandidates({ registry, original, ...input, rng: rootRng(seed) })
  const doors = findingSentences(openBeside(original, compared.columns, options.schema))
  const comparison = { ...compared, warnings: [...doors, ...compared.warnings] }
  return {
    result: comparison,
    artefacts: data === undefined ? [] : comparisonArtefacts(comparison, { ...options, data }),
    sentences: comparison.warnings.map((warning) => `warning: ${warning}`),
  }
}

function comparisonArtefacts(comparison: Comparison, context: PlanContext): Artefact[] {
  const chosen = comparison.rows.find((row) => row.chosen)
  return [
    { kind: 'table', name: 'comparison.csv', content: comparisonCsv(comparison) },
    { kind: 'json', name: 'comparison.json', content: `${JSON.stringify(comparisonJson(comparison), null, 2)}\n` },
    { kind: 'plot', name: 'map.svg', content: comparisonMap(comparison) },
    { kind: 'text', name: 'verdict.txt', content: `${comparison.verdict}\n` },
    ...(chosen
      ? [{ kind: 'plan', name: 'chosen-plan.yaml', content: chosenPlan(chosen, comparison, context) } as const]
      : []),
  ]
}
