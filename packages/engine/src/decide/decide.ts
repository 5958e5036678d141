import { option, SdcError } from '@sdc/core'
import type { Yardsticks, Comparison, Decision, Row } from '../compare/comparison.js'
import { keyRelations } from '../compare/key-relations.js'
import { markPareto } from '../compare/pareto.js'
import { unchangedPart, type Part } from '../compare/part.js'
import { worstRun } from '../compare/place.js'
import type { RiskLevel } from '../compare/risk-level.js'
import { highFrom, markHigh } from '../compare/risk-levels.js'
import { bindLimits, isBeyond, refuseUnmeasurable, type Beyond } from '../limits/limits.js'
import { decisionAdvice } from './advice.js'
import { chooseFinalist, isClose, leastScore } from './choice.js'
import {
  byLoss,
  byScore,
  openGround,
  toBeMasked,
  USUAL_PURPOSE,
  withoutEmpty,
  type DecideInput,
} from './decide-input.js'
import { endingOf } from './runs/ending.js'
import { runSample } from './runs/ground.js'
import { decisionLimits, withoutLosses } from './limits.js'
import { fixedSteps } from './parts/fixed-steps.js'
import { partTitle, shortTitle } from './parts/labels.js'
import { namedParts } from './parts/named-parts.js'
import { earlyPairs } from './early-pairs.js'
import { choosePairs, excess, failedRow, lossyPairs } from './pairs.js'
import { measureRounds } from './rounds.js'
import { screenOf, screenParts, type FailedPart } from './screen-parts.js'
import { searchFurther, type SearchFound } from './search.js'
import { usualParts } from './parts/usual-parts.js'
import { oneVariantEach } from './parts/variants.js'
import { verdictLines, verdictText } from './verdict.js'
import { yardsticks } from './runs/yardsticks.js'

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
  const { registry, original, schema, compare } = input
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
  const relations = keyRelations(first.original, fixed.sides.keys, sides.numbers)
  const named = namedParts(registry, original, schema, compare, fixed.sides)
  const usual =
    compare.candidates && !compare.methods
      ? []
      : usualParts({
          registry,
          original,
          roles: ground.roles,
          sides: fixed.sides,
          relations,
          given: compare.given,
          by: compare.by,
          options: {
            ...(compare.precision && { precision: compare.precision }),
            ...(compare.missing && { missing: compare.missing }),
          },
          methods: compare.methods,
          reverseMapped: compare.then.length > 1,
          synthetic: ground.synthetic,
        }).filter(({ steps }) => steps.length > 0)
  const tried = input.quick ? oneVariantEach(usual) : usual
  const parts = [...named, ...tried].map(fixed.add)
  const all = [fixed.keys, unchangedPart('values'), ...parts]
  const screen = await screenOf(ground, first, limits, marks, fixed)
  const isNamed = compare.candidates !== undefined
  const required = toBeMasked(input, ground.columns)
  const metrics = ground.metrics.map(({ use }) => registry.get('metrics', use))
  const levels = metrics
    .filter(({ kind }) => kind === 'risk')
    .map((metric): RiskLevel => {
      const independent = marks.independent.get(metric.id)?.measurement.value ?? null
      // With limits, no other threshold marks a risk as high.
      return { metric, independent, high: limits.length > 0 ? null : highFrom(metric, independent) }
    })
  const known = { axes, metrics, failLimits, levels, columns: ground.columns, given: ground.given }
  const found = (some: readonly Row[]): void =>
    input.found?.(() => {
      const rows = markPareto(some, axes)
      return { ...known, limits, rows, records: original.rows, verdict: '', notes: [], warnings: [] }
    })
  const early = input.found
    ? earlyPairs({ ground, sample: first, marks, named: isNamed, limits, required, found })
    : undefined
  const usually = await screenParts(ground, all, screen, early?.look)
  const isAllFixed = fixed.keys.steps.length > 0 && parts.length === 0
  if (usually.parts.length === 2 && !isAllFixed) throw noneRuns(usually.failed, parts)

  const runs = Math.min(compare.replicates, input.quick ? QUICK_RUNS : Infinity)
  const lesser = input.lossesYield ? withoutLosses(limits, input.limits) : undefined
  const measured = await measureRounds(ground, first, choosePairs(ground, first, usually.parts, isNamed), {
    limits,
    required,
    early: early?.pairs ?? [],
    marks,
    runs,
    named: isNamed,
    choose: (some) =>
      limits.length > 0
        ? chooseFinalist(registry, some, limits, axes, ground.synthetic)
        : leastScore(some, axes, levels),
    found,
    lesser: lesser && { limits: lesser, pairs: lossyPairs(usually.parts) },
    check: input.check,
    search: input.search
      ? (pairs, judge) =>
          searchFurther({ ground, sample: first, marks, screen, parts: usually.parts, pairs, judge, found })
      : undefined,
  })
  const { searched, keeps } = measured
  const lost = limits.filter((limit) => !keeps.includes(limit))
  const screened = [...usually.parts, ...(searched?.parts ?? [])]
  const failed = [...usually.failed, ...(searched?.failed ?? [])]
  const countOf = (side: Part['side']): number =>
    [...screened, ...failed].filter(({ part }) => part.side === side && part.steps.length > 0).length
  const { chosen, finalists: close } = measured
  const nearest = chosen
    ? undefined
    : measured.rows
        // A plan does not fail by limits on losses that may be given up.
        .map((row) => (lesser ? { ...row, beyond: row.beyond.filter(({ limit }) => lesser.includes(limit)) } : row))
        .sort((a, b) => excess(a.beyond) - excess(b.beyond) || Number(!a.refusals) - Number(!b.refusals))[0]
  const rows = markPareto([...measured.rows, ...failed.map((one) => failedRow(registry, one))], axes).map((row) =>
    markHigh({ ...row, chosen: row.label === chosen?.row.label }, levels),
  )
  const beside = new Map(
    ground.metrics.map(({ use }): [string, Yardsticks] => [
      use,
      {
        original: marks.original.get(use)?.measurement.value ?? null,
        independent: marks.independent.get(use)?.measurement.value ?? null,
      },
    ]),
  )
  const decision: Omit<Decision, 'lines'> = {
    purpose: ground.families.length > 0 ? (compare.purpose ?? USUAL_PURPOSE) : undefined,
    families: ground.families,
    beside,
    tried: { keys: countOf('keys'), values: countOf('values') },
    finalists: close.map(({ label }) => label),
    ties: chosen?.ties.map(({ label }) => label) ?? [],
    nearest,
    fix: chosen ? [] : decisionAdvice(ground, nearest, limits, marks),
    lost: lost.flatMap((limit): Beyond[] => {
      const value = chosen ? worstRun(chosen.row, limit.metric, limit.atEnd) : null
      return chosen && isBeyond(limit, value) ? [{ limit, value }] : []
    }),
    close: keeps.filter((limit) => chosen !== undefined && isClose(chosen.row, [limit])),
    isPartial: ending.notes().length > 0,
    ...(first.rows && { sampled: first.rows.length }),
  }
  const comparison: Omit<Comparison, 'verdict' | 'decision'> = {
    ...known,
    limits: keeps,
    rows,
    records: original.rows,
    notes: [
      ...ending.notes(),
      ...(input.quick ? [quickNote(tried.length, usual.length, runs)] : []),
      ...(searched ? [searchNote(searched)] : []),
      ...failed.map(({ part, error }) => `${partTitle(registry, part)} was not possible: ${error.message}`),
    ],
    warnings: [
      ...new Set(
        screened.flatMap(({ part, run }) =>
          [...run.warnings, ...severalFiles(run.files.length)].map(
            (text) => `${shortTitle(registry, [part])}: ${text}`,
          ),
        ),
      ),
    ],
  }
  const lines = verdictLines(registry, { ...comparison, decision })
  return { ...comparison, decision: { ...decision, lines }, verdict: verdictText(lines) }
}

function severalFiles(count: number): string[] {
  if (count === 1) return []
  return [`makes ${count} files; values are means over them, and all ${count} files together may disclose more`]
}

function quickNote(tried: number, all: number, runs: number): string {
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
