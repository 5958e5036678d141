import {
  drawnRows,
  numericValues,
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
import { creditsOf, type NearestLinks, type TieCount } from './link.js'
import { nearerFinding, nearestOf, readFindings, writtenFindings } from './linkage-findings.js'
import { NO_KEYS } from './linkage-keys.js'
import {
  linkageSearch,
  rightNearest,
  sampleWidth,
  searchBlocks,
  sideOf,
  type LinkageDistance,
  type LinkageSearch,
} from './linkage-search.js'
import { completePairs, linkagePasses, pairLinkage, type PairLinkage } from './pair-linkage.js'
import { linkedTable } from './record-linkage.js'

/** How records are linked, and what a link is worth. */
export interface SampledLinkageOptions extends LinkageDistance {
  readonly ties: TieCount
  /** What it reads of the files besides, after `linkagePasses`. */
  readonly passes?: readonly PairPass<unknown>[]
  /** Why these files are not linked. */
  refused?(linkage: PairLinkage): string | undefined
}

/**
 * Record linkage by distance of two files in parts: a sample of the records of one is looked for among all of the other.
 *
 * Which records are nearest is decided as `nearestLinks` decides it, pair by pair with the same arithmetic: so where all
 * records are looked for the value is that of the files in memory, and no cut into parts changes a bit.
 *
 * @param options - How records are linked, and which files are refused.
 * @returns The metric as a sample of records and the search for them.
 */
export function sampledLinkage(options: SampledLinkageOptions): SampledMetric<unknown> {
  return {
    shape: 'sample',
    passes: [...linkagePasses, ...(options.passes ?? [])],
    refused: (context) => refused(context, options),
    population: (context) => pairLinkage(context).pairs,
    wanted(context, before) {
      const { pairs, names } = pairLinkage(context)
      return wantedRecords(pairs, names.length, before)
    },
    draw(context, share) {
      const { names } = pairLinkage(context)
      const { block, pairs, rng } = context
      const { index, first } = block
      const complete = new Set(completePairs(pairs, names))
      const drawn = drawnRows(rng, { index, first, end: first + pairs.original.rows }, share)
      const rows = drawn.filter((row) => complete.has(row))
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
    end: (context, sample, found) =>
      measurementOf(context, linkageSearch(context, options), options.ties, linksOf(context, options, sample, found)),
  }
}

/** What there is to say where no record can be looked for. */
function refused(context: PairContext<unknown>, options: SampledLinkageOptions): Measurement | undefined {
  const few = tooFewLinked(context.rows.pairs, context.rows.masked)
  if (few) return unmeasured(few)
  const linkage = pairLinkage(context)
  const { names, pairs } = linkage
  if (names.length === 0) return unmeasured(NO_KEYS)
  const incomplete = pairs < 2 ? `${pairs} masked records have all keys in both files, and 2 are needed` : undefined
  const why = incomplete ?? options.refused?.(linkage)
  return why === undefined ? undefined : unmeasured(why, pairs, new Map([['left-out', leftOutOf(context, linkage)]]))
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

/** The links of a sample, of what all blocks have of it. */
function linksOf(context: PairContext<unknown>, options: LinkageDistance, sample: Totals, found: Totals): NearestLinks {
  const search = linkageSearch(context, options)
  const findings = readFindings(found)
  const nearest = findings.map(nearestOf)
  const width = sampleWidth(search)
  const right = rightNearest(search, sample, findings)
  return {
    tied: Int32Array.from(nearest, ({ count }) => count),
    right,
    first: Uint8Array.from(nearest, ({ lowest }, r) => (right[r] === 1 && lowest === sample[r * width] ? 1 : 0)),
  }
}

function measurementOf(
  context: PairContext<unknown>,
  search: LinkageSearch,
  ties: TieCount,
  links: NearestLinks,
): Measurement {
  const { names, x, pairs, candidates, tables } = search
  const credit = creditsOf(links, ties)
  const interval = creditInterval(credit)
  const linkage = { 'records to link': pairs, candidates, 'expected by chance': pairs / candidates }
  const warnings = dominatedColumns(names, x)
  return {
    value: (100 * sum(credit)) / credit.length,
    used: credit.length,
    ...percentSample(pairs, credit),
    ...(interval && { interval }),
    tables: new Map([
      ['linked', linkedTable(links)],
      ['linkage', figures(linkage)],
      ['left-out', leftOutOf(context, search)],
      ...(tables ?? []),
    ]),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** The interval of the mean of credits that are neither hits and misses nor all alike, which have the one of shares. */
function creditInterval(credit: Float64Array): Interval | undefined {
  if (credit.length < 2 || credit.every((one) => one === 0 || one === 1 || one === credit[0])) return undefined
  const [low, high] = meanInterval(credit)
  return { low: Math.max(0, 100 * low), high: Math.min(100, 100 * high), by: 'jackknife' }
}
