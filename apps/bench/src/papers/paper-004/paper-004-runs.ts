import { numericValues, seededRng, SdcError, takeRows, type Dataset, type Registry } from '@sdc/core'
import { paper004Table, type Paper004Masking, type Paper004Row } from '@sdc/datasets'
import { census } from '@sdc/datasets/census'
import { measureFiles, parseStep, replicateRng, runSteps, type RunResult } from '@sdc/engine'
import { tableOf } from '../run.js'

/** Number of runs of every row. */
export const runs = 4

/** Rows of Table 1 or 2. */
export function printedRows(masking: Paper004Masking): readonly Paper004Row[] {
  return paper004Table.filter((row) => row.masking === masking)
}

/** Score of a file and its parts by the convention of the paper (truth nearest). */
export interface Measures {
  readonly Score: number
  readonly IL: number
  readonly DLD: number
  readonly ID: number
}

/** Scores by truth identity: the right original of a masked record is the one that it was made of. */
interface OwnScores {
  readonly before: number
  readonly after: number
}

/** Result of Algorithm 1 on one masked file with one q. */
export interface OptimisedRun {
  readonly q: number
  readonly measures: Measures
  readonly identity: OwnScores
  readonly target: number
  readonly E: number
  readonly steps: number
  readonly reached: boolean
}

/** One masked file, and the results of Algorithm 1 on it. */
export interface Paper004Run {
  readonly run: number
  readonly masked: Measures
  readonly E: number
  readonly optimised: readonly OptimisedRun[]
}

/** The maskings of the paper's tables, as steps of a plan. */
export const maskings: Readonly<Record<Paper004Masking, PlanStep>> = {
  'rank swapping': { use: 'swapping/rank-swap', params: { percent: 14 } },
  microaggregation: { use: 'microaggregation/mdav', params: { k: 10, blocks: 'consecutive', blockSize: 4 } },
}

export interface PlanStep {
  readonly use: string
  readonly params: Readonly<Record<string, unknown>>
}

/** q and target of each optimised row of a table; p is .5. */
export type Wanted = readonly { readonly q: number; readonly target: number }[]

/**
 * Masks the Census file once, its records in random order, and optimises the masked file with every q.
 *
 * The paper does not say how equal distances are resolved. Methods and metrics take the first of equal records, so the
 * random order resolves them at random.
 *
 * @param options - registry and random seed
 * @param masking - method of the first step
 * @param run - number of the run: another random order, mask and search
 * @param wanted - the optimised rows
 */
export async function paper004Run(
  { registry, seed }: { readonly registry: Registry; readonly seed: string },
  masking: Paper004Masking,
  run: number,
  wanted: Wanted,
): Promise<Paper004Run> {
  const own = `${seed} ${masking} run ${run}`
  const original = inRandomOrder(census(), own)
  const file = { registry, original, seed: own }
  const masked = await runStep(file, maskings[masking])
  let start = Number.NaN
  const optimised: OptimisedRun[] = []
  for (const { q, target } of wanted) {
    const params = { lossShare: 0.5, recordShare: q, target, score: { use: 'score/sebe', params: { ties: 'first' } } }
    const after = await runStep(file, { use: 'optimize/post-mask', params }, masked)
    const report = reportOf(after)
    start = report('E at the start')
    optimised.push({
      q,
      measures: await measuresOf(file, after),
      identity: { before: report('score/sebe by identity at the start'), after: report('score/sebe by identity') },
      target,
      E: report('E'),
      steps: report('steps'),
      reached: report('reached') === 1,
    })
  }
  return { run, masked: await measuresOf(file, masked), E: start, optimised }
}

/** The original file of a run, and the seed of everything drawn in it. */
export interface RunFile {
  readonly registry: Registry
  readonly original: Dataset
  readonly seed: string
}

/** Runs one step on all columns of a file, or of the result of earlier steps; values are not rounded. */
export async function runStep(
  { registry, original, seed }: RunFile,
  step: PlanStep,
  from?: RunResult,
): Promise<RunResult> {
  const steps = [{ ...parseStep({ ...step, columns: [...original.names] }), precision: 'full' as const }]
  return runSteps({ registry, original, steps, rng: replicateRng(seededRng(seed)), ...(from && { from }) })
}

function inRandomOrder(data: Dataset, seed: string): Dataset {
  const keys = new Float64Array(data.rows)
  seededRng(seed).child('order').fillUniform(keys)
  return takeRows(
    data,
    Int32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b]),
  )
}

/** Returns the numbers that the last step reports, by name. */
export function reportOf({ reports }: RunResult): (name: string) => number {
  const last = reports[reports.length - 1]
  return (name) => {
    const value = last?.values.get(name)
    if (typeof value === 'number') return value
    throw new SdcError('BAD_PLUGIN', `${last?.step} reports no number "${name}"`, { method: last?.step ?? '' })
  }
}

/** Score and parts of a file by truth nearest. */
export async function measuresOf({ registry, original, seed }: RunFile, { files }: RunResult): Promise<Measures> {
  const [{ data: masked, origin }] = files
  const [{ measurement }] = await measureFiles({
    registry,
    original,
    masked,
    origin,
    columns: original.names,
    metrics: [{ use: 'score/sebe', params: { truth: 'nearest', ties: 'first' } }],
    rng: seededRng(seed),
  })
  const parts = tableOf(measurement, 'components', 'score/sebe')
  const part = (name: string): number => percentOf(parts, name)
  return { Score: measurement.value ?? Number.NaN, IL: part('IL'), DLD: part('DLD'), ID: part('ID') }
}

/** Percentage of one part in a table of the parts of a score. */
function percentOf(parts: Dataset, name: string): number {
  const names = parts.column('component')
  const row = names.kind === 'categorical' ? names.codes.findIndex((code) => names.levels[code] === name) : -1
  return numericValues(parts, 'percent')[row] ?? Number.NaN
}
