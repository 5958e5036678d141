import { asNote, option, type Dataset, type Registry, type Rng } from '@sdc/core'
import {
  checkDecision,
  decide,
  drawsRecords,
  findingSentences,
  openBeside,
  openQuestions,
  turnedLimits,
  withLimited,
  type Comparison,
  type CompareProgress,
  type DecideInput,
  type DecidePlan,
  type FileSchema,
  type Limits,
  type MetricPlan,
  type Row,
  rootRng,
} from '@sdc/engine'
import type { Artefact, Outcome } from '@sdc/inspect'
import { fileRng } from './file-rng.js'
import { acceptedBy, type Accepted } from './accepted.js'
import { chosenPlan, chosenPlanName, type PlanContext } from './chosen-plan.js'
import { comparisonCsv } from './comparison-csv.js'
import { comparisonDocument, comparisonName, type ComparisonDocument } from './comparison-document.js'
import { mapArtefacts } from './comparison-map.js'
import { refusalOf } from './refusal.js'
import { warningMessages } from './warning-messages.js'

export interface CompareOptions
  extends
    Pick<PlanContext, 'acceptOpen' | 'maxUnchanged'>,
    Pick<
      DecideInput,
      'mayLack' | 'search' | 'check' | 'lossesYield' | 'quick' | 'budget' | 'stopped' | 'kept' | 'found'
    > {
  readonly compare: DecidePlan
  readonly schema?: FileSchema | undefined
  readonly metrics?: readonly MetricPlan[] | undefined
  /** Limits on every candidate in every run. */
  readonly limits?: Limits | undefined
  /** Limits on the choice; if its worst run breaks one, it has no plan. */
  readonly failLimits?: Limits | undefined
  readonly seed?: string | number | undefined
  /** Name of the original in the plan of the choice; without it no artefacts are made. */
  readonly data?: string | undefined
  /** Plugins that the plan of the choice names. */
  readonly plugins?: readonly string[] | undefined
  readonly tick?: ((fraction: number) => void) | undefined
  /** Receives the progress of the comparison. */
  readonly progress?: ((progress: CompareProgress) => void) | undefined
}

/**
 * Refuses a comparison with unknown names, before a front end makes a folder.
 *
 * @param original - The file.
 * @param options - The comparison, the schema and the metrics.
 * @param registry - Registry with the methods and metrics.
 * @throws The errors of `checkDecision`.
 */
export function checkComparison(
  original: Dataset,
  { compare, schema, metrics }: Pick<CompareOptions, 'compare' | 'schema' | 'metrics'>,
  registry: Registry,
): void {
  checkDecision({ registry, original, schema, compare, metrics })
}

/** Outcome of a comparison, with the columns that a release of its choice asks its user about. */
export interface ComparedFile extends Outcome<Comparison> {
  readonly document: ComparisonDocument
  /**
   * Unmasked columns that were not compared and predict masked ones or identify people: to be dropped, or accepted by
   * name.
   */
  readonly undecided: readonly string[]
}

/**
 * Compares the candidates of a plan: returns the table, the map, the verdict, and a plan that makes the chosen file.
 *
 * @param original - The file.
 * @param options - The comparison, its limits and its name.
 * @param registry - Registry with the methods and metrics.
 * @returns The comparison with its artefacts.
 */
export async function compareFile(
  original: Dataset,
  { data, ...options }: CompareOptions,
  registry: Registry,
): Promise<ComparedFile> {
  const { seed, plugins: _, ...input } = options
  const rng = seed === undefined ? fileRng(original, options.schema) : rootRng(seed)
  const compared = await decide({ registry, original, ...input, rng })
  // All columns of a synthetic file are drawn.
  const isDrawn = drawsRecords(registry, options.compare)
  const doors = isDrawn ? [] : findingSentences(openBeside(original, compared.columns, options.schema))
  const comparison = { ...compared, warnings: [...doors, ...compared.warnings] }
  const chosen = refusalOf(comparison) ? undefined : comparison.rows.find((row) => row.chosen)
  const accepted =
    data !== undefined && chosen ? await accepts(original, chosen, comparison, options, rng, registry) : undefined
  const { acceptOpen = [], maxUnchanged } = accepted ?? {}
  const open = new Set(accepted?.undecided.flatMap(({ accept }) => accept).filter((name) => !acceptOpen.includes(name)))
  const document = comparisonDocument(comparison)
  const context = { ...options, metrics: options.metrics && withLimited(options.metrics, comparison.limits) }
  const planned = { ...context, ...(accepted && { acceptOpen, maxUnchanged }) }
  return {
    undecided: original.names.filter((name) => open.has(name)),
    result: comparison,
    document,
    artefacts: data === undefined ? [] : await artefactsOf(comparison, document, { ...planned, data }),
    messages: [
      ...comparison.notes.map(asNote),
      ...warningMessages(comparison, data === undefined ? option('json') : comparisonName),
      ...turnedLimits([...comparison.limits, ...comparison.failLimits]).map(asNote),
    ],
  }
}

/** Acceptances of the chosen plan: columns of the user and of its release; `maxUnchanged` of the user, else of its release. */
async function accepts(
  original: Dataset,
  chosen: Row,
  { columns }: Comparison,
  { schema, acceptOpen = [], maxUnchanged }: Omit<CompareOptions, 'data'>,
  rng: Rng,
  registry: Registry,
): Promise<Accepted> {
  const asked = await acceptedBy(original, chosen, { schema, columns, rng }, registry)
  return {
    acceptOpen: [...new Set([...acceptOpen, ...asked.acceptOpen])],
    maxUnchanged: maxUnchanged ?? asked.maxUnchanged,
    undecided: openQuestions(asked.undecided, acceptOpen),
  }
}

async function artefactsOf(
  comparison: Comparison,
  document: ComparisonDocument,
  context: PlanContext,
): Promise<Artefact[]> {
  const plan = refusalOf(comparison) ? undefined : chosenPlan(document, context)
  return [
    { kind: 'table', name: 'comparison.csv', content: comparisonCsv(comparison) },
    { kind: 'json', name: comparisonName, content: `${JSON.stringify(document, null, 2)}\n` },
    ...(await mapArtefacts(document, context.data)),
    { kind: 'text', name: 'verdict.txt', content: `${document.verdict}\n` },
    ...(plan === undefined ? [] : [{ kind: 'plan', name: chosenPlanName, content: plan } as const]),
  ]
}
