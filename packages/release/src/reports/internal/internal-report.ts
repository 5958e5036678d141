import { bindLimits } from '@sdc/engine'
import type { InternalReport, OpenColumn, ReportCriterion } from '@sdc/report'
import { type ComparisonDocument, comparisonMap } from '@sdc/search'
import { counted, groupedNumber, groupedWarnings } from '@sdc/inspect'
import { openFacts } from '../../gate/open-facts.js'
import { plainWarning } from './plain-warning.js'
import { riskCriteria } from './risk-criteria.js'
import { associationFacts } from '../facts/association-facts.js'
import { beforeFacts } from '../facts/before-facts.js'
import { columnFacts } from '../facts/column-facts.js'
import { candidateRows, worstOfChoice } from './compared-facts.js'
import { doneSentence } from '../facts/done-sentence.js'
import { limitCriteria, limitVerdict } from './limit-criteria.js'
import { measureRows, NO_VALUE, valueText, type MeasuredFacts } from '../facts/measure-facts.js'
import { attackCards, methodCards } from '../facts/method-cards.js'
import { correlationFacts, moveFacts } from '../facts/relation-facts.js'
import type { ReportedRun } from '../facts/reported-run.js'
import { riskiestRecords } from '../records/riskiest-records.js'
import type { HalvesMeasured } from '../../halves/measure-halves.js'
import { isSynthetic } from '../facts/synthesis-measures.js'
import { synthesisFacts } from '../synthesis/synthesis-facts.js'

/** Input of an internal report. */
export interface InternalInput {
  readonly reported: ReportedRun
  readonly facts: MeasuredFacts
  /** Comparison or search that chose the run. */
  readonly compared?: ComparisonDocument | undefined
  /** Reason why the file is a draft; undefined for a release. */
  readonly draft?: string | undefined
  /** Values of the plan on halves of the file, for the risks of a synthetic file. */
  readonly halves?: HalvesMeasured | undefined
  /** Judgement by a policy. */
  readonly judged?: JudgedFacts | undefined
  /** Commands that reproduce the file. */
  readonly repeat: readonly string[]
  /** `sdc 0.3.0`. */
  readonly version: string
}

/** Judgement of a file by a policy, in the form of a report. */
export type JudgedFacts = Pick<InternalReport, 'criteria' | 'verdict' | 'exceptions' | 'state'> & {
  /** Name of the policy file, and of the type of release. */
  readonly policy: string
  readonly release: string
  readonly runs: number
}

/**
 * Internal report of a run.
 *
 * @param input - The run, its measurements, and further facts.
 * @returns Data and sentences, without a time, a machine or a path: the same input gives the same report.
 */
export function internalReport(input: InternalInput): InternalReport {
  const { reported, facts, compared, judged, draft, version, repeat } = input
  const { registry, original, schema, run, files, steps, written, data } = reported
  const [{ data: masked, origin }] = files
  const { columns } = run
  // The worst values are those of the runs that the report counts: of the policy, if there is one, else of the
  // comparison.
  const worst = compared && worstOfChoice(compared)
  const rows = measureRows(facts, judged === undefined ? worst : undefined)
  // The limits of the comparison apply to its choice. A policy replaces them.
  const limits = bindLimits(registry, compared?.limits)
  const kept = limitCriteria(rows, facts, limits, worst)
  const others = compared?.candidates.find((one) => one.chosen)?.replicates ?? 0
  const moves = moveFacts({ original, masked, origin }, columns)
  const records = riskiestRecords(reported)
  const notes = [records.note, moves.reason, facts.note].flatMap((one) => one ?? [])
  const synthesis =
    facts.synthesis && synthesisFacts({ measures: facts.synthesis, halves: input.halves, files: files.length })
  const drawn = new Set(synthesis?.safe.map(({ id }) => id))
  const all = [...(synthesis?.safe ?? []), ...rows.filter(({ id }) => !drawn.has(id))]
  const risks = [
    ...(synthesis?.safe.filter(({ released }) => released !== NO_VALUE) ?? []),
    ...riskCriteria(rows, facts).filter(({ id }) => !drawn.has(id)),
  ]
  const without = [
    ...(synthesis?.without ?? []),
    ...facts.measured.flatMap(({ metric: { id, kind }, measurement: { value } }) =>
      kind === 'risk' && value === null && !drawn.has(id) ? [id] : [],
    ),
  ]
  const dropped = original.names.filter((name) => !masked.names.includes(name))
  const done = doneSentence({
    registry,
    steps,
    columns,
    all: original.names.length,
    dropped,
    records: original.rows,
    drawn: isSynthetic(reported) ? masked.rows : undefined,
  })
  const warnings = [...new Set([...run.warnings, ...(compared?.notes ?? []), ...(compared?.warnings ?? [])])]
  const plain = (texts: readonly string[]): string[] => [...new Set(texts.map((text) => plainWarning(registry, text)))]
  const forWhat = judged === undefined ? 'no policy was named' : `for ${judged.release} of ${judged.policy}`
  return {
    title: `${draft === undefined ? 'Release' : 'Draft'} of ${written[0]?.name ?? data}`,
    subtitle: `${counted(masked.rows, 'record')}, ${counted(masked.names.length, 'column')} · ${forWhat}`,
    draft,
    done: [done, (compared && keptAndLost(compared)) ?? headline(facts)].filter((one) => one !== '').join(' '),
    verdict:
      judged?.verdict ?? (limits.length > 0 ? limitVerdict(kept, others + 1) : riskVerdict(risks, without.length)),
    state: judged?.state,
    criteria: judged?.criteria ?? (limits.length > 0 ? kept : risks),
    runs: judged?.runs ?? others + 1,
    open: openFacts(reported.findings, reported.acceptOpen ?? []).map(withoutName),
    exceptions: judged?.exceptions ?? [],
    files: written,
    version,
    columns: columnFacts({
      original,
      masked,
      columns,
      schema,
      dictionary: reported.dictionary,
      isDrawn: synthesis !== undefined,
    }),
    map: compared && comparisonMap(compared, data),
    candidates:
      compared &&
      candidateRows(compared).map((one) =>
        one.note === undefined ? one : { ...one, note: plainWarning(registry, one.note) },
      ),
    correlations: correlationFacts({ original, masked, schema }),
    associations: associationFacts({ original, masked, schema }),
    moves: moves.moves,
    before: plain(beforeFacts(reported)),
    synthesis: synthesis?.page,
    riskiest: records.riskiest,
    recordsNote: notes.length > 0 ? notes.join(' ') : undefined,
    methods: methodCards(registry, steps),
    attacks: attackCards(registry, steps),
    measures: all,
    warnings: plain(warnings),
    warningKinds: plain(
      groupedWarnings(warnings, { labels: labelsOf(warnings), names: original.names }).map(({ text }) => text),
    ),
    repeat,
  }
}

