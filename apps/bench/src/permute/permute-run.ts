import { numericValues, sameColumn, SdcError, seededRng, type Dataset, type Registry } from '@sdc/core'
import { measureFiles, parseStep, replicateRng, runSteps, type Measured, type RunState } from '@sdc/engine'
import { figureOf } from '../papers/run.js'
import { permuteFiles, type MaskingStep, type PermuteCase } from './permute-cases.js'

const search: MaskingStep = { use: 'optimize/permute', params: {} }

/** What is measured afresh of a file. */
export interface FileMeasures {
  /** Greatest and mean absolute error of correlations. */
  readonly pearson: number
  readonly spearman: number
  readonly loss: number
  /** score/sebe, truth identity; null where it has no value. */
  readonly score: number | null
}

/** A bound, with its value measured afresh. */
export interface BoundMeasured {
  readonly metric: string
  readonly value: number
  readonly most: number
}

/** One masked file before and after the search. */
export interface PermuteRun {
  readonly before: FileMeasures
  readonly after: FileMeasures
  /** CPU seconds, bounds and all. */
  readonly seconds: number
  /** CPU seconds of the same search without bounds: until the correlations are back. */
  readonly unbounded: number
  readonly proposals: number
  /** Whether every column has the values of the original, bit for bit. */
  readonly sameValues: boolean
  /** Whether the search says that the errors are within its target. */
  readonly reached: boolean
  /** Whether the search says that it returns a file that holds all bounds. */
  readonly saysHeld: boolean
  readonly bounds: readonly BoundMeasured[]
}

/** Masks a file with the random numbers of a seed, searches, and measures both files. */
export async function permuteRun(registry: Registry, one: PermuteCase, seed: number): Promise<PermuteRun> {
  const file = permuteFiles.find(({ name }) => name === one.file)
  if (!file) throw new SdcError('BAD_OPTION', `there is no file "${one.file}"`)
  const original = file.make()
  const columns = [...file.columns(original)]
  const rng = replicateRng(seededRng(`permute ${seed}`))
  const step = ({ use, params }: MaskingStep) => parseStep({ use, params, columns })
  const masked = await runSteps({ registry, original, steps: one.steps.map(step), rng })
  const from = masked
  const [, unbounded] = await timed(() =>
    runSteps({ registry, original, steps: [step({ ...search, params: { bounds: [] } })], rng, from }),
  )
  const [found, seconds] = await timed(() => runSteps({ registry, original, steps: [step(search)], rng, from }))
  const report = found.reports.find((each) => each.step === search.use)?.values
  const number = (name: string): number => {
    const value = report?.get(name)
    return typeof value === 'number' ? value : Number.NaN
  }
  const table = report?.get('bounds')
  const limits = table !== undefined && typeof table === 'object' && 'names' in table ? limitsOf(table) : []
  const files = { registry, original, columns }
  const fresh = await measuredOf(files, found, ['risk', limits.map(({ metric }) => metric)])
  return {
    before: await fileMeasures(files, masked),
    after: await fileMeasures(files, found),
    seconds,
    unbounded,
    proposals: number('proposals'),
    sameValues: haveSameValues(original, found.files[0].data, columns),
    reached: number('reached') === 1,
    saysHeld: number('bounds held') === 1,
    bounds: limits.map(({ metric, most }, l) => ({ metric, most, value: fresh[l].measurement.value ?? Number.NaN })),
  }
}

/** What a run gives, and its CPU seconds. */
async function timed<T>(run: () => Promise<T>): Promise<[T, number]> {
  const since = process.cpuUsage()
  const made = await run()
  const { user, system } = process.cpuUsage(since)
  return [made, (user + system) / 1e6]
}

/** The metrics of a report's table of bounds, and what each may be at most. */
function limitsOf(table: Dataset): { readonly metric: string; readonly most: number }[] {
  const names = table.column('metric')
  const most = numericValues(table, 'at most')
  if (names.kind !== 'categorical') return []
  return Array.from(names.codes, (code, l) => ({ metric: names.levels[code], most: most[l] }))
}

interface Files {
  readonly registry: Registry
  readonly original: Dataset
  readonly columns: readonly string[]
}

function measuredOf(
  files: Files,
  { files: [{ data: masked, origin }] }: RunState,
  [purpose, metrics]: readonly [purpose: string, metrics: readonly string[]],
): Promise<Measured[]> {
  const plans = metrics.map((use) => ({ use, params: {} }))
  return measureFiles({ ...files, masked, origin, metrics: plans, rng: seededRng(`measured ${purpose}`) })
}

async function fileMeasures(files: Files, state: RunState): Promise<FileMeasures> {
  const metrics = ['loss/correlation', 'loss/rank-correlation', 'score/sebe']
  const [pearson, spearman, score] = await measuredOf(files, state, ['loss', metrics])
  return {
    pearson: greatestChange(pearson),
    spearman: greatestChange(spearman),
    loss: pearson.measurement.value ?? Number.NaN,
    score: score.measurement.value,
  }
}

function greatestChange({ measurement: { tables } }: Measured): number {
  const change = tables?.get('change')
  return change ? figureOf(change, 'greatest absolute change') : Number.NaN
}

/** Whether each column has the original's values, each as often, whatever record they are in. */
export function haveSameValues(original: Dataset, masked: Dataset, columns: readonly string[]): boolean {
  return columns.every((name) => {
    const sorted = (data: Dataset) => ({ kind: 'numeric' as const, values: numericValues(data, name).slice().sort() })
    return sameColumn(sorted(original), sorted(masked))
  })
}
