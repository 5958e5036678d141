import type { Table } from '@sdc/core'
import { auditPattern, type Audit } from '../audit/audit-pattern.js'
import { components, openAttacker } from '../audit/attacker.js'
import { isClose, knownText, numberText } from '../attack/finding.js'
import { cellName } from '../table/cell-name.js'
import { boundTerms, exactTerms, type Term } from './explain.js'
import { joinReleases, type JoinedReleases } from './join-releases.js'
import { suppressedIn, type ConsistencyOptions, type Release } from './release.js'

/**
 * Kinds of disclosure: published by another release; computed exactly or nearly from several; a difference with too few
 * contributors.
 */
export const differencingKinds = ['published', 'exact', 'near', 'difference'] as const

export interface DifferencingFinding {
  /** Cell of the joined table. */
  readonly cell: number
  readonly kind: (typeof differencingKinds)[number]
  /** Releases that suppress the cell; empty for a difference. */
  readonly suppressedBy: readonly string[]
  /** Release and levels of the cell. */
  readonly name: string
  readonly low: number
  readonly high: number
  /** Interval from the suppressing releases alone; NaN for a difference. */
  readonly aloneLow: number
  readonly aloneHigh: number
  readonly sentence: string
}

/** Disclosures of several releases together. */
export interface Consistency {
  readonly joined: JoinedReleases
  /** Intervals of every cell of the joined table. */
  readonly low: Float64Array
  readonly high: Float64Array
  readonly findings: readonly DifferencingFinding[]
}

/** Largest number of explained combinations; each needs a program of its own. */
const EXPLAINED = 500

/**
 * Finds the suppressed cells, and the differences between a release and its part, that several releases disclose together. It solves
 * the linear programs of the joined table, as an attacker with all releases would.
 *
 * @param releases - Tables of the same people, or of named parts of them.
 * @param options - Groups, limits of a disclosure, and progress.
 * @returns The joined table, its intervals and the findings, those of suppressed cells first.
 * @throws BAD_TABLE if releases disagree; BAD_OPTION for a part of an unknown table
 */
export async function consistentTables(
  releases: readonly Release[],
  options: ConsistencyOptions,
): Promise<Consistency> {
  const { least, percent, tick } = options
  const joined = joinReleases(releases, options)
  const { table, hidden } = joined
  const watched = { singletons: 'ignore' } as const
  const steps = releases.length + 1
  const alone: Audit[] = []
  for (const [r, release] of releases.entries())
    alone.push(
      await auditPattern(release.table, suppressedIn(release), undefined, {
        ...watched,
        tick: (part) => tick((r + part) / steps),
      }),
    )
  const { low, high } = await auditPattern(table, hidden, undefined, {
    ...watched,
    tick: (part) => tick((releases.length + part) / steps),
  })
  const found: Omit<DifferencingFinding, 'sentence'>[] = []
  joined.suppressedBy.forEach((by, cell) => {
    if (by.length === 0) return
    const aloneLow = Math.max(...by.map((own) => alone[own.release].low[own.cell]))
    const aloneHigh = Math.min(...by.map((own) => alone[own.release].high[own.cell]))
    const exact = low[cell] === high[cell]
    const narrower = low[cell] - aloneLow > slack(table, cell) || aloneHigh - high[cell] > slack(table, cell)
    // A secondary suppression may be bounded closely; computed exactly, it protects nothing.
    const near =
      narrower &&
      by.some((own) => isSensitive(releases[own.release], own.cell)) &&
      isClose(table.values[cell], low[cell], high[cell], percent)
    if (!exact && !near) return
    const kind = joined.publishedBy[cell].length > 0 ? 'published' : exact ? 'exact' : 'near'
    found.push({
      cell,
      kind,
      suppressedBy: by.map((own) => releases[own.release].name),
      name: ownName(releases, by[0].release, by[0].cell),
      low: low[cell],
      high: high[cell],
      aloneLow,
      aloneHigh,
    })
  })
  for (const { cell, name } of joined.differences) {
    const count = table.counts[cell]
    if (count < 1 || count >= least || !isClose(table.values[cell], low[cell], high[cell], percent)) continue
    const none = { aloneLow: Number.NaN, aloneHigh: Number.NaN, suppressedBy: [] }
    found.push({ ...none, cell, kind: 'difference', name, low: low[cell], high: high[cell] })
  }
  const findings = await withSentences(releases, joined, found)
  tick(1)
  return { joined, low, high, findings }
}

/** True if a release suppresses a cell as sensitive, as far as known. */
function isSensitive({ table, pattern }: Release, cell: number): boolean {
  return pattern ? pattern[cell] === 1 : table.given?.[cell] === 1
}

