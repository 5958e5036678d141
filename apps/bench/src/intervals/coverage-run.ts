/**
 * Coverage of the 95 % intervals of metrics: the share that contain the estimated quantity.
 *
 * Many files of n people are drawn from one population, and each is masked with new random numbers. An interval
 * estimates the expectation of the value over such files. The mean over all of them replaces the expectation (its error
 * is 1/√files of the standard deviation of the values).
 */
import {
  categorical,
  dataset,
  noRoles,
  numeric,
  seededRng,
  type Dataset,
  type Measurement,
  type Metric,
  type Registry,
  type Rng,
} from '@sdc/core'
import { hasInterval, measureFiles } from '@sdc/engine'
import { mean } from '@sdc/stats'

/** Size of a study. */
export interface CoverageSize {
  readonly files: number
  readonly settings: readonly Setting[]
}

/** Sizes of the files of a setting. */
export interface Setting {
  readonly records: number
  /** Number of levels of each quasi-identifier. */
  readonly levels: number
}

/** Coverage of one metric in one setting. */
export interface CoverageCell {
  readonly metric: string
  readonly records: number
  readonly levels: number
  /** Number of files whose interval contains the expectation, and number of files with an interval. */
  readonly covered: number
  readonly of: number
  readonly by: string
}

const keys = ['area', 'job', 'family'] as const
const numbers = ['income', 'wealth', 'hours'] as const
const roles = { ...noRoles, keys: [...keys], confidential: [...numbers] }

/** People of one distribution: a latent size determines three skewed keys and three numbers; the last has ties. */
function people(count: number, levels: number, rng: Rng): Dataset {
  const latent = Float64Array.from({ length: count }, () => rng.normal())
  const key = (own: Rng): Int32Array =>
    Int32Array.from(latent, (z) => {
      const u = own.uniform()
      return Math.min(levels - 1, Math.floor(levels * (z > 0 ? u * u : u)))
    })
  const of = (own: Rng, at: (z: number) => number): Float64Array => latent.map((z) => at(0.6 * z + 0.8 * own.normal()))
  const size = (z: number): number => (z > -6 ? (1 + z / 6) * (1 + z / 6) * 100 : 0)
  const at = [size, (z: number) => 50 * z, (z: number) => Math.round(8 * z) + 40] as const
  return dataset([
    ...keys.map((name) => {
      const codes = key(rng.child(name))
      return [name, categorical(Array.from(codes, (code) => `level ${code}`))] as const
    }),
    ...numbers.map((name, j) => [name, numeric(of(rng.child(name), at[j]))] as const),
  ])
}

/**
 * Replaces the keys of a tenth of the records by those of others, and adds noise of half the standard deviation to the
 * numbers.
 */
function masked(file: Dataset, rng: Rng): Dataset {
  const other = rng.permutation(file.rows)
  return dataset(
    file.names.map((name) => {
      const own = rng.child(name)
      const column = file.column(name)
      if (column.kind === 'numeric') {
        const noise = { income: 20, wealth: 25, hours: 4 }[name] ?? 0
        return [name, numeric(column.values.map((value) => Math.round(value + noise * own.normal())))] as const
      }
      const code = (row: number): number => column.codes[own.uniform() < 0.1 ? other[row] : row]
      return [name, categorical(Array.from(column.codes, (_, row) => column.levels[code(row)]))] as const
    }),
  )
}

/** Measurements of one file by all metrics. */
async function measuredOf(
  registry: Registry,
  asked: readonly Metric[],
  { records, levels }: Setting,
  file: Rng,
  draw: Rng,
): Promise<Map<string, Measurement>> {
  const original = people(records, levels, file.child('people'))
  const measured = await measureFiles({
    registry,
    original,
    masked: masked(original, file.child('mask')),
    origin: Int32Array.from({ length: records }, (_, row) => row),
    columns: original.names,
    roles,
    metrics: asked.map(({ id }) => ({ use: id, params: {} })),
    control: people(records, levels, file.child('control')),
    rng: draw,
  })
  return new Map(measured.map(({ metric, measurement }) => [metric.id, measurement]))
}

/**
 * Runs the study.
 *
 * @param registry - Metrics; those with an interval are in the result.
 * @param size - Files, records and levels.
 * @param only - Part of the ids of the metrics.
 * @param said - Receives a line for each setting.
 * @returns A cell for each metric and setting in which at least one file had an interval of 95 %.
 */
