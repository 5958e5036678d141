import { SdcError, type Registry } from '@sdc/core'
import { bindLimits, limitKey, type Comparison, type Limit, type RiskLevel, type Row } from '@sdc/engine'
import type { ReportCandidate, RiskUtilityMap } from '@sdc/report'
import type * as z from 'zod'
import { comparisonMap } from '../compare/comparison-map.js'
import type { compareOutput } from '../compare/output.js'
import { reportNumber } from './number-text.js'

/** Content of `comparison.json`. */
export type ComparedJson = z.output<typeof compareOutput>

/** Facts that a comparison adds to the report of its choice. */
export interface ComparedFacts {
  readonly map: RiskUtilityMap
  readonly candidates: readonly ReportCandidate[]
  /** Number of runs of the choice, without the file of the report. */
  readonly runs: number
  /** Worst value of these runs, by metric. */
  readonly worst: ReadonlyMap<string, number | null>
  readonly verdict: string
  /** Statistics kept and lost, as a sentence without a full stop. */
  readonly kept?: string | undefined
  /** Limits on the choice. */
  readonly limits: readonly Limit[]
  readonly warnings: readonly string[]
}

/**
 * Facts of a comparison for a report, from its JSON. The report that a comparison writes is therefore the same as one made
 * from its folder later.
 *
 * @param json - Result of `comparisonJson`.
 * @param registry - Registry with its metrics.
 * @param data - Name of the original.
 * @returns The map, the table of candidates, and the facts about the choice.
 * @throws UNKNOWN_METRIC where a plugin is missing.
 */
export function comparedFacts(json: ComparedJson, registry: Registry, data: string): ComparedFacts {
  const comparison = comparisonOf(json, registry)
  const chosen = json.candidates.find((one) => one.chosen)
  const worst = new Map(
    Object.entries(chosen?.metrics ?? {}).map(([id, { min, max, reason }]) => {
      const isLower = registry.get('metrics', id).better === 'lower'
      return [id, reason === undefined ? (isLower ? max : min) : null] as const
    }),
  )
  return {
    map: comparisonMap(comparison, data),
    candidates: json.candidates.map((one) => candidateOf(one, json)),
    runs: chosen?.replicates ?? 1,
    worst,
    verdict: json.verdict,
    kept: json.decision?.lines.find(({ of }) => of === 'loss')?.text,
    limits: comparison.limits,
    warnings: [...json.notes, ...json.warnings],
  }
}

/** The comparison, restored from its JSON as far as the map needs it. */
function comparisonOf(json: ComparedJson, registry: Registry): Comparison {
  const metric = (id: string): RiskLevel['metric'] => registry.get('metrics', id)
  const limits = bindLimits(registry, json.limits)
  return {
    rows: json.candidates.map((one) => rowOf(one, limits)),
    axes: { risk: metric(json.axes.risk), loss: metric(json.axes.loss) },
    metrics: Object.keys(json.units).map(metric),
    limits,
    failLimits: [],
    levels: Object.entries(json.risks).map(([id, level]) => ({ metric: metric(id), ...level })),
    columns: json.columns,
    given: [],
    records: json.n,
    verdict: json.verdict,
    notes: json.notes,
    warnings: json.warnings,
  }
}

function rowOf(one: ComparedJson['candidates'][number], limits: readonly Limit[]): Row {
  const { error, beyond, metrics, masks, params, ...rest } = one
  const kept = limits.flatMap((limit) => {
    const found = beyond.find(({ metric }) => metric === limitKey(limit))
    return found ? [{ limit, value: found.value, ...(found.reason !== undefined && { reason: found.reason }) }] : []
  })
  return {
    ...rest,
    varied: params,
    steps: [],
    masking: masks.length,
    masks: masks.map(({ columns }) => columns),
    metrics: new Map(Object.entries(metrics)) as Row['metrics'],
    beyond: kept,
    ...(error && { error: new SdcError('CANCELLED', error.message) }),
  } as Row
}

function candidateOf(one: ComparedJson['candidates'][number], { axes, units }: ComparedJson): ReportCandidate {
  const text = (id: string, which: 'mean' | 'max'): string => {
    const value = one.metrics[id]?.[which] ?? null
    return value === null ? '–' : `${reportNumber(value)} ${units[id] ?? ''}`.trim()
  }
  const notes = [
    ...(one.error ? [one.error.message] : []),
    ...(one.unmasked.length > 0 ? [`leaves ${one.unmasked.join(', ')} unmasked`] : []),
    ...(one.beyond.length > 0 ? [`beyond ${one.beyond.map(({ metric }) => metric).join(', ')}`] : []),
    ...(one.high.length > 0 ? [`high: ${one.high.join(', ')}`] : []),
  ]
  return {
    label: one.label,
    loss: text(axes.loss, 'mean'),
    risk: text(axes.risk, 'mean'),
    worst: text(axes.risk, 'max'),
    chosen: one.chosen,
    ...(notes.length > 0 && { note: notes.join('; ') }),
  }
}
