import { option, SdcError, type Metric, type Registry } from '@sdc/core'
import type { Comparison, Row } from '../compare/comparison.js'
import { markPareto } from '../compare/pareto.js'
import { unchangedPart, type Part } from '../compare/part.js'
import type { RiskLevel } from '../compare/risk-level.js'
import { highFrom, markHigh } from '../compare/risk-levels.js'
import { bindLimits, refuseUnmeasurable, type Limit } from '../limits/limits.js'
import { chooseFinalist, leastScore } from './choice.js'
import { byLoss, byScore, openGround, toBeMasked, withoutEmpty, type DecideInput } from './decide-input.js'
import { decisionOf } from './decision.js'
import { earlyPairs } from './early-pairs.js'
import { decisionLimits, withoutLosses } from './limits.js'
import { choosePairs, failedRow, lossyPairs } from './pairs.js'
import { fixedSteps } from './parts/fixed-steps.js'
import { partTitle, shortTitle } from './parts/labels.js'
import { triedParts, type TriedParts } from './tried-parts.js'
import { measureRounds } from './rounds.js'
import { endingOf } from './runs/ending.js'
import { runSample } from './runs/ground.js'
import { yardsticks, type Yardsticks } from './runs/yardsticks.js'
import { screenOf, screenParts, type FailedPart, type ScreenedPart, type Screening } from './screen-parts.js'
import { searchFurther, type SearchFound } from './search.js'
import { verdictLines, verdictText } from './verdict.js'

/** Maximum number of runs of a finalist in a quick comparison. */
const QUICK_RUNS = 2

/**
 * Chooses a plan for a file. Measures parts for the quasi-identifiers and for the confidential columns alone, then
 * pairs of the best parts. Runs a few of these pairs again with fresh random numbers. Among the finalists whose loss
 * equals the least, prefers those not close to a limit, then the truest records. Without limits, chooses the least
 * score.
 *
 * @param input - The file, its purpose, the candidates and the limits.
 * @returns The measured pairs, and the choice with its reasons.
 * @throws NO_COLUMNS, UNKNOWN_COLUMN, UNKNOWN_METRIC, BAD_PARAMETER, BAD_PLAN, BAD_OPTION; the error of the first
 *   candidate if none could be run.
 */
