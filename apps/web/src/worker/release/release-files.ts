import { internalReportPage, publicReportPage } from '@sdc/report/release'
import { bytesOf, nameLike, type Content } from '@sdc/inspect'
import { withChoice, type ComparisonDocument } from '@sdc/search'
import type { ProducedOutcome } from '@sdc/release'
import { factsOfJudgement, runReports } from '@sdc/release/reports'
import { acceptedBy } from '../plans/chosen-steps.js'
import { releaseType } from '../compare/judged.js'
import type { Draw } from './draw.js'
import { planText } from '../plans/plan-text.js'
import type { Compared } from '../protocol/comparison-types.js'
import type { FileView } from '../protocol/file-view.js'
import type { Settings } from '../protocol/settings-types.js'
import { releaseNames } from '../data/release-names.js'

/** A file of a release. */
export interface ReleaseFile {
  readonly name: string
  readonly box: FileView['box']
  readonly what: string
  readonly content: Content
}

/**
 * Returns the files of a release: the output of the run, the plan and the reports.
 *
 * @param draw - The draw and its judgement.
 * @returns The files, the masked one first.
 */
export async function releaseFiles(draw: Draw): Promise<ReleaseFile[]> {
  const { registry, data, schema, settings, label, steps, outcome, judgement, compared, today } = draw
  const names = releaseNames(data.source.name, data.csv.format)
  const plan = planText(registry, data, settings, label)
  const reports = await runReports({
    registry,
    original: data.csv.dataset,
    data: data.source.name,
    schema,
    dictionary: data.csv.dictionary,
    steps,
    outcome,
    acceptOpen: acceptedBy(settings, steps),
    judged: factsOfJudgement(judgement, {
      registry,
      exceptions: releaseType(registry, settings).exceptions,
      today,
    }),
    compared: compared && comparedFor(compared, label, settings),
    repeat:
      data.csv.format === 'parquet'
        ? [`on this page: open ${data.source.name}, then ${names.key}`]
        : [`sdc run ${names.key} --data ${data.source.name} -o ${nameLike('again', names.out)}`],
    version: `sdc ${registry.pluginOf(steps[0].use).version}`,
  })
  const internal = internalReportPage(reports.internal())
  const open = publicReportPage(reports.public())
  return [
    ...producedFiles(outcome),
    { name: names.report, box: 'public', what: 'public report', content: open },
    { name: names.internal, box: 'private', what: 'internal report', content: internal },
    { name: names.plan, box: 'private', what: 'plan: roles, methods and parameters, without data', content: plan },
  ]
}

/** Returns the comparison with the drawn candidate as its choice. */
function comparedFor({ view, settings: then }: Compared, label: string, { policy }: Settings): ComparisonDocument {
  const document = withChoice(view, label)
  if (then.policy.text === policy.text && then.policy.release === policy.release) return document
  const warning = 'the candidates were compared under a different policy'
  return { ...document, warnings: [...document.warnings, warning] }
}

/** Returns the files that a run produces, each with a description. */
export function producedFiles({ artefacts }: Pick<ProducedOutcome, 'artefacts'>): ReleaseFile[] {
  return artefacts.flatMap(({ kind, name = '', content }): ReleaseFile[] => {
    if (kind === 'masked') return [{ name, box: 'public', what: 'masked file', content }]
    if (kind === 'public-manifest')
      return [{ name, box: 'public', what: 'public manifest: methods and hash of the masked file', content }]
    if (kind === 'private-manifest')
      return [
        { name, box: 'private', what: 'key: reproduces the masked file and can undo it', content: bytesOf(content) },
      ]
    return []
  })
}
