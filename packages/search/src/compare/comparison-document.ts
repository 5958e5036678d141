import { textsOf, type Message } from '@sdc/core'
import {
  beyondText,
  formError,
  gradeOf,
  limitKey,
  risksOf,
  unitText,
  type Comparison,
  type RiskLevel,
  type Row,
} from '@sdc/engine'
import type * as z from 'zod'
import { inDocument, readDocument, type InputFile } from '@sdc/inspect'
import { compareOutput } from './output.js'
import { shownRows } from './shown-rows.js'

/** File name of a comparison. */
export const comparisonName = 'comparison.json'

/** Comparison as plain data, for files, maps, reports, the page and programs. */
export type ComparisonDocument = z.output<typeof compareOutput>

/** Candidate of a comparison. */
export type ComparedCandidate = ComparisonDocument['candidates'][number]

/**
 * Document of a comparison.
 *
 * @param comparison - The comparison.
 * @param messages - Further messages, whose warnings come first.
 * @returns Plain data of the form `compareOutput`.
 */
export function comparisonDocument(comparison: Comparison, messages: readonly Message[] = []): ComparisonDocument {
  const { decision, axes, metrics, limits, levels, rows, columns, given, records, verdict, notes, warnings } =
    comparison
  const places = new Map(shownRows(comparison, false).map((row, i) => [row, i + 1]))
  return {
    n: records,
    columns: [...columns],
    given: [...given],
    axes: { risk: axes.risk.id, loss: axes.loss.id },
    metrics: Object.fromEntries(metrics.map(({ id, title, unit, better }) => [id, { title, unit, better }])),
    limits: Object.fromEntries(limits.map((limit) => [limitKey(limit), limit.value])),
    risks: Object.fromEntries(
      levels.map((level) => [
        level.metric.id,
        { independent: level.independent, high: limitOn(level, comparison) ?? level.high },
      ]),
    ),
    candidates: rows.map((row) => candidateOf(row, places.get(row), comparison)),
    verdict,
    ...(decision && {
      decision: {
        ...(decision.purpose !== undefined && { purpose: decision.purpose }),
        lines: [...decision.lines],
        finalists: [...decision.finalists],
        ties: [...decision.ties],
        close: decision.close.map(limitKey),
        tried: decision.tried,
        beside: Object.fromEntries(decision.beside),
        ...(decision.sampled !== undefined && { sampled: decision.sampled }),
        ...(decision.isPartial && { partial: true as const }),
      },
    }),
    notes: [...notes],
    warnings: [...textsOf(messages, 'warning'), ...warnings],
  }
}

function candidateOf(row: Row, place: number | undefined, comparison: Comparison): ComparedCandidate {
  const { use, varied, steps, then, label, title, replicates, pareto, chosen, unmasked, beyond, high, error } = row
  const limited = comparison.levels.map((level) => limitedLevel(level, comparison))
  return {
    use,
    varied,
    steps: [...steps],
    then: [...then],
    label,
    title,
    replicates,
    pareto,
    chosen,
    ...(place !== undefined && { place }),
    unmasked: [...unmasked],
    beyond: beyond.map(({ limit, value, reason }) => ({
      metric: limitKey(limit),
      limit: limit.value,
      value,
      ...(reason !== undefined && { reason }),
    })),
    high: [...high],
    levels: Object.fromEntries(risksOf(row, limited).map((one) => [one.level.metric.id, gradeOf(one.severity)])),
    reasons: reasonsOf(row, comparison.levels),
    ...(row.negatives && { negatives: [...row.negatives] }),
    ...(row.rules && { rules: { records: row.rules.records, broken: row.rules.broken } }),
    ...(error && { error: { code: error.code, message: error.message, fix: error.fix } }),
    metrics: Object.fromEntries(row.metrics),
  }
}

/** Reasons why a candidate cannot be chosen, and its high risks, one text each. */
function reasonsOf(row: Row, levels: readonly RiskLevel[]): string[] {
  const high = risksOf(row, levels).flatMap(({ level: { metric, high: from }, value, severity }) => {
    const bound = from === null ? '' : ` (high from ${unitText(from, metric).trim()})`
    return severity > 1 ? [`high risk: ${metric.title} ${unitText(value, metric).trim()} in its worst run${bound}`] : []
  })
  return [
    ...(row.unmasked.length > 0 ? [`leaves ${row.unmasked.join(', ')} unmasked`] : []),
    ...row.beyond.map((one) => `exceeds a limit: ${beyondText(one)}`),
    ...(row.refusals ?? []).map((one) => `its release would be refused: ${one}`),
    ...high,
  ]
}

/** Limit on the value of a risk; undefined without one. */
function limitOn({ metric }: RiskLevel, { limits }: Comparison): number | undefined {
  return limits.find((one) => one.metric.id === metric.id && one.atEnd !== true)?.value
}

/**
 * Level of a risk that is high from its limit on, if there is one. Grades count from independent data, or from the better end of
 * the range if these are beyond the limit.
 */
function limitedLevel(level: RiskLevel, comparison: Comparison): RiskLevel {
  const { metric, independent } = level
  const limit = limitOn(level, comparison)
  if (limit === undefined) return level
  const isWithin = independent !== null && (metric.better === 'higher' ? independent > limit : independent < limit)
  return { metric, independent: isWithin ? independent : null, high: limit }
}

/**
 * Reads a comparison.
 *
 * @param file - `comparison.json`.
 * @returns The comparison.
 * @throws BAD_PLAN for another file, or a changed one.
 */
export function readComparison(file: InputFile): ComparisonDocument {
  const value = readDocument(file)
  return inDocument(file, () => {
    const parsed = compareOutput.safeParse(value)
    if (parsed.success) return parsed.data
    const fix = 'It was changed, cut off, or is of another version: compare again.'
    throw formError('comparison', parsed.error, value, compareOutput, fix)
  })
}

/**
 * Returns the comparison with another candidate as its choice, without the details of its own choice.
 *
 * @param document - The comparison.
 * @param label - Label of the candidate.
 * @returns The comparison.
 */
export function withChoice(document: ComparisonDocument, label: string): ComparisonDocument {
  const { decision, ...rest } = document
  const candidates = document.candidates.map((one) => ({ ...one, chosen: one.label === label }))
  const isOwn = document.candidates.some((one) => one.chosen && one.label === label)
  return { ...rest, candidates, ...(isOwn && decision && { decision }) }
}
