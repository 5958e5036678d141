import {
  blockStream,
  drawnRows,
  numericValues,
  planOf,
  BLOCK,
  type Block,
  type Dataset,
  type Facts,
  type FileMeasuring,
  type MeasureFacts,
  type MeasureInput,
  type Measurement,
  type Plan,
  type Planned,
  type SampleMeasuring,
  type SampleShare,
  type Totals,
} from '@sdc/core'
import { gather, knownPairs, tooFewLinked, unmeasured, type Correspondence } from '@sdc/toolkit'
import { filesInMemory, personsNeedRecords, readerInMemory, runInMemory, sampleInMemory } from '@sdc/toolkit/internal'
import { wantedRecords } from '../columns/attacked-sample.js'
import type { TieCount } from './link.js'
import { sampleWidth } from './linkage-coordinates.js'
import { nearerFindings } from './linkage-findings.js'
import { NO_KEYS } from '../columns/linkage-keys.js'
import {
  isPartialIn,
  linkageSearch,
  sideOf,
  type LinkageDistance,
  type LinkageSearch,
  type SpaceOf,
} from './linkage-search.js'
import { leftOutOf, linkedRecords, measurementOf, recordsOf, type LinkedRecords } from './linked-records.js'
import { completePairs, readPairLinkage, type PairLinkage } from './pair-linkage.js'
import { mostPartial } from './partial-linkage.js'
import { pairsOfPersons } from './record-linkage.js'
import { searchBlocks } from './search-blocks.js'

/** Linkage of records, and the credit of a link. */
export interface LinkageOptions extends LinkageDistance {
  readonly ties: TieCount
  /** Requests the inputs of the coordinates, and returns the function that makes those of any records. */
  space(linkage: PairLinkage, rows: Facts<unknown>['rows']): Planned<SpaceOf>
  /** Returns the result from the links; with `growing`, also their credits by 1, 2, … columns. */
  readonly measured?: (linked: LinkedRecords) => Measurement
  /** Returns numbers by record; by default the mean credit of each original record. */
  readonly records?: (linked: LinkedRecords) => Float64Array
  /** Returns the reason why these files are not linked. */
  refused?(linkage: PairLinkage): string | undefined
}

/**
 * Plans distance-based record linkage: up to 100,000 records of one file are searched among all records of the other;
 * of more records a sample.
 *
 * @param facts - Both files.
 * @param options - Linkage of records, and refused files.
 * @returns The plan; persons with several records need both files in memory.
 */
export function planLinkage<P>(
  facts: MeasureFacts<P>,
  options: LinkageOptions,
): Planned<Measurement | SampleMeasuring | FileMeasuring<P>> {
  const why = personsNeedRecords(facts.original, facts.roles)
  if (why !== undefined) return { form: 'file', why, measure: (input) => linkInMemory(input, options) }
  return sampledPlan(facts, options)
}

type LinkageFacts = Pick<Facts<unknown>, 'columns' | 'rows' | 'rng'>

function* sampledPlan(facts: LinkageFacts, options: LinkageOptions): Plan<Measurement | SampleMeasuring> {
  const search = yield* readSearch(facts, options)
  return 'value' in search ? search : sampleOfSearch(search, facts, options)
}

/**
 * Links the records of two files in memory; a person's records are all right for each other.
 *
 * @param input - Both files.
 * @param options - Linkage of records.
 * @returns The measurement.
 */
export function linkInMemory(
  input: Pick<MeasureInput<unknown>, 'original' | 'masked' | 'origin' | 'columns' | 'roles' | 'rng' | 'tick'>,
  options: LinkageOptions,
): Measurement {
  const { original, masked, columns, rng } = input
  const pairs = knownPairs(input.origin)
  const rows = { original: original.rows, masked: masked.rows, pairs: pairs.masked.length }
  const facts = { columns, rows, rng }
  const files = readerInMemory(filesInMemory(original, masked, pairs))
  const { value: search } = runInMemory(readSearch(facts, options), files, input.tick)
  if ('value' in search) return search
  const known = search.isPartial ? pairs : completeOf(pairs, [...files.blocks({ reads: 'pairs' })], search.names)
  const right = pairsOfPersons(known, input)
  const reader = right === known ? files : readerInMemory(filesInMemory(original, masked, right))
  return sampleInMemory(sampleOfSearch(search, facts, options, right.original.length), reader)
}

function completeOf(
  { original, masked }: Correspondence,
  blocks: readonly Block[],
  names: readonly string[],
): Correspondence {
  const complete = Int32Array.from(
    blocks.flatMap((block) => Array.from(completePairs(block, names), (row) => block.first + row)),
  )
  return { original: complete.map((r) => original[r]), masked: complete.map((r) => masked[r]) }
}

