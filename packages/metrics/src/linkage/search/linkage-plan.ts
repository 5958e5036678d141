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
  type Interval,
  type MeasureFacts,
  type MeasureInput,
  type Measurement,
  type Plan,
  type Planned,
  type SampleMeasuring,
  type SampleShare,
  type Totals,
} from '@sdc/core'
import { sum } from '@sdc/stats'
import {
  figures,
  gather,
  knownPairs,
  leftOut,
  meanInterval,
  notUsed,
  tooFewLinked,
  unmeasured,
  type Correspondence,
} from '@sdc/toolkit'
import { filesInMemory, personsNeedRecords, readerInMemory, runInMemory, sampleInMemory } from '@sdc/toolkit/internal'
import { percentSample, wantedRecords } from '../columns/attacked-sample.js'
import { dominatedColumns } from '../columns/dominated-columns.js'
import { incompleteWarning } from '../columns/incomplete-records.js'
import { creditsOf, type NearestLinks, type TieCount } from './link.js'
import { nearerFindings } from './linkage-findings.js'
import { NO_KEYS } from '../columns/linkage-keys.js'
import {
  isPartialIn,
  linkageSearch,
  linksOfSample,
  numbersIn,
  OWN,
  RIGHT,
  sampleWidth,
  searchBlocks,
  sideOf,
  type LinkageDistance,
  type LinkageSearch,
  type SpaceOf,
} from './linkage-search.js'
import { completePairs, readPairLinkage, type PairLinkage } from './pair-linkage.js'
import { mostPartial } from './partial-linkage.js'
import { linkedTable, ofOriginals, pairsOfPersons } from './record-linkage.js'

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

/** Links of attacked records. */
export interface LinkedRecords {
  readonly search: LinkageSearch
  readonly rows: Facts<unknown>['rows']
  /** Number of records that may be attacked, and number of their right records. */
  readonly attacked: number
  readonly right: number
  /** Number of original records with a masked one that may be linked. */
  readonly matched: number
  /** Links of all attacked records, and their credits, by turn. */
  readonly links: readonly NearestLinks[]
  readonly credits: readonly Float64Array[]
  /** Number of each attacked record in its file, and of its right record. */
  readonly numbers: { readonly own: Int32Array; readonly right: Int32Array }
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

/** Returns the links of the attacked records: each once, also if it has several right records. */
function linkedRecords(
  search: LinkageSearch,
  ties: TieCount,
  rows: Facts<unknown>['rows'],
  all: number,
  sample: Totals,
  found: Totals,
): LinkedRecords {
  const [own, right] = [OWN, RIGHT].map((place) => numbersIn(search, sample, place))
  const count = own.length
  // By their numbers; for a record with several right ones its own comes first.
  const order = own.every((number, r) => r === 0 || own[r - 1] < number)
    ? undefined
    : Int32Array.from(own.keys()).sort((a, b) => own[a] - own[b] || a - b)
  const firsts: number[] = []
  const recordOf = new Int32Array(count)
  for (let k = 0; k < count; k++) {
    const r = order?.[k] ?? k
    if (k === 0 || own[r] !== own[firsts[firsts.length - 1]]) firsts.push(r)
    recordOf[r] = firsts.length - 1
  }
  const { by, pairs } = search
  const each = linksOfSample(search, sample, found)
  const links = order || firsts.length < count ? each.map((one) => joined(one, recordOf, firsts)) : each
  const isAll = count === all
  const attacked = isAll ? firsts.length : pairs
  return {
    search,
    rows,
    attacked,
    right: isAll ? count : (pairs * count) / firsts.length,
    matched: isAll ? new Set(sideOf(by, { original: own, masked: right }, true)).size : pairs,
    links,
    credits: links.map((one) => creditsOf(one, ties)),
    numbers: { own: new Int32Array(firsts).map((r) => own[r]), right: new Int32Array(firsts).map((r) => right[r]) },
  }
}

/** Joins the links of records that are linked several times, by all of their right records. */
function joined({ tied, right, first }: NearestLinks, recordOf: Int32Array, firsts: readonly number[]): NearestLinks {
  const n = firsts.length
  const links = { tied: new Int32Array(n), right: new Int32Array(n), first: new Uint8Array(n) }
  for (const [r, record] of recordOf.entries()) {
    links.tied[record] = tied[r]
    links.right[record] += right[r]
    if (first[r] === 1) links.first[record] = 1
  }
  return links
}

function leftOutOf({
  rows,
  search: { pairs, constant },
  matched,
}: Pick<LinkedRecords, 'rows' | 'matched'> & {
  readonly search: Pick<LinkageSearch, 'pairs' | 'constant'>
}): Dataset {
  return leftOut({
    [notUsed.unmatchedOriginal]: rows.original - matched,
    [notUsed.unlinkedMasked]: rows.masked - pairs,
    [notUsed.constantColumns]: constant,
  })
}

function recordsOf({ search, rows, numbers, credits: [credit] }: LinkedRecords): Float64Array {
  return ofOriginals(rows.original, sideOf(search.by, { original: numbers.own, masked: numbers.right }, true), credit)
}

function measurementOf(linked: LinkedRecords): Measurement {
  const {
    search,
    rows,
    attacked,
    right,
    links,
    credits: [credit],
  } = linked
  const { names, x, candidates, turns, complete, isPartial } = search
  const linkage = {
    'records to link': attacked,
    candidates,
    'expected by chance': right / candidates,
    ...(isPartial && { 'incomplete pairs': rows.pairs - complete }),
  }
  const warnings = [...dominatedColumns(names, x), ...incompleteWarning(rows.pairs, complete, isPartial)]
  return {
    value: (100 * sum(credit)) / credit.length,
    used: credit.length,
    ...percentSample(attacked, credit),
    ...creditInterval(credit),
    tables: new Map([
      ['linked', linkedTable(links[0])],
      ['linkage', figures(linkage)],
      ['left-out', leftOutOf(linked)],
      ...(turns[0].tables ?? []),
    ]),
    ...(warnings.length > 0 && { warnings }),
  }
}

/**
 * Returns the interval of the mean of credits that are neither only hits and misses nor all equal; those have the
 * interval of shares.
 *
 * @param credit - Credit of each link, in [0, 1].
 * @returns `interval` in percent, or nothing.
 */
export function creditInterval(credit: Float64Array): { readonly interval?: Interval } {
  if (credit.length < 2 || credit.every((one) => one === 0 || one === 1 || one === credit[0])) return {}
  const [low, high] = meanInterval(credit)
  return { interval: { low: Math.max(0, 100 * low), high: Math.min(100, 100 * high), by: 'jackknife' } }
}
