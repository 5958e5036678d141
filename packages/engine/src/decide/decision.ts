/** Details of a choice, from the measured pairs of a comparison. */
import type { Yardsticks as MetricYardsticks, Decision, Row } from '../compare/comparison.js'
import type { Part } from '../compare/part.js'
import { worstRun } from '../compare/place.js'
import { isBeyond, type Beyond, type Limit } from '../limits/limits.js'
import { decisionAdvice } from './advice.js'
import { isClose } from './choice.js'
import { USUAL_PURPOSE, type DecideInput } from './decide-input.js'
import { excess } from './pairs.js'
import type { Rounds } from './rounds.js'
import type { Ground, RunSample } from './runs/ground.js'
import type { Yardsticks } from './runs/yardsticks.js'
import type { Screening } from './screen-parts.js'

/** A comparison whose pairs are measured. */
export interface MeasuredComparison {
  readonly input: DecideInput
  readonly ground: Ground
  readonly sample: RunSample
  readonly marks: Yardsticks
  readonly limits: readonly Limit[]
  /** Limits that decide if no pair keeps all; undefined if all have to be kept. */
  readonly lesser: readonly Limit[] | undefined
  readonly measured: Rounds
  /** All parts that were tried, including those of a search. */
  readonly tried: Screening
  readonly isPartial: boolean
}

/**
 * Collects the details of a choice.
 *
 * @param comparison - The measured comparison.
 * @returns The details, without the lines of the verdict.
 */
export function decisionOf(comparison: MeasuredComparison): Omit<Decision, 'lines'> {
  const { input, ground, sample, marks, limits, measured, tried, isPartial } = comparison
  const { chosen, keeps, finalists } = measured
  const nearest = chosen ? undefined : nearestRow(comparison)
  const countOf = (side: Part['side']): number =>
    [...tried.parts, ...tried.failed].filter(({ part }) => part.side === side && part.steps.length > 0).length
  return {
    purpose: ground.families.length > 0 ? (input.compare.purpose ?? USUAL_PURPOSE) : undefined,
    families: ground.families,
    beside: yardsticksOf(ground, marks),
    tried: { keys: countOf('keys'), values: countOf('values') },
    finalists: finalists.map(({ label }) => label),
    ties: chosen?.ties.map(({ label }) => label) ?? [],
    nearest,
    fix: chosen ? [] : decisionAdvice(ground, nearest, limits, marks),
    lost: chosen
      ? brokenBy(
          chosen.row,
          limits.filter((limit) => !keeps.includes(limit)),
        )
      : [],
    close: keeps.filter((limit) => chosen !== undefined && isClose(chosen.row, [limit])),
    isPartial,
    ...(sample.rows && { sampled: sample.rows.length }),
  }
}

/** Row nearest to the limits, preferably one whose release would not be refused. */
function nearestRow({ measured, lesser }: MeasuredComparison): Row | undefined {
  return (
    measured.rows
      // A plan does not fail by limits on losses that may be given up.
      .map((row) => (lesser ? { ...row, beyond: row.beyond.filter(({ limit }) => lesser.includes(limit)) } : row))
      .sort((a, b) => excess(a.beyond) - excess(b.beyond) || Number(!a.refusals) - Number(!b.refusals))
      .at(0)
  )
}

/** Limits that a row breaks in its worst run, with its values. */
function brokenBy(row: Row, limits: readonly Limit[]): Beyond[] {
  return limits
    .map((limit) => ({ limit, value: worstRun(row, limit.metric, limit.atEnd) }))
    .filter(({ limit, value }) => isBeyond(limit, value))
}

/** Values of each metric on the original and on independent data, by metric id. */
function yardsticksOf({ metrics }: Ground, { original, independent }: Yardsticks): Map<string, MetricYardsticks> {
  return new Map(
    metrics.map(({ use }) => [
      use,
      {
        original: original.get(use)?.measurement.value ?? null,
        independent: independent.get(use)?.measurement.value ?? null,
      },
    ]),
  )
}
