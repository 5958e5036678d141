import { asInfo, asWarning, option, type Message } from '@sdc/core'
import { shortNumber } from '@sdc/engine'
import type { Screen } from '@sdc/report/tables'
import { groupedWarnings } from '@sdc/inspect'
import { detailTables } from '../measure/detail-tables.js'
import type { MeasuredTwice } from './measured-twice.js'
import type { GroupReport, Optimized } from './optimized.js'
import { REACHED, targetsOf } from './targets-of.js'

/** The options that the messages depend on. */
interface HowItWasAsked {
  readonly out?: string | undefined
  readonly writeOrigin?: string | undefined
  readonly seed?: string | number | undefined
  /** Screen for the tables among the messages; by default a file. */
  readonly screen?: Screen | undefined
}

/** Largest number of groups whose numbers are listed; more are counted. */
const FEW_GROUPS = 10
/** Suffix of the names that methods give to a number before they began. */
const AT_START = ' at the start'

/** Numbers of a report that are 1 for yes and 0 for no, with their texts. */
const questions: ReadonlyMap<string, string> = new Map([
  [REACHED, 'target reached'],
  ['limits kept', 'limits kept'],
])

/**
 * Returns messages on a post-masking step: warnings, its own numbers before and after, the scores by both links.
 *
 * @param optimized - The result.
 * @param options - The options of the step.
 * @returns The messages, warnings first.
 */
export function optimizedMessages(optimized: Optimized, { out, writeOrigin, seed, screen }: HowItWasAsked): Message[] {
  const { method, columns, records, measured } = optimized
  const untold = measured.filter(({ metric }) => !toldByMethod(optimized, metric))
  return [
    ...groupedWarnings(optimized.warnings, { names: columns, details: option('json') }),
    ...missedTarget(optimized),
    asInfo(
      `${method}: ${columns.length} ${columns.length === 1 ? 'column' : 'columns'} of ${records} records, in the order of the masked file: ${columns.join(', ')}`,
    ),
    ...[...numbersText(optimized, screen), ...untold.map(measuredText)].map(asInfo),
    ...gainByConvention(measured),
    ...(writeOrigin === undefined
      ? []
      : [asInfo(`wrote ${writeOrigin}: which original record each one came from; keep it secret`)]),
    ...(out === undefined ? [] : [`wrote ${out}`, ...howToMeasure(optimized, writeOrigin)].map(asInfo)),
    ...(seed === undefined
      ? []
      : [asInfo('made with a seed: repeatable, and not for release (who guesses the seed can undo what was drawn)')]),
  ]
}

/**
 * Suggests how to measure the result. By position it would be measured against other people's records, so its link must
 * be known.
 */
function howToMeasure({ matching }: Optimized, writeOrigin: string | undefined): string[] {
  if (matching === 'key') return ['to measure it, give sdc measure the same --link']
  if (matching !== 'origin') return []
  return [
    writeOrigin === undefined
      ? `a private file knows only the masked file it was made with: to measure this one, ${option('writeOrigin', 'FILE')} keeps its origins`
      : `to measure it: ${option('origin', writeOrigin)}`,
  ]
}

/** Returns a warning if the file missed its target, unless its method has given one. */
function missedTarget({ method, reports, warnings }: Optimized): Message[] {
  const { aimed, missed } = targetsOf(reports)
  if (missed === 0 || warnings.some((warning) => /target/i.test(warning))) return []
  const where = aimed > 1 ? ` in ${missed} of ${aimed} groups` : ''
  return [asWarning(`${method} did not reach its target${where}: the file is written as far as it came`)]
}

/** Returns true if the method has reported a metric of the whole file before and after, or that it has no value. */
function toldByMethod({ reports, warnings }: Optimized, metric: string): boolean {
  if (reports.length !== 1 || reports[0].group !== '') return false
  const named = [...reports[0].numbers.keys()].some(isValueOf(metric))
  return named || warnings.some((warning) => warning.startsWith(`${metric}, both truths: `))
}

function isValueOf(metric: string): (name: string) => boolean {
  return (name) => name.startsWith(`${metric} by `)
}

function numbersText({ method, reports, measured }: Optimized, screen: Screen | undefined): string[] {
  if (reports.length > FEW_GROUPS) {
    const { aimed, missed } = targetsOf(reports)
    const reached = aimed === 0 ? '' : `, the target reached in ${aimed - missed}`
    return [`${method}: run in ${reports.length} groups of records${reached}`]
  }
  return reports.flatMap(({ group, numbers, tables }) => {
    const of = group === '' ? '' : `${group}: `
    const own = new Map([...numbers].filter(([name]) => !measured.some(({ metric }) => isValueOf(metric)(name))))
    return [...(own.size === 0 ? [] : [`${of}${changes(own)}`]), ...detailTables(of, tables, screen)]
  })
}

/** Returns `E 2.3 → .23, IL1 .4 → .2, steps 30211, reached yes`: a value at the start next to that at the end. */
function changes(numbers: GroupReport['numbers']): string {
  const parts: string[] = []
  for (const [name, value] of numbers) {
    if (name.endsWith(AT_START)) continue
    const before = numbers.get(`${name}${AT_START}`)
    const question = questions.get(name)
    if (question !== undefined) parts.push(`${question}: ${value === 1 ? 'yes' : 'no'}`)
    else parts.push(`${name} ${before === undefined ? '' : `${shortNumber(before)} → `}${shortNumber(value)}`)
  }
  return parts.join(', ')
}

const truths = {
  identity: ' against the record that each came from (truth: identity)',
  nearest: ' against the nearest record (truth: nearest, the convention of the papers)',
} as const

function measuredText({ metric, truth, unit, before, after, reason }: MeasuredTwice): string {
  const name = `${metric}${truth === undefined ? '' : truths[truth]}`
  if (before === null && after === null) return `${name}: no value: ${reason ?? 'it was not measured'}`
  const text = (value: number | null): string => (value === null ? 'none' : shortNumber(value))
  return `${name}: ${text(before)} → ${text(after)} ${unit}${reason === undefined ? '' : ` (${reason})`}`
}

/** Warns if the score falls by one link and rises by the other, so that the improved one is not quoted alone. */
function gainByConvention(measured: readonly MeasuredTwice[]): Message[] {
  const changeOf = (truth: MeasuredTwice['truth']): number => {
    const found = measured.find((one) => one.truth === truth)
    return found?.before === null || found?.after === null || !found ? Number.NaN : found.after - found.before
  }
  const [own, nearest] = [changeOf('identity'), changeOf('nearest')]
  if (!(own > 0) || !(nearest < 0)) return []
  return [
    asWarning(
      'the score falls only where the nearest record is taken for the right one; against the records that they came from, it rises',
    ),
  ]
}
