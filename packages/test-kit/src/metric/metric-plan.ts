import { seededRng, takeColumn, withColumns, type Dataset, type Measurement } from '@sdc/core'
import { measureByPlan } from '@sdc/toolkit'
import {
  copyPair,
  inputOf,
  measure,
  overMetricCases,
  pairOf,
  pairWith,
  type MetricSubject,
  type Pair,
} from './run-metric.js'
import { artificialFile, withConstant } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { columnAsRead } from '../plan/column-as-read.js'
import { longFile, PARTITIONS, rounded, tiedFile } from '../plan/long-files.js'
import { EndsWithFile, outcome } from '../plan/outcome.js'
import { replayedMetric } from '../plan/replayed-metric.js'
import { differingParts } from '../plan/replayed-plan.js'

/**
 * Checks the plan of a metric: workers on partitions must give the measurement of one run in memory, and it may need
 * all records in memory only with a reason.
 */
export async function metricPlanChecks(subject: MetricSubject): Promise<Check[]> {
  const { metric, scenario, cases } = subject
  const checks = [
    await runCheck(metric.id, 'a plan that needs all records in memory says why', () =>
      overMetricCases(subject, [pairOf(scenario)], (params, pair) => reasonProblems(subject, pair, params)),
    ),
  ]
  const by = cases.filter(({ params }) => metric.needsFile?.({ params }) === undefined)
  if (by.length === 0) return checks
  const same = (params: unknown, pair: Pair): Promise<string[]> => workerProblems(subject, pair, params)
  checks.push(
    await runCheck(metric.id, 'workers give the measurement of one run in memory', async () => {
      // A metric that combines others reads no records.
      if (metric.parts) return overMetricCases({ ...subject, cases: by }, [pairOf(scenario)], same)
      const pair = (file: Dataset): Pair => pairOfLong(subject, file)
      const { names } = artificialFile(0)
      const four = pair(longFile(names, PARTITIONS))
      // A search takes long: its other parameters are checked on small files.
      if (metric.cost?.sampleAbove !== undefined)
        return overMetricCases({ ...subject, cases: by.slice(0, 1) }, [four], same)
      const tied = tiedFile(names, scenario.columns)
      const others = [tied, withConstant(tied, scenario.columns[0])].map((file) => turned(pair(file)))
      return [
        ...(await overMetricCases({ ...subject, cases: by.slice(0, 1) }, [four], same)),
        ...(await overMetricCases({ ...subject, cases: by.slice(1) }, [pair(longFile(names, 2))], same)),
        ...(await overMetricCases({ ...subject, cases: by }, others, same)),
      ]
    }),
  )
  return checks
}

/** A long file and a masked copy; with few values if the metric compares classes of equal records. */
function pairOfLong({ metric, scenario }: MetricSubject, file: Dataset): Pair {
  if (metric.of === 'masked columns') return pairWith(scenario, file)
  const pair = pairWith(scenario, rounded(file, scenario.columns), 0)
  const exchanged = Int32Array.from({ length: file.rows }, (_, i) => (i % 10 === 0 ? (7 * i) % file.rows : i))
  const columns = scenario.columns.map((name) => [name, takeColumn(file.column(name), exchanged)] as const)
  return { ...pair, masked: rounded(withColumns(pair.masked, new Map(columns)), scenario.columns) }
}

/** Original records in another order than the masked ones, with a tenth of unknown links. */
function turned(pair: Pair): Pair {
  const last = pair.origin.length - 1
  return { ...pair, origin: pair.origin.map((_, i) => (i % 10 === 3 ? -1 : last - i)) }
}

/** The reason follows from the parameters, or is returned at the end of the plan. */
async function reasonProblems(subject: MetricSubject, pair: Pair, params: unknown): Promise<string[]> {
  const needs = subject.metric.needsFile?.({ params })
  const end = await byWorkers(subject, pair, params)
  if (end instanceof EndsWithFile) {
    const why = needs?.why ?? end.why ?? ''
    return why.trim() === ''
      ? ['expected a plan that ends with the file to say why (needsFile, why), got no reason']
      : []
  }
  return needs ? ['expected a metric that needs all records (needsFile) to end with the file, got another end'] : []
}

/** Workers return no numbers by record. */
async function workerProblems(subject: MetricSubject, pair: Pair, params: unknown): Promise<string[]> {
  const theirs = await byWorkers(subject, pair, params)
  if (theirs instanceof EndsWithFile) return []
  const mine = await outcome(() => measure(subject, pair, params))
  return differingParts(mine, theirs)
    .filter((part) => !/^record(s|Columns)\b/.test(part))
    .map((part) => `expected the same ${part} from workers as in memory, they differ`)
}

/** Measures as workers do; returns the end of the plan if it is the file, and the text of an error. */
function byWorkers(subject: MetricSubject, pair: Pair, params: unknown): Promise<Measurement | EndsWithFile | string> {
  const { original, masked, columns } = pair
  const replayed = replayedMetric(
    subject.metric,
    () => seededRng(1),
    (name, side) => {
      if (side === 'original') return columnAsRead(original.column(name))
      return side === 'masked' && !columns.includes(name) ? columnAsRead(masked.column(name)) : undefined
    },
  )
  return outcome(async () => measureByPlan(replayed, await inputOf(subject, copyPair(pair), structuredClone(params))))
}
