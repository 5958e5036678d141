import {
  blocksOf,
  dataset,
  fillByBlocks,
  noRoles,
  numeric,
  numericValues,
  resolveParams,
  seededRng,
  totalsTogether,
  type Dataset,
  type PairBlock,
  type PairContext,
  type Registry,
  type SampledMetric,
  type SampleShare,
  type Totals,
} from '@sdc/core'

/** Which files are linked, and how often. */
export interface LinkageSampleOptions {
  readonly rows: number
  readonly columns: number
  /** The standard deviation of the noise, in that of a column. */
  readonly noise: number
  readonly samples: number
  /** How many records a sample has; as many as the metric takes unless said. */
  readonly drawn?: number | undefined
}

/** What a sample gave. */
export interface OneSample {
  readonly value: number
  readonly standardError: number
  readonly drawn: number
}

export interface LinkageSampleRun {
  /** The value of all records. */
  readonly exact: number
  readonly samples: readonly OneSample[]
  /** The cuts whose findings of some sample were others than those of the first. */
  readonly other: readonly number[]
  /** CPU seconds, by what took them. */
  readonly seconds: ReadonlyMap<string, number>
}

/** Blocks a search tree. */
const CUTS = [16, 4, 1]

/**
 * Links all records, and many samples, all of them by the same search trees.
 *
 * @param registry - Where risk/dbrl is.
 * @param options - The files.
 * @param tell - Is told how far it is.
 * @returns The values.
 */
export async function linkageSample(
  registry: Registry,
  options: LinkageSampleOptions,
  tell: (text: string) => void,
): Promise<LinkageSampleRun> {
  const seconds = new Map<string, number>()
  const timed = async <T>(what: string, work: () => T | Promise<T>): Promise<T> => {
    const before = process.cpuUsage()
    const made = await work()
    const { user, system } = process.cpuUsage(before)
    seconds.set(what, (seconds.get(what) ?? 0) + (user + system) / 1e6)
    tell(`${what}: ${((user + system) / 1e6).toFixed(1)} s`)
    return made
  }
  const { metric, context, blocks } = await prepared(registry, options, timed)
  const all = await timed('drawing', () => drawn(metric, context, blocks, { from: 0, to: 1 }))
  const wanted = options.drawn ?? metric.wanted(context) ?? 0
  const share = { from: 0, to: wanted / metric.population(context) }
  const samples = Array.from({ length: options.samples }, (_, k) =>
    drawn(metric, { ...context, rng: seededRng(`sample ${k + 1}`) }, blocks, share),
  )
  const exact = await timed('all records, by trees of 16 blocks', () => foundBy(metric, context, blocks, 16, [all]))
  const first: Totals[] = []
  const other: number[] = []
  for (const cut of CUTS) {
    const found = await timed(`the samples, by trees of ${cut} blocks`, () =>
      foundBy(metric, context, blocks, cut, samples),
    )
    if (first.length === 0) first.push(...found)
    if (found.some((one, k) => !isSame(one, first[k]))) other.push(cut)
  }
  return {
    exact: metric.end(context, all, exact[0]).value ?? Number.NaN,
    samples: samples.map((sample, k): OneSample => {
      const measured = metric.end(context, sample, first[k])
      const { standardError = 0, drawn: count = measured.used } = measured.sample ?? {}
      return { value: measured.value ?? Number.NaN, standardError, drawn: count }
    }),
    other,
    seconds,
  }
}

/** What is wrong with a run; nothing where it is as it should be. */
export function sampleProblems({ exact, samples, other }: LinkageSampleRun): readonly string[] {
  const within = samples.filter(({ value, standardError }) => Math.abs(value - exact) <= 2.6 * standardError).length
  const tooFar = samples.length - within > samples.length / 25
  const tooWide = samples.some(({ standardError }) => standardError > 0.5)
  return [
    ...(tooFar ? [`${samples.length - within} of ${samples.length} samples are beyond 2.6 standard errors`] : []),
    ...(tooWide ? ['a standard error is above half a percentage point'] : []),
    ...other.map((cut) => `search trees of ${cut} blocks find something else than those of ${CUTS[0]}`),
  ]
}

