import { personsNeedRecords } from '@sdc/toolkit/internal'
import {
  drawnRows,
  numericValues,
  option,
  type Dataset,
  type Interval,
  type Measurement,
  type PairContext,
  type PairPass,
  type SampledMetric,
  type Totals,
} from '@sdc/core'
import { sum } from '@sdc/stats'
import { figures, gather, leftOut, meanInterval, notUsed, tooFewLinked, unmeasured } from '@sdc/toolkit'
import { percentSample, wantedRecords } from './attacked-sample.js'
import { dominatedColumns } from './dominated-columns.js'
import { incompleteWarning } from './incomplete-records.js'
import { creditsOf, type NearestLinks, type TieCount } from './link.js'
import { nearerFinding, nearestOf, readFindings, writtenFindings } from './linkage-findings.js'
import { NO_KEYS } from './linkage-keys.js'
import {
  isPartialIn,
  linkageSearch,
  rightNearest,
  sampleWidth,
  searchBlocks,
  sideOf,
  type LinkageDistance,
  type LinkageSearch,
} from './linkage-search.js'
import { completePairs, linkagePasses, pairLinkage, type PairLinkage } from './pair-linkage.js'
import { mostPartial } from './partial-linkage.js'
import { linkedTable } from './record-linkage.js'

/** Linkage of records, and the credit of a link. */
export interface SampledLinkageOptions extends LinkageDistance {
  readonly ties: TieCount
  /** Further aggregates that it requests of the files, after `linkagePasses`. */
  readonly passes?: readonly PairPass<unknown>[]
  /** Result from the links; with `growing`, also their credits by 1, 2, … columns. */
  readonly measured?: (linkage: SampledLinks) => Measurement
  /** Reason why these files are not linked. */
  refused?(linkage: PairLinkage): string | undefined
}

/** Result of a search for a sample. */
export interface SampledLinks {
  readonly context: PairContext<unknown>
  readonly search: LinkageSearch
  /** By turn: links of all records of the sample, and their credits. */
  readonly links: readonly NearestLinks[]
  readonly credits: readonly Float64Array[]
}

/**
 * Distance-based record linkage of two files out of core: a sample of the records of one is searched among all of the
 * other.
 *
 * The nearest records are decided as in `nearestLinks`, pair by pair with the same arithmetic. So if all records are
 * attacked, the value is that of the files in memory, and no partition changes a bit.
 *
 * @param options - Linkage of records, and refused files.
 * @returns The metric as a sample of records and the search for them.
 */
export function sampledLinkage(options: SampledLinkageOptions): SampledMetric<unknown> {
  const { growing, measured = measurementOf } = options
  return {
    shape: 'sample',
    passes: [...linkagePasses(growing), ...(options.passes ?? [])],
    refused: (context) => refused(context, options),
    population: (context) => linkedPairs(context, options),
    wanted(context, before) {
      const linkage = pairLinkage(context, growing)
      const { length } = linkage.names
      const wanted = wantedRecords(linkedPairs(context, options), length, before)
      if (wanted === undefined || !isPartialIn(context, linkage, options)) return wanted
      const most = mostPartial(
        sideOf(options, context.rows, false),
        growing === undefined ? length : (length * (length + 1)) / 2,
      )
      return before === undefined ? Math.min(wanted, most) : undefined
    },
    draw(context, share) {
      const linkage = pairLinkage(context, growing)
      const { names } = linkage
      const { block, pairs, rng } = context
      const { index, first } = block
      const isPartial = isPartialIn(context, linkage, options)
      const complete = new Set(isPartial ? [] : completePairs(pairs, names))
      const drawn = drawnRows(rng, { index, first, end: first + pairs.original.rows }, share)
      const rows = isPartial ? drawn : drawn.filter((row) => complete.has(row))
      const values = [true, false].flatMap((own) => valuesAt(sideOf(options, pairs, own), names, rows))
      const numbers = pairs.numbers && sideOf(options, pairs.numbers, false)
      const width = sampleWidth({ names })
      const sample = new Float64Array(rows.length * width)
      rows.forEach((row, r) => {
        sample[r * width] = numbers?.[row] ?? first + row
        values.forEach((column, k) => (sample[r * width + 1 + k] = column[r]))
      })
      return sample
    },
    search: (context, blocks) => searchBlocks(linkageSearch(context, options), blocks),
    nearer(a, b) {
      const other = readFindings(b)
      return writtenFindings(readFindings(a).map((one, r) => nearerFinding(one, other[r])))
    },
    end(context, sample, found) {
      const search = linkageSearch(context, options)
      const links = linksOf(search, sample, found)
      return measured({ context, search, links, credits: links.map((one) => creditsOf(one, options.ties)) })
    },
  }
}