export async function decide(input: DecideInput): Promise<Comparison> {
  const { registry, original, compare } = input
  const ending = endingOf(input)
  const { ground: asked, purpose } = openGround(input, ending)
  const { sides, axes } = asked
  const first = runSample(asked, 1)
  const marks = await yardsticks(asked, first)
  const limits = decisionLimits(registry, purpose, input.limits ?? {}, marks, input.mayLack)
  const ground = { ...withoutEmpty(asked, marks, input), rank: limits.length > 0 ? byLoss(axes) : byScore(axes) }
  const failLimits = bindLimits(registry, input.failLimits)
  refuseUnmeasurable(bindLimits(registry, { ...input.limits, ...input.failLimits }), {
    columns: ground.columns,
    roles: ground.roles,
    original,
  })

  const fixed = fixedSteps(registry, compare, sides)
  const { parts, usual } = triedParts(input, ground, first, fixed)
  const screen = await screenOf(ground, first, limits, marks, fixed)
  const named = compare.candidates !== undefined
  const required = toBeMasked(input, ground.columns)
  const metrics = ground.metrics.map(({ use }) => registry.get('metrics', use))
  const levels = levelsOf(metrics, marks, limits)
  const known = { axes, metrics, failLimits, levels, columns: ground.columns, given: ground.given }
  const found = (some: readonly Row[]): void =>
    input.found?.(() => {
      const rows = markPareto(some, axes)
      return { ...known, limits, rows, records: original.rows, verdict: '', notes: [], warnings: [] }
    })
  const early = input.found ? earlyPairs({ ground, sample: first, marks, named, limits, required, found }) : undefined
  const all = [fixed.keys, unchangedPart('values'), ...parts]
  const screening = await screenParts(ground, all, screen, early?.look)
  const isAllFixed = fixed.keys.steps.length > 0 && parts.length === 0
  if (screening.parts.length === 2 && !isAllFixed) throw noneRuns(screening.failed, parts)

  const runs = Math.min(compare.replicates, input.quick ? QUICK_RUNS : Infinity)
  const lesser = input.lossesYield ? withoutLosses(limits, input.limits) : undefined
  const measured = await measureRounds(ground, first, choosePairs(ground, first, screening.parts, named), {
    limits,
    required,
    early: early?.pairs ?? [],
    marks,
    runs,
    named,
    choose: (some) =>
      limits.length > 0
        ? chooseFinalist(registry, some, limits, axes, ground.synthetic)
        : leastScore(some, axes, levels),
    found,
    lesser: lesser && { limits: lesser, pairs: lossyPairs(screening.parts) },
    check: input.check,
    search: input.search
      ? (pairs, judge) =>
          searchFurther({ ground, sample: first, marks, screen, parts: screening.parts, pairs, judge, found })
      : undefined,
  })

  const { searched, chosen, keeps } = measured
  const tried: Screening = {
    parts: [...screening.parts, ...(searched?.parts ?? [])],
    failed: [...screening.failed, ...(searched?.failed ?? [])],
  }
  const isPartial = ending.notes().length > 0
  const decision = decisionOf({ input, ground, sample: first, marks, limits, lesser, measured, tried, isPartial })
  const rows = [...measured.rows, ...tried.failed.map((one) => failedRow(registry, one))]
  const comparison: Omit<Comparison, 'verdict' | 'decision'> = {
    ...known,
    limits: keeps,
    rows: markPareto(rows, axes).map((row) => markHigh({ ...row, chosen: row.label === chosen?.row.label }, levels)),
    records: original.rows,
    notes: [
      ...ending.notes(),
      ...(input.quick ? [quickNote(usual, runs)] : []),
      ...(searched ? [searchNote(searched)] : []),
      ...tried.failed.map(({ part, error }) => `${partTitle(registry, part)} was not possible: ${error.message}`),
    ],
    warnings: warningsOf(registry, tried.parts),
  }
  const lines = verdictLines(registry, { ...comparison, decision })
  return { ...comparison, decision: { ...decision, lines }, verdict: verdictText(lines) }
}

/** Levels of the risks among metrics. With limits, no other threshold marks a risk as high. */
function levelsOf(metrics: readonly Metric[], { independent }: Yardsticks, limits: readonly Limit[]): RiskLevel[] {
  return metrics
    .filter(({ kind }) => kind === 'risk')
    .map((metric) => {
      const value = independent.get(metric.id)?.measurement.value ?? null
      return { metric, independent: value, high: limits.length > 0 ? null : highFrom(metric, value) }
    })
}

/** Distinct warnings of parts, each with the title of its part. */
function warningsOf(registry: Registry, parts: readonly ScreenedPart[]): string[] {
  const texts = parts.flatMap(({ part, run }) =>
    [...run.warnings, ...severalFiles(run.files.length)].map((text) => `${shortTitle(registry, [part])}: ${text}`),
  )
  return [...new Set(texts)]
}

function severalFiles(count: number): string[] {
  if (count === 1) return []
  return [`makes ${count} files; values are means over them, and all ${count} files together may disclose more`]
}

function quickNote({ all, tried }: TriedParts['usual'], runs: number): string {
  return `quick search: ${tried} of the ${all} usual parts tried, finalists run ${runs === 1 ? 'once' : 'twice'}`
}

function searchNote({ parts, rounds }: SearchFound): string {
  return `the search tried ${parts.length} further parts in ${rounds === 1 ? 'one round' : `${rounds} rounds`}`
}

function noneRuns(failed: readonly FailedPart[], parts: readonly Part[]): SdcError {
  const [one] = failed
  if (!one) {
    const message = `none of the registered methods accepts these columns (${parts.length} candidates)`
    return new SdcError('NO_COLUMNS', message, {}, `Name a method: ${option('try', '"ID name=value"')}.`)
  }
  const { part, error } = one
  if (failed.length === 1) return error
  const whole = `none of the ${failed.length} candidates ran; the first, ${part.label}, failed: ${error.message}`
  return new SdcError(error.code, whole, { ...error.place, candidate: part.label }, error.fix)
}
