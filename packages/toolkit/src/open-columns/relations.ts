import { sameColumn, type Dataset } from '@sdc/core'
import { pow, type TieRuns } from '@sdc/stats'
import { agreementOf } from './agreement.js'
import { bandOf } from './band.js'
import { curveThrough } from './curve.js'
import { determinedBy, pairClasses } from './determined.js'
import { beyondChance, type Evidence } from './evidence.js'
import { completeCount, countRight, FEW_NUMBERS, linearRelation, type LinearRelation } from './linear.js'
import { asNumbers, lookAt, looksAtColumns, type LookedAt, type Looks } from './looked-at.js'
import { rankWindow, type RankWindow } from './rank-window.js'
import { stretchesOf, WHOLE_OF_PAIRS } from './stretches.js'

/**
 * Kind of relation by which open columns disclose a masked one. copy: they are equal, in all records or in a few.
 * linear: a + Σ b·x, with exceptions. curve: a monotone or smooth function. classes: equal open values have one masked
 * value. band: an interval or a coarser version of it.
 */
export type RelationKind = 'copy' | 'linear' | 'curve' | 'classes' | 'band'

/** Knowledge about a masked column from some open columns. */
export interface OpenRelation {
  readonly kind: RelationKind
  /** The open columns, in the order of the file. */
  readonly open: readonly string[]
  readonly masked: string
  /** Number of disclosed values of the masked column, and number of its values. */
  readonly recovered: number
  readonly values: number
  /** recovered/values. */
  readonly share: number
  /** For a band the share of the values that remains for a record, Σ q_v² over its bands; otherwise null. */
  readonly narrowedTo: number | null
}

/** From this share of the values beyond chance on, an open column discloses a masked one. */
const GIVES_AWAY = 0.1
/** From this share of the steps beyond chance on, an open column is a band of a masked one. */
const IS_BAND = 0.9
/**
 * From this number of records on, an open column that agrees exactly with the masked one discloses these values, at any
 * share.
 */
const AGREEING = 3
/** Two columns that are equal by chance less often than this are copies. */
const NO_CHANCE = 1e-6
/** With fewer records than this, a line is tested for any result of a curve. */
const FEW_RECORDS = 200
/** Maximum number of relations of several columns, each without a column of the one before. */
const ROUNDS = 4
/** A relation of several columns is tested if this share of the records has values in all of them. */
const TOGETHER = 0.3
/** Maximum number of different values of columns that are tested in pairs, and of such pairs. */
const FEW_VALUES = 1_000
const MOST_PAIRS = 300

/** A masked column, and the data for judging estimates of it. */
interface Hidden {
  readonly column: LookedAt
  /** Correct estimates; only for numbers. */
  readonly window: RankWindow | undefined
  /** Work array of zeros, one for each class, for counting. */
  readonly counts: Int32Array
}

interface Found extends Omit<OpenRelation, 'values' | 'share'> {
  readonly beyond: number
}

/**
 * Finds relations by which the unmasked columns disclose original values of the masked ones.
 *
 * A number counts as recovered if at most 1 % of the column's values are between it and the estimate (a `rank window`).
 * A category counts if its class of equal open values has only one value. Both are judged beyond chance: linear
 * relations by records that they were not learned from, curves by leaving out the record itself, classes by the odds
 * that a class of their size has one value. An open column with distinct values thus does not disclose anything merely
 * by that.
 *
 * Cost: a sort a column; O(records) a pair of columns, at most 10,000 records until something is found; a regression of
 * at most 2,000 records a masked number.
 *
 * @param data - The original records, of all columns.
 * @param open - The unmasked columns.
 * @param masked - The masked columns.
 * @param tick - Receives the progress (0 to 1).
 * @param looks - Prepared columns, if other searches share them.
 * @returns Relations by masked column in the order of the file, the strongest first.
 */
