import { metricKinds, option, type Metric } from '@sdc/core'
import {
  accompanyingRisks,
  kindsTogether,
  measureRun,
  rolesOf,
  severity,
  briefNumber,
  briefText,
  type Measured,
  type MetricPlan,
  type RiskLevel,
  rootRng,
} from '@sdc/engine'
import type { ReportCriterion } from '@sdc/report'
import { groupedNumber } from '@sdc/inspect'
import { measuredLevels } from '../../measure/measured-levels.js'
import { usualProfile } from '../../measure/profiles.js'
import { columnsMeasured } from '../../measure/measured-columns.js'
import { valueAgainstLimit } from '../../policy/value-beside.js'
import { isSynthetic, measureSynthesis, type SynthesisMeasures } from './synthesis-measures.js'
import type { ReportedRun } from './reported-run.js'

/** Largest number of values for which a report measures more than the metrics of the plan. */
export const MOST_CELLS = 150_000

/** Measurements for a report. */
export interface MeasuredFacts {
  readonly measured: readonly Measured[]
  /** Values of the risks in independent data, and their limits of a high risk. */
  readonly levels: readonly RiskLevel[]
  readonly columns: readonly string[]
  /** The usual metrics of risk and loss for such columns. */
  readonly axes?: { readonly risk?: string | undefined; readonly loss?: string | undefined } | undefined
  /** Reason why some usual metrics were not measured; undefined if all were. */
  readonly note?: string | undefined
  /** Likeness and risks of a synthetic file; undefined for other files. */
  readonly synthesis?: SynthesisMeasures | undefined
}

/**
 * Measures the files of a run for its report: the usual metrics of their columns, the risks that go with a choice, and
 * the metrics of the plan. For a large file, measures only the metrics of the plan.
 *
 * @param reported - The run.
 * @param tick - Receives the completed share, from 0 to 1.
 * @returns The values, with those of the risks in independent data.
 */
export async function measureFacts(
  reported: ReportedRun,
  tick: (fraction: number) => void = () => undefined,
): Promise<MeasuredFacts> {
  const { registry, original, schema, run, files, metrics = [], measure } = reported
  const { columns, given } = columnsMeasured(run, files, original, schema, measure)
  const roles = rolesOf(original, schema)
  const cells = original.rows * original.names.length
  const isDrawn = isSynthetic(reported)
  // Synthetic files have measures of their own, for every size.
  const isLarge = cells > MOST_CELLS && !isDrawn
  // A plan with metrics, for example those of a choice, is measured by these.
  const usual = isLarge || isDrawn || metrics.length > 0 ? [] : usualIds(reported, columns)
  const plans = [...metrics, ...usual.filter((id) => !metrics.some(({ use }) => use === id)).map(planOf)]
  const note = isLarge
    ? `The file has ${groupedNumber(cells)} cells, more than the ${groupedNumber(MOST_CELLS)} up to which a report measures everything that is usual: only what the plan names was measured (metrics in the plan, ${option('metrics')}).`
    : undefined
  const axes = registry.defaults.axes?.[kindsTogether(original, columns)]
  const synthesis = isDrawn ? await measureSynthesis(reported, (fraction) => tick(0.4 * fraction)) : undefined
  if (plans.length === 0 || columns.length === 0) return { measured: [], levels: [], columns, axes, note, synthesis }
  const rng = rootRng('1')
  const input = { registry, original, columns, given, roles, metrics: plans }
  const measured = await measureRun({ ...input, files, rng, tick: (fraction) => tick(0.4 + 0.4 * fraction) })
  const levels = await measuredLevels(measured, { ...input, rng, prepared: new Map() })
  tick(1)
  return { measured, levels, columns, axes, note, synthesis }
}

function usualIds(reported: ReportedRun, columns: readonly string[]): string[] {
  const { registry, original, schema } = reported
  const roles = rolesOf(original, schema)
  const links = isSynthetic(reported) ? 'synthetic' : 'linked'
  const risks = links === 'linked' ? accompanyingRisks({ registry, original, columns, roles }) : []
  return [
    ...new Set([
      ...usualProfile(registry, original, columns, { rules: schema?.rules }, links).ids,
      ...risks.map(({ id }) => id),
    ]),
  ].sort()
}

function planOf(use: string): MetricPlan {
  return { use, params: {} }
}

/**
 * Returns all measurements as rows of a table: risks with the value in independent data and the limit of a high risk.
 *
 * @param facts - The measurements.
 * @param worst - Worst value of every metric over other runs, if any; the file is a run itself.
 * @returns A row for each metric, risks first.
 */
export function measureRows(
  { measured, levels }: MeasuredFacts,
  worst: ReadonlyMap<string, number | null> = new Map(),
): ReportCriterion[] {
  const order = ({ metric }: Measured): number => metricKinds.indexOf(metric.kind)
  return [...measured].sort((a, b) => order(a) - order(b)).map((one) => rowOf(one, levels, worst))
}

function rowOf(
  { metric, measurement }: Measured,
  levels: readonly RiskLevel[],
  worst: ReadonlyMap<string, number | null>,
): ReportCriterion {
  const level = levels.find((one) => one.metric.id === metric.id)
  const { value, reason, interval, used, sample } = measurement
  const others = worst.get(metric.id)
  const atWorst = others === undefined ? undefined : worse(metric, value, others)
  const severities = [value, atWorst ?? null].flatMap((one) => (level ? (severity(level, one) ?? []) : []))
  const isHigh = severities.some((way) => way > 1)
  const notes = [
    ...(reason === undefined ? [] : [reason]),
    ...(interval
      ? [
          `${interval.by === 'range' ? 'range over starts' : '95 % interval'}: ${briefNumber(interval.low)} to ${briefText(interval.high, metric).trim()}`,
        ]
      : []),
    ...(sample ? [`by a sample of ${groupedNumber(used)} of ${groupedNumber(sample.of)}`] : []),
    ...(isHigh && metric.high && value !== null
      ? [metric.high.meaning.replaceAll('{value}', valueText(value, metric))]
      : []),
    ...(measurement.warnings ?? []),
  ]
  return {
    name: metric.title,
    id: metric.id,
    limit: level?.high == null ? `${metric.better} is better` : highText(metric, level.high),
    released: valueText(value, metric, level?.high),
    ...(atWorst === undefined ? {} : { worst: valueText(atWorst, metric, level?.high) }),
    ...(level?.independent == null ? {} : { independent: valueText(level.independent, metric) }),
    state: isHigh ? 'high' : 'not high',
    ...(notes.length > 0 && { note: notes.join('; ') }),
  }
}

/** Returns the worse of two values: the file itself is one of the runs. A missing value is the worst. */
function worse({ better }: Metric, one: number | null, other: number | null): number | null {
  if (one === null || other === null) return null
  return better === 'lower' ? Math.max(one, other) : Math.min(one, other)
}

function highText(metric: Metric, high: number): string {
  return `high ${metric.better === 'lower' ? 'from' : 'up to'} ${valueText(high, metric)}`
}

/**
 * Returns a value with its unit, or a text for a missing value.
 *
 * @param value - The value.
 * @param metric - Its metric.
 * @param limit - A number that it is compared with: the text is on the same side of it.
 * @returns The text.
 */
export function valueText(value: number | null, metric: Pick<Metric, 'unit'>, limit?: number | null): string {
  if (value === null) return NO_VALUE
  const brief = briefText(value, metric).trim()
  return limit == null ? brief : `${valueAgainstLimit(value, limit)} ${metric.unit}`.trim()
}

/** Text for a missing value. */
export const NO_VALUE = 'no value'