export async function coverageCells(
  registry: Registry,
  size: CoverageSize,
  only: string,
  said: (line: string) => void,
): Promise<CoverageCell[]> {
  const asked = registry
    .all('metrics')
    .filter((metric) => metric.id.includes(only) && metric.needs !== 'population' && hasInterval(metric))
  const root = seededRng('coverage')
  return cellsOf(size.settings, asked, ownInterval, said, async ({ records, levels }) => {
    const own = root.child(`${records} records, ${levels} levels`)
    return inTurn(size.files, (f) => {
      const rng = own.child(`file ${f}`)
      return measuredOf(registry, asked, { records, levels }, rng, rng.child('measure'))
    })
  })
}

/**
 * Runs the same study for metrics that use a random sample of the records: one file, many samples of it. The value of
 * the whole file is the mean over the samples, the interval is the value ± 1.96 standard errors.
 *
 * @param registry - Metrics; those that sample files of so many records are in the result.
 * @param size - Samples, records and levels.
 * @param only - Part of the ids of the metrics.
 * @param said - Receives a line for each setting.
 */
export async function sampleCells(
  registry: Registry,
  size: CoverageSize,
  only: string,
  said: (line: string) => void,
): Promise<CoverageCell[]> {
  const asked = registry
    .all('metrics')
    .filter(
      ({ id, needs, cost }) =>
        id.includes(only) &&
        needs !== 'population' &&
        (cost?.sampleAbove ?? Infinity) < Math.max(...size.settings.map(({ records }) => records)),
    )
  const root = seededRng('samples')
  return cellsOf(size.settings, asked, sampleInterval, said, async ({ records, levels }) => {
    const own = root.child(`${records} records, ${levels} levels`)
    return inTurn(size.files, (f) => measuredOf(registry, asked, { records, levels }, own, own.child(`sample ${f}`)))
  })
}

/** A value with its interval. */
interface Interval {
  readonly value: number
  readonly low: number
  readonly high: number
  readonly by: string
}

function ownInterval({ value, interval }: Measurement): Interval[] {
  return value === null || !interval || interval.by === 'range' ? [] : [{ value, ...interval }]
}

function sampleInterval({ value, sample }: Measurement): Interval[] {
  if (value === null || !sample) return []
  const half = 1.96 * sample.standardError
  return [{ value, low: value - half, high: value + half, by: 'standard error' }]
}

/** Combinations of all numbers of records and of levels. */
export function settingsOf(records: readonly number[], levels: readonly number[]): Setting[] {
  return records.flatMap((n) => levels.map((l) => ({ records: n, levels: l })))
}

async function inTurn<T>(count: number, one: (i: number) => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let i = 0; i < count; i++) all.push(await one(i))
  return all
}

async function cellsOf(
  all: readonly Setting[],
  asked: readonly Metric[],
  intervalOf: (one: Measurement) => readonly Interval[],
  said: (line: string) => void,
  run: (setting: Setting) => Promise<readonly ReadonlyMap<string, Measurement>[]>,
): Promise<CoverageCell[]> {
  const cells: CoverageCell[] = []
  for (const setting of all) {
    const found = await run(setting)
    const now = asked.flatMap(({ id }) => cellOf(id, setting, found.flatMap((one) => intervalOf(one.get(id) ?? nothing)))) // oxfmt-ignore
    cells.push(...now)
    said(
      `${setting.records} records, ${setting.levels} levels: ${now.map(({ metric, covered, of }) => `${metric} ${percent(covered, of)}`).join(', ')}`,
    )
  }
  return cells
}

const nothing: Measurement = { value: null, reason: 'it was not measured', used: 0 }

function cellOf(metric: string, setting: Setting, all: readonly Interval[]): CoverageCell[] {
  if (all.length === 0) return []
  const truth = mean(Float64Array.from(all, ({ value }) => value))
  const covered = all.filter(({ low, high }) => low <= truth && truth <= high).length
  return [{ metric, ...setting, covered, of: all.length, by: all[0].by }]
}

/** Share in whole percent: `95`. */
export function percent(covered: number, of: number): string {
  return String(Math.round((100 * covered) / of))
}