export function openRelations(
  data: Dataset,
  open: readonly string[],
  masked: readonly string[],
  tick: (fraction: number) => void = () => {},
  looks: Looks = looksAtColumns(),
): OpenRelation[] {
  const hidden = data.names.filter((name) => masked.includes(name))
  // The order of the columns in the file must have no effect.
  const shown =
    hidden.length === 0
      ? []
      : [...open]
          .sort()
          .map((name) => looks(name, data.column(name)))
          .filter(({ distinct }) => distinct > 1)
  const inFileOrder = (names: readonly string[]): string[] => data.names.filter((name) => names.includes(name))
  const pairs = coarsePairs(shown)
  const aggregates = [...shown, ...shown.flatMap((one) => asNumbers(one) ?? [])].filter(({ distinct }) => distinct > 1)
  const relations: OpenRelation[] = []
  for (const [m, hiddenName] of hidden.entries()) {
    tick(m / hidden.length)
    // Prepared one by one: no other search uses it, and all at once would take much memory.
    const column = lookAt(hiddenName, data.column(hiddenName))
    if (column.distinct < 2) continue
    const window = column.isNumeric ? rankWindow(column) : undefined
    const one: Hidden = { column, window, counts: new Int32Array(column.distinct) }
    const singles = strongest(aggregates.flatMap((aggregate) => singleRelation(aggregate, one) ?? []))
    const several = [...planes(aggregates, column, window, singles), ...bestPair(pairs, one, singles)]
    relations.push(
      ...[...singles, ...several]
        .sort((a, b) => b.recovered - a.recovered || a.open.length - b.open.length)
        .map(({ kind, open: names, masked: name, recovered, narrowedTo }) => {
          const values = column.present
          const share = recovered / values
          return { kind, open: inFileOrder(names), masked: name, recovered, values, share, narrowedTo }
        }),
    )
  }
  tick(1)
  return relations
}

/** For a column that was read as categories and as numbers, the relation that discloses more. */
function strongest(found: readonly Found[]): Found[] {
  return found.filter(({ open: [name], beyond }, i) => {
    const other = found.findIndex((one, j) => j !== i && one.open[0] === name)
    return other < 0 || beyond > found[other].beyond || (beyond === found[other].beyond && i < other)
  })
}

/** Relation of one open column and a masked one. */
function singleRelation(open: LookedAt, hidden: Hidden): Found | undefined {
  const masked = hidden.column
  const equal = sameColumn(open.column, masked.column)
  if (equal && pow(masked.concentration, masked.present) < NO_CHANCE)
    return found('copy', [open], masked, masked.present, 1)
  const coverage = coverageOf(open, masked)
  const screened = bestSingle(open, hidden, false)
  const isBand =
    2 * open.distinct < masked.distinct && beyondChance(bandOf(open, masked, stretchesOf(masked.present))) >= IS_BAND
  if (coverage * screened.beyond < GIVES_AWAY && !(isBand && coverage >= GIVES_AWAY)) {
    const { hits, expected } = agreementOf(open, masked)
    return hits >= AGREEING && byChance(hits, expected) < NO_CHANCE ? found('copy', [open], masked, hits, 0) : undefined
  }
  const best = bestSingle(open, hidden, true)
  const kind = isBand ? 'band' : best.kind
  return found(kind, [open], masked, best.hits, coverage * best.beyond, isBand ? open.concentration : null)
}

/** Bound of the probability of at least this number of hits: P(X ≥ h) ≤ λʰ/h! for a Poisson count X with mean λ. */
function byChance(hits: number, expected: number): number {
  let bound = 1
  for (let h = 1; h <= hits && bound > 0; h++) bound *= expected / h
  return bound
}

interface Best {
  readonly kind: RelationKind
  readonly hits: number
  readonly beyond: number
}

/** The strongest relation of two columns, from stretches of the file or from all of it. */
function bestSingle(open: LookedAt, { column: masked, window, counts }: Hidden, whole: boolean): Best {
  const stretches = stretchesOf(open.present, whole ? Infinity : undefined)
  const candidates: Best[] = [scored('classes', determinedBy(open.runs, masked, counts, stretches))]
  if (window && open.isNumeric) {
    const curve = scored('curve', curveThrough(open, masked, window, stretches))
    // A line is a curve, too: if the curve discloses nothing, there is no line, unless there are too few records for a
    // curve.
    const line = curve.beyond > 0 || masked.present < FEW_RECORDS ? linearRelation([open], masked, window) : undefined
    if (line) candidates.push(scoredLine(line, masked, window, whole))
    if (masked.distinct >= FEW_NUMBERS) candidates.push(curve)
  }
  return candidates.reduce((a, b) => (b.beyond > a.beyond || (b.beyond === a.beyond && b.hits > a.hits) ? b : a))
}

function scored(kind: RelationKind, evidence: Evidence): Best {
  return { kind, hits: evidence.hits, beyond: beyondChance(evidence) }
}

function scoredLine(line: LinearRelation, masked: LookedAt, window: RankWindow, whole: boolean): Best {
  const { hits } = whole ? countRight(line.columns, masked, window, line.plane) : line.evidence
  return { kind: 'linear', hits, beyond: beyondChance(line.evidence) }
}