interface Prepared {
  readonly metric: SampledMetric<unknown>
  readonly context: PairContext<unknown>
  readonly blocks: readonly PairBlock<unknown>[]
}

async function prepared(
  registry: Registry,
  options: LinkageSampleOptions,
  timed: <T>(what: string, work: () => T | Promise<T>) => Promise<T>,
): Promise<Prepared> {
  const { id, params: schema, streamed } = registry.get('metrics', 'risk/dbrl')
  const params = resolveParams(schema, {}, { metric: id })
  const metric = streamed?.(params)
  if (metric?.shape !== 'sample') throw new Error(`${id} does not say how it samples`)
  const { original, masked } = madeFiles(options)
  const columns = original.names
  const part = (data: Dataset, first: number, end: number): Dataset =>
    dataset(columns.map((name) => [name, numeric(numericValues(data, name).subarray(first, end))]))
  const context = {
    columns,
    given: [],
    roles: noRoles,
    params,
    rng: seededRng('all'),
    rows: { original: options.rows, masked: options.rows, pairs: options.rows },
    original: part(original, 0, 0),
    masked: part(masked, 0, 0),
    parts: new Map(),
    totals: new Map<string, Totals>(),
  }
  const blocks = blocksOf(options.rows).map((block) => {
    const pairs = {
      original: part(original, block.first, block.end),
      masked: part(masked, block.first, block.end),
    }
    return { ...context, block, ...pairs, pairs }
  })
  await timed('readings', () => {
    for (const pass of metric.passes) {
      const own = blocks.map((block) => pass.of(block))
      context.totals.set(
        pass.name,
        own.reduce((total, one) => pass.merge(total, one, context)),
      )
    }
  })
  return { metric, context, blocks }
}

/** Columns that share a part of what they are, and the same with noise. */
function madeFiles({ rows, columns, noise }: LinkageSampleOptions): { original: Dataset; masked: Dataset } {
  const normal = (name: string): Float64Array =>
    fillByBlocks(seededRng('linkage').child(name), new Float64Array(rows), (stream, part) => stream.fillNormal(part))
  const common = normal('common')
  const names = Array.from({ length: columns }, (_, j) => `v${j + 1}`)
  const original = names.map((name) => normal(name).map((value, i) => 0.6 * common[i] + 0.8 * value))
  const masked = names.map((name, j) => {
    const drawn = normal(`noise of ${name}`)
    return original[j].map((value, i) => value + noise * drawn[i])
  })
  const file = (values: readonly Float64Array[]): Dataset => dataset(names.map((name, j) => [name, numeric(values[j])]))
  return { original: file(original), masked: file(masked) }
}

function drawn(
  metric: SampledMetric<unknown>,
  context: PairContext<unknown>,
  blocks: readonly PairBlock<unknown>[],
  share: SampleShare,
): Totals {
  return totalsTogether(blocks.map((block) => metric.draw({ ...block, rng: context.rng }, share)))
}

/** What all blocks have of each of several samples, by search trees of so many blocks. */
function foundBy(
  metric: SampledMetric<unknown>,
  context: PairContext<unknown>,
  blocks: readonly PairBlock<unknown>[],
  cut: number,
  samples: readonly Totals[],
): readonly Totals[] {
  let found: readonly Totals[] = []
  for (let from = 0; from < blocks.length; from += cut) {
    const search = metric.search(context, blocks.slice(from, from + cut))
    found = samples.map((sample, k) => (from === 0 ? search(sample) : metric.nearer(found[k], search(sample))))
  }
  return found
}

function isSame(a: Totals, b: Totals): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at])
}