/** Tolerance of the comparison of two audits. */
function slack({ values }: Table, cell: number): number {
  return 1e-6 * Math.abs(values[cell])
}

async function withSentences(
  releases: readonly Release[],
  joined: JoinedReleases,
  found: readonly Omit<DifferencingFinding, 'sentence'>[],
): Promise<DifferencingFinding[]> {
  const { table, hidden } = joined
  const { members, relations, componentOf } = components(table, hidden)
  const attacker = await openAttacker(table, hidden)
  const findings: DifferencingFinding[] = []
  try {
    for (const one of found) {
      const { cell, kind, low, high } = one
      let how = ''
      if (kind !== 'published' && findings.length < EXPLAINED) {
        const k = componentOf[cell]
        const exact = low === high ? await exactTerms(table, hidden, members[k], relations[k], cell) : undefined
        how = exact ? `: ${equation(releases, joined, exact)}` : bounds(releases, joined, cell, low, high)
      }
      findings.push({ ...one, sentence: `${opening(releases, joined, one)}${how}.` })
    }
  } finally {
    attacker.close()
  }
  return findings

  function bounds(all: readonly Release[], of: JoinedReleases, cell: number, low: number, high: number): string {
    const sides = ([-1, 1] as const).flatMap((direction) => {
      const value = direction > 0 ? high : low
      const terms = boundTerms(table, hidden, cell, attacker.reach(cell, direction).multipliers)
      if (terms.length === 0 || !Number.isFinite(value)) return []
      return [
        `at ${direction > 0 ? 'most' : 'least'} ${numberText(value)}, from ${sum(all, of, terms)}${restText(of, terms, value)}`,
      ]
    })
    return sides.length > 0 ? `: ${sides.join('; ')}` : ''
  }
}

function opening(
  releases: readonly Release[],
  { publishedBy, table }: JoinedReleases,
  { cell, kind, name, low, high, aloneLow, aloneHigh, suppressedBy }: Omit<DifferencingFinding, 'sentence'>,
): string {
  if (kind === 'published') {
    const [by] = publishedBy[cell]
    return `${suppressedBy.join(' and ')} suppresses a cell that ${releases[by.release].name} publishes: ${ownName(releases, by.release, by.cell)} is ${numberText(table.values[cell])}`
  }
  if (kind === 'difference') {
    const count = table.counts[cell]
    return `${name} has ${count} contributor${count === 1 ? '' : 's'} and ${knownText(low, high)}`
  }
  if (aloneLow === aloneHigh) return `${name} ${knownText(low, high)}, already from ${suppressedBy.join(' and ')} alone`
  return `${name} ${knownText(low, high)} (from ${suppressedBy.join(' and ')} alone: ${rangeText(aloneLow, aloneHigh)})`
}

function rangeText(low: number, high: number): string {
  return high === Infinity ? `${numberText(low)} or more` : `${numberText(low)} to ${numberText(high)}`
}

/** `A (12) − B (4) − C (3) = 5`. */
/** Part of a bound from the least values of other suppressed cells. */
function restText({ table }: JoinedReleases, terms: readonly Term[], value: number): string {
  const rest = terms.reduce((left, { cell, times }) => left - times * table.values[cell], value)
  if (Math.abs(rest) <= 1e-6 * Math.max(1, Math.abs(value))) return ''
  return ` ${rest > 0 ? '+' : '−'} ${numberText(Math.abs(rest))}, the least value of other suppressed cells`
}

function equation(releases: readonly Release[], joined: JoinedReleases, terms: readonly Term[]): string {
  const value = terms.reduce((all, { cell, times }) => all + times * joined.table.values[cell], 0)
  return `${sum(releases, joined, terms)} = ${numberText(value)}`
}

function sum(releases: readonly Release[], joined: JoinedReleases, terms: readonly Term[]): string {
  if (terms.length === 0) return '0'
  const ordered = [...terms].sort((a, b) => b.times - a.times)
  return ordered
    .map(({ cell, times }, i) => {
      const [by] = joined.publishedBy[cell]
      const sign = times < 0 ? '− ' : i === 0 ? '' : '+ '
      const often = Math.abs(times) === 1 ? '' : `${numberText(Math.abs(times))} × `
      return `${sign}${often}${ownName(releases, by.release, by.cell)} (${numberText(joined.table.values[cell])})`
    })
    .join(' ')
}

/** Name of a cell by its release and levels. */
function ownName(releases: readonly Release[], release: number, cell: number): string {
  return `${releases[release].name} ${cellName(releases[release].table, cell)}`
}
