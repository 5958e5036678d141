import { asNext, asNote, option, type Message, type Metric } from '@sdc/core'
import { risksMeasured, shortNumber, type Measured, type RiskLevel } from '@sdc/engine'
import { named, quoted, groupedWarnings } from '@sdc/inspect'

/** Parts of a measured file that name the next command. */
interface Risky {
  readonly measured: readonly Measured[]
  readonly levels: readonly RiskLevel[]
  readonly columns: readonly string[]
}

/** Metrics that a message names. */
const NAMED = 3

/**
 * Returns messages of metrics: each warning once, with the metrics that gave it; and a note for each reason for missing
 * values.
 *
 * @param file - The measured file.
 * @returns The messages.
 */
export function measuredMessages({ measured }: { readonly measured: readonly Measured[] }): Message[] {
  const warned = new Map<string, string[]>()
  const without = new Map<string, string[]>()
  for (const { metric, measurement } of measured) {
    for (const warning of measurement.warnings ?? []) add(warned, warning, metric.title)
    if (measurement.value === null) add(without, measurement.reason ?? 'it was not measured', metric.title)
  }
  const reasons = [...without.keys()]
  // A combined metric repeats the reasons of its parts.
  const own = reasons.filter((reason) => !reasons.some((other) => other !== reason && reason.includes(other)))
  return [
    ...groupedWarnings(
      [...warned].map(([warning, titles]) => `${warning} (${named(titles, NAMED)})`),
      { details: option('json') },
    ),
    ...own.map((reason) => asNote(`without a value: ${named(without.get(reason) ?? [], NAMED)}: ${reason}`)),
  ]
}

/**
 * Returns the command to run after a measurement with a high risk: a comparison that limits the worst one, of those
 * that a comparison measures.
 *
 * @param file - The measured file.
 * @param data - The original and its options, as they are typed after `sdc compare`.
 * @returns One message; none without a high risk.
 */
export function nextAfterMeasuring({ measured, levels, columns }: Risky, data: string): Message[] {
  const [worst] = risksMeasured(measured, levels).filter(({ metric }) => !needsFile(metric))
  if (!worst || worst.grade !== 'high') return []
  const names = columns.length > 0 ? quoted(columns.join(',')) : 'COLUMNS'
  return [asNext(`sdc compare ${data} --columns ${names} --limit ${worst.metric.id}=${shortNumber(worst.high)}`)]
}

/** A comparison has no population and no control file. */
const needsFile = ({ needs }: Metric): boolean => needs === 'population' || needs === 'control'

function add(map: Map<string, string[]>, key: string, title: string): void {
  map.set(key, [...(map.get(key) ?? []), title])
}