/** Returns an unmasked column whose reason does not repeat its name: `item`, not `q01 (item)`. */
function withoutName(open: OpenColumn): OpenColumn {
  const { name, why } = open
  const end = why.indexOf(')')
  return why.startsWith(`${name} (`) && end > 0
    ? { ...open, why: why.slice(name.length + 2, end) + why.slice(end + 1) }
    : open
}

/**
 * Returns the candidates that warnings begin with: methods with parameters. Parts of candidates have no row of their
 * own.
 */
function labelsOf(warnings: readonly string[]): string[] {
  return warnings.flatMap((one) => /^[a-z][a-z0-9-]*\/[a-z0-9-]+ .*?(?=: )/.exec(one)?.[0] ?? [])
}

/** Returns a sentence for a comparison with limits on the statistics kept and lost. */
function keptAndLost({ limits, decision }: ComparisonDocument): string | undefined {
  const line = decision?.lines.find(({ of }) => of === 'loss')
  return line && Object.keys(limits).length > 0 ? `Kept and lost: ${line.text}.` : undefined
}

/** Returns a sentence with the usual risk and loss of such columns, and the risk of independent data for comparison. */
function headline({ measured, levels, axes }: MeasuredFacts): string {
  const texts = [axes?.risk, axes?.loss].flatMap((id) => {
    const found = measured.find(({ metric }) => metric.id === id)
    if (!found || found.measurement.value === null) return []
    const { metric, measurement } = found
    const level = levels.find((one) => one.metric.id === id)
    const baseline =
      level?.independent == null
        ? ''
        : ` (${valueText(level.independent, metric)} in data that know nothing of the original)`
    return [`${metric.title} is ${valueText(measurement.value, metric)}${baseline}`]
  })
  return texts.length === 0 ? '' : `${texts.join('; ')}.`
}

/** Returns the verdict on the measured risks without a policy. */
function riskVerdict(risks: readonly ReportCriterion[], without: number): string {
  const high = risks.filter(({ state }) => state === 'high')
  const none = 'No policy was named: nothing says what is enough.'
  const unknown =
    without === 0 ? '' : ` ${groupedNumber(without)} ${without === 1 ? 'has' : 'have'} no value: unknown, not small.`
  if (risks.length === 0) return `${none} No risk was measured.${unknown}`
  const count = counted(risks.length, 'risk')
  if (high.length === 0)
    return `${none} Of ${count} with a value, no risk is high by its own level, which is not a limit.${unknown}`
  return `${none} Of ${count} with a value ${groupedNumber(high.length)} ${high.length === 1 ? 'is' : 'are'} high by ${high.length === 1 ? 'its' : 'their'} own level.${unknown}`
}