/** Linear relations of several open columns; a single column that discloses as much is reported already. */
function planes(
  open: readonly LookedAt[],
  masked: LookedAt,
  window: RankWindow | undefined,
  singles: readonly Found[],
): Found[] {
  if (!window) return []
  const alone = (name: string): number => singles.find((one) => one.open[0] === name)?.beyond ?? 0
  const most = 1 - GIVES_AWAY
  const relations: Found[] = []
  let pool = together(
    open.filter(({ name, isNumeric }) => isNumeric && alone(name) < most),
    masked,
  )
  for (let round = 0; round < ROUNDS && pool.length >= 2; round++) {
    const relation = linearRelation(pool, masked, window)
    if (!relation) break
    const { columns, evidence, plane } = relation
    const coverage = coverageOf(columns, masked)
    const beyond = coverage * beyondChance(evidence)
    if (beyond < GIVES_AWAY) break
    if (columns.length >= 2 && beyond >= Math.max(...columns.map(({ name }) => alone(name))) + GIVES_AWAY)
      relations.push(found('linear', columns, masked, countRight(columns, masked, window, plane).hits, beyond))
    const scales = columns.map(({ values, runs: { order } }, j) =>
      Math.abs(
        plane.slopes[j] *
          (values[order[Math.floor(0.9 * order.length)]] - values[order[Math.floor(0.1 * order.length)]]),
      ),
    )
    const heaviest = columns[scales.indexOf(Math.max(...scales))] ?? columns[0]
    pool = pool.filter((one) => one !== heaviest)
  }
  return relations
}

/**
 * Columns with values in the same records as the masked one: otherwise those with the most missing values are left out.
 */
function together(open: readonly LookedAt[], masked: LookedAt): LookedAt[] {
  const fullest = [...open].sort((a, b) => b.present - a.present)
  while (fullest.length > 1 && completeCount([...fullest, masked]) < TOGETHER * masked.present) fullest.pop()
  return open.filter((one) => fullest.includes(one))
}

/** Two open columns, and some of the records sorted by their combinations. */
interface Pair {
  readonly first: LookedAt
  readonly second: LookedAt
  readonly sample: TieRuns
}

/** Pairs of columns with few values, which are the same for every masked column. */
function coarsePairs(open: readonly LookedAt[]): Pair[] {
  const coarse = open.filter(({ distinct }) => distinct <= FEW_VALUES)
  const pairs: Pair[] = []
  for (const [f, first] of coarse.entries()) {
    const stretches = stretchesOf(first.present, WHOLE_OF_PAIRS)
    for (const second of coarse.slice(f + 1)) {
      if (pairs.length === MOST_PAIRS) return pairs
      pairs.push({ first, second, sample: pairClasses(first, second, stretches) })
    }
  }
  return pairs
}

/** The pair of open columns whose combinations determine the most values, if neither does alone. */
function bestPair(pairs: readonly Pair[], hidden: Hidden, singles: readonly Found[]): Found[] {
  const { column: masked, counts } = hidden
  const alone = (name: string): number => singles.find((one) => one.open[0] === name)?.beyond ?? 0
  let best: { readonly pair: Pair; readonly seen: number } | undefined
  for (const pair of pairs) {
    const { first, second, sample } = pair
    const least = Math.max(alone(first.name), alone(second.name))
    if (least > 1 - GIVES_AWAY) continue
    const seen = beyondChance(determinedBy(sample, masked, counts))
    if (seen >= least + GIVES_AWAY && seen > (best?.seen ?? 0)) best = { pair, seen }
  }
  if (!best) return []
  const { first, second } = best.pair
  const evidence = determinedBy(pairClasses(first, second, stretchesOf(first.present, Infinity)), masked, counts)
  const beyond = coverageOf([first, second], masked) * beyondChance(evidence)
  return beyond >= GIVES_AWAY ? [found('classes', [first, second], masked, evidence.hits, beyond)] : []
}

function found(
  kind: RelationKind,
  open: readonly LookedAt[],
  masked: LookedAt,
  recovered: number,
  beyond: number,
  narrowedTo: number | null = null,
): Found {
  return { kind, open: open.map(({ name }) => name), masked: masked.name, recovered, narrowedTo, beyond }
}

/** Share of the records with a masked value that have all open values, too. */
function coverageOf(open: LookedAt | readonly LookedAt[], masked: LookedAt): number {
  const n = masked.classes.length
  const gappy = ('name' in open ? [open] : open).filter(({ present }) => present < n).map(({ classes }) => classes)
  if (gappy.length === 0) return 1
  let count = 0
  for (let i = 0; i < n; i++) if (masked.classes[i] >= 0 && areThere(gappy, i)) count++
  return count / masked.present
}

function areThere(columns: readonly Int32Array[], i: number): boolean {
  for (const classes of columns) if (classes[i] < 0) return false
  return true
}