/** Returns the search, or the reason why no record can be searched. */
function* readSearch(facts: LinkageFacts, options: LinkageOptions): Plan<LinkageSearch | Measurement> {
  const { rows } = facts
  const few = tooFewLinked(rows.pairs, rows.masked)
  if (few) return unmeasured(few)
  const linkage = yield* readPairLinkage(facts, options.growing)
  if (linkage.names.length === 0) return unmeasured(NO_KEYS)
  const pairs = isPartialIn(rows, linkage, options) ? rows.pairs : linkage.pairs
  const incomplete =
    pairs < 2 ? `${pairs} masked records have all columns in both files; the metric needs 2` : undefined
  const why = incomplete ?? options.refused?.(linkage)
  if (why !== undefined) {
    const counts = { rows, search: { ...linkage, pairs }, matched: pairs }
    return unmeasured(why, pairs, new Map([['left-out', leftOutOf(counts)]]))
  }
  return linkageSearch(linkage, rows, options, yield* planOf(options.space(linkage, rows)))
}

/**
 * Returns the sample of a search.
 *
 * @param right - Number of right records of all that may be attacked: several of a person.
 */
function sampleOfSearch(
  search: LinkageSearch,
  { rows, rng }: LinkageFacts,
  options: LinkageOptions,
  right = search.pairs,
): SampleMeasuring {
  const { measured = measurementOf, records = recordsOf } = options
  const { names, pairs, isPartial } = search
  let last: { readonly found: Totals; readonly linked: LinkedRecords } | undefined
  const linkedOf = (sample: Totals, found: Totals): LinkedRecords => {
    if (last?.found !== found) last = { found, linked: linkedRecords(search, options.ties, rows, right, sample, found) }
    return last.linked
  }
  return {
    form: 'sample',
    draws: 'pairs',
    searches: sideOf<'original' | 'masked'>(options, { original: 'original', masked: 'masked' }, false),
    population: pairs,
    wanted: (before) => wantedOf(search, before),
    draw(block, share) {
      const numbers = block.numbers && sideOf(options, block.numbers, true)
      const complete = isPartial ? undefined : new Uint8Array(block.original.rows)
      if (complete) for (const row of completePairs(block, names)) complete[row] = 1
      const drawn = drawnOf(block, numbers, share)
      return sampleOf(search, block, complete ? drawn.filter((row) => complete[row] === 1) : drawn)
    },
    search: (blocks) => searchBlocks(search, blocks),
    nearer: nearerFindings,
    end: (sample, found) => measured(linkedOf(sample, found)),
    records: (sample, found) => records(linkedOf(sample, found)),
  }

  /**
   * Returns the indices of the drawn pairs of a block. A record is drawn by its own number, also if it is in several
   * pairs.
   */
  function drawnOf(block: Block, numbers: ArrayLike<number> | undefined, share: SampleShare): Int32Array {
    const { index, first, original } = block
    if (numbers === undefined) return drawnRows(rng, { index, first, end: first + original.rows }, share)
    const known = new Map<number, Float64Array>()
    const numberOf = (row: number): number => {
      const at = Math.floor(row / BLOCK)
      const own = known.get(at) ?? new Float64Array(BLOCK)
      if (!known.has(at)) blockStream(rng.child('sample'), at).fillUniform(own)
      known.set(at, own)
      return own[row - at * BLOCK]
    }
    return Int32Array.from({ length: original.rows }, (_, i) => i).filter((i) => {
      const drawn = numberOf(numbers[i])
      return drawn >= share.from && drawn < share.to
    })
  }
}

/** Returns the number of records to attack: incomplete ones are compared with all candidates, so they are fewer. */
function wantedOf(
  { names, pairs, isPartial, candidates, by }: LinkageSearch,
  before?: Measurement,
): number | undefined {
  const { length } = names
  const wanted = wantedRecords(pairs, length, before)
  if (wanted === undefined || !isPartial) return wanted
  const most = mostPartial(candidates, by.growing === undefined ? length : (length * (length + 1)) / 2)
  return before === undefined ? Math.min(wanted, most) : undefined
}

/** Returns the drawn pairs of a block, as numbers. */
function sampleOf(search: LinkageSearch, block: Block, rows: Int32Array): Totals {
  const { by, names } = search
  const valuesOf = (data: Dataset): readonly Float64Array[] =>
    gather(
      names.map((name) => numericValues(data, name)),
      rows,
    )
  const width = sampleWidth(search)
  const sample = new Float64Array(rows.length * width)
  const numbers = [true, false].map((own) => {
    const known = block.numbers && sideOf(by, block.numbers, own)
    return new Float64Array(rows).map((row) => known?.[row] ?? block.first + row)
  })
  const values = [true, false].flatMap((own) => valuesOf(sideOf(by, block, own)))
  for (const [k, column] of [...numbers, ...values].entries())
    for (let r = 0; r < column.length; r++) sample[r * width + k] = column[r]
  return sample
}
