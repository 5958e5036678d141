import {
  nextSampled,
  nothingSampled,
  sampledFurther,
  totalsTogether,
  type Measurement,
  type PairBlock,
  type PairContext,
  type PairPass,
  type SampledMetric,
  type SampleShare,
  type Totals,
} from '@sdc/core'

/** Two files of which a block at a time is read. */
export interface PairFiles<P> {
  readonly context: Omit<PairContext<P>, 'totals'>
  /** Reads both from the beginning. */
  blocks(): AsyncIterable<BlockOfPair> | Iterable<BlockOfPair>
}

type BlockOfPair = Pick<PairBlock<unknown>, 'block' | 'original' | 'masked' | 'pairs'>

/**
 * Measures two files by a sample, in one process.
 *
 * @param metric - What the metric says of it.
 * @param files - The files.
 * @param blocksATime - How many blocks are searched at a time: it changes no value.
 * @returns The measurement: the same for every `blocksATime`.
 */
export async function measureBySample<P>(
  metric: SampledMetric<P>,
  files: PairFiles<P>,
  blocksATime = 16,
): Promise<Measurement> {
  const context = { ...files.context, totals: await pairTotals(metric.passes, files) }
  let sampled = nothingSampled(metric, context)
  for (;;) {
    const share = nextSampled(metric, context, sampled)
    if (share === undefined) return sampled.measured as Measurement
    const sample = await drawnFrom(metric, files, context, share)
    const found = await foundIn(metric, files, context, sample, blocksATime)
    sampled = sampledFurther(metric, context, sampled, { share, sample, found })
  }
}

/** What the readings make of both files. */
async function pairTotals<P>(
  passes: readonly PairPass<P>[],
  files: PairFiles<P>,
): Promise<ReadonlyMap<string, Totals>> {
  const totals = new Map<string, Totals>()
  for (const pass of passes) {
    const context = { ...files.context, totals }
    if (pass.needed?.(context) === false) continue
    let total: Totals | undefined
    for await (const block of files.blocks()) {
      const own = pass.of({ ...context, ...block })
      total = total === undefined ? own : pass.merge(total, own, context)
    }
    if (total !== undefined) totals.set(pass.name, total)
  }
  return totals
}

async function drawnFrom<P>(
  metric: SampledMetric<P>,
  files: PairFiles<P>,
  context: PairContext<P>,
  share: SampleShare,
): Promise<Totals> {
  const parts: Totals[] = []
  for await (const block of files.blocks()) parts.push(metric.draw({ ...context, ...block }, share))
  return totalsTogether(parts)
}

async function foundIn<P>(
  metric: SampledMetric<P>,
  files: PairFiles<P>,
  context: PairContext<P>,
  sample: Totals,
  blocksATime: number,
): Promise<Totals> {
  let found: Totals | undefined
  let held: PairBlock<P>[] = []
  const searchHeld = (): void => {
    if (held.length === 0) return
    const own = metric.search(context, held)(sample)
    found = found === undefined ? own : metric.nearer(found, own)
    held = []
  }
  for await (const block of files.blocks()) {
    held.push({ ...context, ...block })
    if (held.length === blocksATime) searchHeld()
  }
  searchHeld()
  return found ?? new Float64Array(0)
}
