import { numericValues, seededRng, SdcError, type Dataset, type Measurement, type Registry } from '@sdc/core'
import { maskedRun, matchByPosition, measureFiles, parseStep, replicateRng, runSteps } from '@sdc/engine'

/**
 * Masks a file with the engine, as `sdc mask --seed --precision full` would: the papers' noise is not rounded. Steps are
 * plan steps.
 */
export async function masked(
  registry: Registry,
  original: Dataset,
  steps: readonly unknown[],
  seed: string,
): Promise<Dataset> {
  const { files } = await runSteps({
    registry,
    original,
    steps: steps.map((step) => ({ ...parseStep(step), precision: 'full' })),
    rng: replicateRng(seededRng(seed)),
  })
  return files[0].data
}

/** Reverse-maps a masked file that was made elsewhere; record i of one file is record i of the other. */
export async function reverseMapped(
  registry: Registry,
  original: Dataset,
  made: Dataset,
  columns: readonly string[],
  seed: string,
): Promise<Dataset> {
  const rng = replicateRng(seededRng(seed))
  const state = { data: made, origin: matchByPosition(original, made) }
  const steps = [parseStep({ use: 'reverse-map/rank', columns: [...columns] })]
  const { files } = await runSteps({ registry, original, steps, rng, from: maskedRun(state, columns) })
  return files[0].data
}

export interface MeasureCall {
  readonly registry: Registry
  readonly original: Dataset
  readonly masked: Dataset
  readonly columns: readonly string[]
  readonly given?: readonly string[]
  readonly metric: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly seed: string
}

/** One metric of two files, record i of one being record i of the other. */
export async function measured({
  registry,
  original,
  masked,
  columns,
  given,
  metric,
  params = {},
  seed,
}: MeasureCall): Promise<Measurement> {
  const [{ measurement }] = await measureFiles({
    registry,
    original,
    masked,
    origin: matchByPosition(original, masked),
    columns,
    given,
    metrics: [{ use: metric, params }],
    rng: seededRng(seed),
  })
  return measurement
}

/** A table of a measurement; a metric without it is another metric than the paper's tables need. */
export function tableOf(measurement: Measurement, name: string, metric: string): Dataset {
  const found = measurement.tables?.get(name)
  if (found) return found
  throw new SdcError('BAD_PLUGIN', `${metric} has no table "${name}"`, { metric }, measurement.reason ?? '')
}

/** A number of a table that has its names in `what` and their numbers in `value`. */
export function figureOf(table: Dataset, name: string): number {
  const what = table.column('what')
  const row = what.kind === 'categorical' ? what.codes.findIndex((code) => what.levels[code] === name) : -1
  return numericValues(table, 'value')[row] ?? Number.NaN
}