/** What there is to say where no record can be looked for. */
function refused(context: PairContext<unknown>, options: SampledLinkageOptions): Measurement | undefined {
  const few = tooFewLinked(context.rows.pairs, context.rows.masked)
  if (few) return unmeasured(few)
  const linkage = pairLinkage(context, options.growing)
  const { names } = linkage
  const pairs = linkedPairs(context, options)
  if (names.length === 0) return unmeasured(NO_KEYS)
  const persons = personsNeedRecords(context.original, context.roles)
  if (persons !== undefined) return unmeasured(`${persons}: it needs both files in memory (${option('memory')})`)
  const incomplete =
    pairs < 2 ? `${pairs} masked records have all columns in both files; the metric needs 2` : undefined
  const why = incomplete ?? options.refused?.(linkage)
  const counts = { ...linkage, pairs }
  return why === undefined ? undefined : unmeasured(why, pairs, new Map([['left-out', leftOutOf(context, counts)]]))
}

/** How many pairs are looked for: all where records are compared on the keys that both have, else those that have all. */
function linkedPairs(context: PairContext<unknown>, options: SampledLinkageOptions): number {
  const linkage = pairLinkage(context, options.growing)
  return isPartialIn(context, linkage, options) ? context.rows.pairs : linkage.pairs
}

function leftOutOf({ rows }: PairContext<unknown>, { pairs, constant }: PairLinkage): Dataset {
  return leftOut({
    [notUsed.unmatchedOriginal]: rows.original - pairs,
    [notUsed.unlinkedMasked]: rows.masked - pairs,
    [notUsed.constantColumns]: constant,
  })
}

function valuesAt(data: Dataset, names: readonly string[], rows: Int32Array): readonly Float64Array[] {
  return gather(
    names.map((name) => numericValues(data, name)),
    rows,
  )
}

/** By turn the links of a sample, of what all blocks have of it. */
function linksOf(search: LinkageSearch, sample: Totals, found: Totals): readonly NearestLinks[] {
  const all = readFindings(found)
  const width = sampleWidth(search)
  const { turns } = search
  return turns.map((turn, t) => {
    const findings = all.filter((_, at) => at % turns.length === t)
    const nearest = findings.map(nearestOf)
    const right = rightNearest(search, turn, sample, findings)
    return {
      tied: Int32Array.from(nearest, ({ count }) => count),
      right,
      first: Uint8Array.from(nearest, ({ lowest }, r) => (right[r] === 1 && lowest === sample[r * width] ? 1 : 0)),
    }
  })
}

function measurementOf({ context, search, links, credits: [credit] }: SampledLinks): Measurement {
  const { names, x, pairs, candidates, turns, complete, isPartial } = search
  const linkage = {
    'records to link': pairs,
    candidates,
    'expected by chance': pairs / candidates,
    ...(isPartial && { 'incomplete pairs': pairs - complete }),
  }
  const warnings = [...dominatedColumns(names, x), ...incompleteWarning(context.rows.pairs, complete, isPartial)]
  return {
    value: (100 * sum(credit)) / credit.length,
    used: credit.length,
    ...percentSample(pairs, credit),
    ...creditInterval(credit),
    tables: new Map([
      ['linked', linkedTable(links[0])],
      ['linkage', figures(linkage)],
      ['left-out', leftOutOf(context, search)],
      ...(turns[0].tables ?? []),
    ]),
    ...(warnings.length > 0 && { warnings }),
  }
}

/**
 * Interval of the mean of credits that are neither hits and misses nor all alike; those have the interval of shares.
 *
 * @param credit - Credit of each link, in [0, 1].
 * @returns `interval` in percent, or nothing.
 */
export function creditInterval(credit: Float64Array): { readonly interval?: Interval } {
  if (credit.length < 2 || credit.every((one) => one === 0 || one === 1 || one === credit[0])) return {}
  const [low, high] = meanInterval(credit)
  return { interval: { low: Math.max(0, 100 * low), high: Math.min(100, 100 * high), by: 'jackknife' } }
}
