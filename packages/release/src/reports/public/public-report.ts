import type { PublicReport } from '@sdc/report'
import { counted } from '@sdc/inspect'
import { someOf } from '../facts/number-text.js'
import type { PublicFacts } from './public-facts.js'
import { publicUses } from './public-uses.js'

/**
 * The report that goes with a released file.
 *
 * @param facts - What may be said: the type has no field for what must not.
 * @returns Data and sentences, for `publicReportPage`.
 */
export function publicReport(facts: PublicFacts): PublicReport {
  const { files, records, columns, release, methods, change, version } = facts
  const forWhat = release === undefined ? '' : ` · for ${release}`
  return {
    title: `Release of ${files[0]?.name ?? 'a file'}`,
    subtitle: `${counted(records, 'record')}, ${counted(columns.length, 'column')}${forWhat}`,
    done: doneText(facts),
    files,
    columns,
    uses: publicUses(facts),
    methods,
    ...(change.matrix && { correlationChange: change.matrix }),
    notes: notesOf(facts),
    version,
  }
}

function doneText({ methods, exact, order }: PublicFacts): string {
  const titles = [...new Set(methods.map(({ title }) => title))]
  const how = titles.length === 0 ? '' : ` (${someOf(titles)})`
  if (order === 'synthetic')
    return `The records of this file were drawn from a model of those that were collected${how}.`
  const what = exact.marginals
    ? 'Every column has the values that were collected; which record has which was changed'
    : 'Values of this file were changed before it was released, so that people are harder to find in it'
  return `${what}${how}.`
}

function notesOf({ files, order, imputed, rules, rounded, change }: PublicFacts): string[] {
  return [
    order === 'synthetic'
      ? 'All records of this file were drawn from a model; one may still be like one that was collected.'
      : 'The records are in random order: their position says nothing.',
    ...(order === 'sample' ? ['The file has some of the records that were collected, not all.'] : []),
    ...(files.length > 1
      ? [
          `The ${files.length} files are one release: analyse each as if it were the original, then combine the results.`,
        ]
      : []),
    ...(imputed.length > 0
      ? [`Cells that were missing were filled by a model, in ${someOf(imputed)}: they are not observations.`]
      : []),
    ...(rules.length > 0 ? [`Every record keeps these rules between columns: ${rules.join('; ')}.`] : []),
    ...(rounded ? ['Numbers are multiples of a step, or lie within bounds: the public manifest says which.'] : []),
    ...(change.matrix ? ['Changes of correlations are rounded to 0.05.'] : []),
    'Parameters, other methods that were tried, and risks are not published; nor is anything about the original file.',
  ]
}
