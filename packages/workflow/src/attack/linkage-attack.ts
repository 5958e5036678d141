import { asInfo, numericValues, option, SdcError, type Dataset, type Registry } from '@sdc/core'
import { replicateRng, runSteps, type FileSchema, type FileState, type StepPlan, rootRng } from '@sdc/engine'
import { clustersOf } from '@sdc/reverse-map'
import { probabilisticKAnonymity, type ProbabilisticKAnonymity } from '@sdc/permutation'
import type { Outcome } from '@sdc/inspect'

export interface LinkageOptions {
  readonly steps: readonly StepPlan[]
  readonly schema?: FileSchema | undefined
  /** Promised k; by default the size of the smallest cluster. */
  readonly k?: number | undefined
  /** Number of runs of the post-masking steps. */
  readonly replicates: number
  readonly seed?: string | number | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

export interface LinkageAttack extends ProbabilisticKAnonymity {
  readonly records: number
  readonly columns: readonly string[]
  readonly clusters: number
  /** Number of records in the smallest cluster. */
  readonly leastCluster: number
  readonly replicates: number
}

/** Greatest number of runs, which determines the share of correct links of ten records to 0.02 %. */
const MOST_RUNS = 1_000_000

/**
 * Links the records of many runs of a plan within its clusters, to test if the plan is probabilistically k-anonymous.
 * The first steps run once, the post-masking ones `runs` times.
 *
 * @throws BAD_PLAN if there are no clusters, or if one has a single record and no k is given: every plan keeps a
 *   promise of 1/1.
 */
export async function linkageAttack(
  original: Dataset,
  { steps, schema, k, seed, tick, ...options }: LinkageOptions,
  registry: Registry,
): Promise<Outcome<LinkageAttack>> {
  if (options.replicates > MOST_RUNS) {
    const message = `${options.replicates} runs of the plan are too many: at most ${MOST_RUNS}`
    throw new SdcError('BAD_OPTION', message, {}, `Give ${option('replicates')} a smaller number.`)
  }
  const root = rootRng(seed)
  const from = steps.findIndex(({ use }) => registry.get('methods', use).traits.postMasking)
  const [masking, after] = from < 0 ? [steps, []] : [steps.slice(0, from), steps.slice(from)]
  const masked = await runSteps({ registry, original, schema, steps: masking, rng: replicateRng(root) })
  const { columns } = masked
  if (columns.length === 0) throw noClusters(masking)
  const file = onlyFile(masked.files, masking)
  const clusters = clustersOf(columns.map((name) => file.data.column(name)))
  const sizes = [...clusters.sizes].sort((a, b) => a - b)
  requireClusters(sizes, k, masking)
  const replicates = after.length === 0 ? 1 : options.replicates
  const found = await probabilisticKAnonymity(
    columns.map((name) => numericValues(original, name)),
    async (run) => {
      const rng = replicateRng(root, run + 1)
      const { files } = await runSteps({ registry, original, schema, steps: after, rng, from: masked })
      return columns.map((name) => numericValues(onlyFile(files, after).data, name))
    },
    clusters,
    { k, runs: replicates, ...(tick && { tick }) },
  )
  const size = sizes[0] === sizes.at(-1) ? `${sizes[0]}` : `${sizes[0]} to ${sizes.at(-1)}`
  const promised = `1/${Math.round(1 / found.promised)}`
  return {
    result: { ...found, records: original.rows, columns, clusters: sizes.length, leastCluster: sizes[0], replicates },
    artefacts: [],
    messages: [
      asInfo(`${original.rows} records in ${sizes.length} clusters of ${size}: ${columns.join(', ')}`),
      found.holds
        ? asInfo(`no more right links than ${promised} promises: probabilistic k-anonymity holds in this check`)
        : asInfo(`more right links than ${promised} promises and chance explains: not probabilistically k-anonymous`),
    ],
  }
}

/** Refuses a cluster of one record, which is promised a chance of 1/1: the test would be empty. */
function requireClusters(sizes: readonly number[], k: number | undefined, masking: readonly StepPlan[]): void {
  const alone = sizes.filter((size) => size === 1).length
  if (alone === sizes.length) throw noClusters(masking)
  if (alone === 0 || k !== undefined) return
  const message = `${alone} of ${sizes.length} clusters have one record, to which a chance of 1/1 is promised`
  throw new SdcError('BAD_PLAN', message, {}, `${withClusters}; or set the required size of clusters: ${option('k')}.`)
}

const withClusters =
  'Begin the plan with a method that makes groups of records equal (microaggregation/mdav), then reverse-map/clusters'

function noClusters(masking: readonly StepPlan[]): SdcError {
  const steps = masking.length === 0 ? 'no step' : `none of ${masking.map(({ use }) => use).join(' + ')}`
  const why = 'no two records are equal in the columns that are masked, so that nothing is promised'
  return new SdcError('BAD_PLAN', `${steps} forms clusters: ${why}`, {}, `${withClusters}.`)
}

function onlyFile(files: readonly FileState[], steps: readonly StepPlan[]): FileState {
  if (files.length === 1) return files[0]
  throw new SdcError('BAD_PLAN', `${steps.map(({ use }) => use).join(' + ')} makes ${files.length} files, not one`)
}
