import { numericValues, seededRng, SdcError, type Dataset, type Registry } from '@sdc/core'
import type { Paper004Masking } from '@sdc/datasets'
import { census } from '@sdc/datasets/census'
import { measureFiles, parseStep, replicateRng, runSteps, type RunResult } from '@sdc/engine'
import { tableOf } from '../run.js'

/** How often every row is made. */
export const runs = 5

/** A file by the conventions of the paper, and its score by the other truth. */
export interface Measures {
  readonly Score: number
  readonly IL: number
  readonly DLD: number
  readonly ID: number
  /** The score where the right original of a record is the one it was made of, not the one nearest to it. */
  readonly identity: number
}

/** What Algorithm 1 made of one masked file with one q. */
export interface OptimisedRun {
  readonly q: number
  readonly measures: Measures
  readonly target: number
  readonly E: number
  readonly steps: number
  readonly reached: boolean
}

/** One masked file, and what Algorithm 1 made of it. */
export interface Paper004Run {
  readonly masking: Paper004Masking
  readonly run: number
  readonly masked: Measures
  readonly E: number
  readonly optimised: readonly OptimisedRun[]
}

/** The maskings of the paper's tables, as steps of a plan. */
const maskings: Readonly<Record<Paper004Masking, { readonly use: string; readonly params: Record<string, unknown> }>> =
  {
    'rank swapping': { use: 'swapping/rank-swap', params: { percent: 14 } },
    microaggregation: { use: 'microaggregation/mdav', params: { k: 10, blocks: 'consecutive', blockSize: 4 } },
  }

/** q and target of each optimised row of a table; p is .5. */
export type Wanted = readonly { readonly q: number; readonly target: number }[]

/**
 * Masks Census once and optimises that file with every q.
 *
 * @param options - The registry, and what the run is drawn from.
 * @param masking - How the file is masked.
 * @param run - Which of the runs this is: another file where the masking is random, another optimisation where it is not.
 * @param wanted - The optimised rows.
 */
export async function paper004Run(
  { registry, seed }: { readonly registry: Registry; readonly seed: string },
  masking: Paper004Masking,
  run: number,
  wanted: Wanted,
): Promise<Paper004Run> {
  const original = census()
  const own = `${seed} ${masking} run ${run}`
  const step = (one: { readonly use: string; readonly params: Record<string, unknown> }) => ({
    ...parseStep({ ...one, columns: [...original.names] }),
    precision: 'full' as const,
  })
  const rng = replicateRng(seededRng(own))
  const masked = await runSteps({ registry, original, steps: [step(maskings[masking])], rng })
  let start = Number.NaN
  const optimised: OptimisedRun[] = []
  for (const { q, target } of wanted) {
    const params = { lossShare: 0.5, recordShare: q, target }
    const steps = [step({ use: 'optimize/post-mask', params })]
    const after = await runSteps({ registry, original, steps, rng, from: masked })
    const said = reportOf(after)
    start = said('E at the start')
    optimised.push({
      q,
      measures: await measuresOf(registry, after, own),
      target,
      E: said('E'),
      steps: said('steps'),
      reached: said('reached') === 1,
    })
  }
  return { masking, run, masked: await measuresOf(registry, masked, own), E: start, optimised }
}

/** The numbers that the optimisation reports. */
function reportOf({ reports }: RunResult): (name: string) => number {
  const values = reports.find(({ step }) => step === 'optimize/post-mask')?.values
  return (name) => {
    const value = values?.get(name)
    if (typeof value === 'number') return value
    throw new SdcError('BAD_PLUGIN', `optimize/post-mask reports no number "${name}"`, { method: 'optimize/post-mask' })
  }
}

async function measuresOf(registry: Registry, { files }: RunResult, seed: string): Promise<Measures> {
  const [{ data: masked, origin }] = files
  const original = census()
  const score = async (truth: 'nearest' | 'identity') => {
    const [{ measurement }] = await measureFiles({
      registry,
      original,
      masked,
      origin,
      columns: original.names,
      metrics: [{ use: 'score/sebe', params: { truth, ties: 'first' } }],
      rng: seededRng(seed),
    })
    return measurement
  }
  const near = await score('nearest')
  const parts = tableOf(near, 'components', 'score/sebe')
  const part = (name: string): number => percentOf(parts, name)
  return {
    Score: near.value ?? Number.NaN,
    IL: part('IL'),
    DLD: part('DLD'),
    ID: part('ID'),
    identity: (await score('identity')).value ?? Number.NaN,
  }
}

/** What a table of the parts of a score has for one of them. */
function percentOf(parts: Dataset, name: string): number {
  const names = parts.column('component')
  const row = names.kind === 'categorical' ? names.codes.findIndex((code) => names.levels[code] === name) : -1
  return numericValues(parts, 'percent')[row] ?? Number.NaN
}
