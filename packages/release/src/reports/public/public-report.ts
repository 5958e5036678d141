import type { PublicReport } from '@sdc/report'
import { counted, sentenceList } from '@sdc/inspect'
import { someOf } from '../facts/number-text.js'
import type { PublicFacts, Treatment } from './public-facts.js'
import { except, publicUses } from './public-uses.js'

/**
 * Returns the report that accompanies a released file.
 *
 * @param facts - Publishable facts: the type has no field for others.
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

const done: Readonly<Record<Treatment, string>> = {
  masked: 'values were masked',
  exchanged: 'values were exchanged between records',
  coarser: 'values were made coarser',
  emptied: 'some values were left empty',
  shifted: 'dates were shifted',
  pseudonyms: 'identifiers were replaced by pseudonyms',
  sampled: 'a sample of the records was drawn',
  drawn: 'values were drawn from a model',
}

function doneText({ methods, exact, order, sequential, treatments, renamed }: PublicFacts): string {
  const titles = [...new Set(methods.map(({ title }) => title))]
  const how = titles.length === 0 ? '' : ` (${someOf(titles)})`
  if (order === 'synthetic')
    return (
      `The records of this file are synthetic: drawn from a model of those that were collected` +
      `${sequential ? ', one column after the other' : ''}${how}. The file is for teaching, for tests of ` +
      'software and for preparing analyses. Confirm results on the original data before you publish them.'
    )
  if (exact.marginals && treatments.includes('exchanged'))
    return `Every column${except(renamed)} has the values that were collected; other records may have them${how}.`
  const what = treatments.length === 0 ? 'the file was protected' : sentenceList(treatments.map((one) => done[one]))
  return `Before the release, ${what}, so that persons or units are harder to find${how}.`
}

function notesOf(facts: PublicFacts): string[] {
  const { files, order, renamed, imputed, rules, rounded, change, parameters } = facts
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
    ...(renamed.length > 0 ? [`The identifiers in ${someOf(renamed)} are new.`] : []),
    ...(imputed.length > 0
      ? [`Cells that were missing were filled by a model, in ${someOf(imputed)}: they are not observations.`]
      : []),
    ...(rules.length > 0 ? [`Every record keeps these rules between columns: ${rules.join('; ')}.`] : []),
    ...(rounded ? ['Numbers are multiples of a step, or lie within bounds: the public manifest says which.'] : []),
    ...(change.matrix ? ['Changes of correlations are rounded to 0.05.'] : []),
    ...(parameters
      ? ['The public manifest has the parameters. Keys, risks and other methods that were tried are not published.']
      : [
          `Steps that follow the ${order === 'synthetic' ? 'draw' : 'masking'} are not named. Parameters, keys, risks and other methods that were tried are not published, since they could help to undo it.`,
        ]),
    'Nothing else about the original file is published.',
  ]
}
