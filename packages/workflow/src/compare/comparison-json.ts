import { textsOf, type Message } from '@sdc/core'
import { gradeOf, limitKey, risksOf, type Comparison, type RiskLevel } from '@sdc/engine'

/**
 * Comparison for programs; `compareOutput` describes the form.
 *
 * @param comparison - The comparison.
 * @param messages - Further messages, whose warnings come first.
 * @returns JSON.
 */
export function comparisonJson(comparison: Comparison, messages: readonly Message[] = []): unknown {
  const { decision, axes, metrics, limits, levels, rows, columns, records, verdict, notes, warnings } = comparison
  const limited = limitedLevels(comparison)
  return {
    n: records,
    columns,
    axes: { risk: axes.risk.id, loss: axes.loss.id },
    units: Object.fromEntries(metrics.map(({ id, unit }) => [id, unit])),
    titles: Object.fromEntries(metrics.map(({ id, title }) => [id, title])),
    limits: Object.fromEntries(limits.map((limit) => [limitKey(limit), limit.value])),
    risks: Object.fromEntries(
      levels.map(({ metric, independent }, l) => [metric.id, { independent, high: limited[l].high }]),
    ),
    candidates: rows.map((row) => ({
      use: row.use,
      params: row.steps[0].params,
      then: row.then,
      label: row.label,
      title: row.title,
      replicates: row.replicates,
      pareto: row.pareto,
      chosen: row.chosen,
      masks: row.steps.slice(0, row.masking).map(({ use }, s) => ({ use, columns: row.masks[s] ?? [] })),
      unmasked: row.unmasked,
      beyond: row.beyond.map(({ limit, value, reason }) => ({
        metric: limitKey(limit),
        limit: limit.value,
        value,
        ...(reason === undefined ? {} : { reason }),
      })),
      high: row.high,
      levels: Object.fromEntries(risksOf(row, limited).map((one) => [one.level.metric.id, gradeOf(one.severity)])),
      ...(row.negatives && { negatives: row.negatives }),
      ...(row.error ? { error: { code: row.error.code, message: row.error.message } } : {}),
      metrics: Object.fromEntries(row.metrics),
    })),
    verdict,
    ...(decision && {
      decision: {
        ...(decision.purpose !== undefined && { purpose: decision.purpose }),
        lines: decision.lines,
        finalists: decision.finalists,
        ties: decision.ties,
        close: decision.close.map(limitKey),
        tried: { keys: decision.parts.keys.tried, values: decision.parts.values.tried },
        beside: Object.fromEntries(decision.beside),
        ...(decision.sampled !== undefined && { sampled: decision.sampled }),
      },
    }),
    notes,
    warnings: [...textsOf(messages, 'warning'), ...warnings],
  }
}

/**
 * Levels of risks with the value from which each is high: its limit, if there is one. Grades count from independent data,
 * or from the better end of the range if these are beyond the limit.
 */
function limitedLevels({ levels, limits }: Pick<Comparison, 'levels' | 'limits'>): RiskLevel[] {
  return levels.map((level) => {
    const { metric, independent } = level
    const limit = limits.find((one) => one.metric.id === metric.id && one.atEnd !== true)?.value
    if (limit === undefined) return level
    const isWithin = independent !== null && (metric.better === 'higher' ? independent > limit : independent < limit)
    return { metric, independent: isWithin ? independent : null, high: limit }
  })
}
