import { SdcError, type Registry } from '@sdc/core'
import { bindLimits, limitKey, type Comparison, type Limit, type RiskLevel, type Row } from '@sdc/engine'
import type { ReportCandidate, RiskUtilityMap } from '@sdc/report'
import type * as z from 'zod'
import { comparisonMap } from '../compare/comparison-map.js'
import type { compareOutput } from '../compare/output.js'
import { reportNumber } from './number-text.js'

/** What `comparison.json` says. */
export type ComparedJson = z.output<typeof compareOutput>

/** What a comparison adds to the report of its choice. */
export interface ComparedFacts {
  readonly map: RiskUtilityMap
  readonly candidates: readonly ReportCandidate[]
  /** How many runs the choice was measured over, the file of the report not among them. */
  readonly runs: number
  /** The worst of them by metric. */
  readonly worst: ReadonlyMap<string, number | null>
  readonly verdict: string
  /** What is kept and lost, as a sentence without a full stop. */
  readonly kept?: string | undefined
  /** What the choice was held to. */
  readonly limits: readonly Limit[]
  readonly warnings: readonly string[]
}

/**
 * What a comparison says for a report, from what it wrote: so the report that it writes itself, and one that is made of its
 * folder later, are the same.
 *
 * @param json - What `comparisonJson` gave.
 * @param registry - Its metrics.
 * @param data - The name of the original.
 * @returns The map, the table, and what is known of the choice.
 * @throws UNKNOWN_METRIC where a plugin is not at hand.
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

/** What is drawn of a comparison, as it was before it was written. */
function comparisonOf(json: ComparedJson, registry: Registry): Comparison {
  const metric = (id: string): RiskLevel['metric'] => registry.get('metrics', id)
  const limits = bindLimits(registry, json.limits)
  return {
    rows: json.candidates.map((one) => rowOf(one, limits)),
    axes: { risk: metric(json.axes.risk), loss: metric(json.axes.loss) },
    metrics: Object.keys(json.units).map(metric),
    limits,
    bounds: [],
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
