import type { PublicUse } from '@sdc/report'
import { sentenceList } from '@sdc/inspect'
import { someOf } from '../facts/number-text.js'
import type { PublicFacts, Treatment } from './public-facts.js'

/**
 * Returns possible uses of a released file: exact statistics, analyses that need care, and those to avoid.
 *
 * @param facts - Publishable facts on the release.
 * @returns Analyses with a verdict and the reason.
 */
export function publicUses(facts: PublicFacts): PublicUse[] {
  return [oneColumn(facts), means(facts), relations(facts), groups(facts), records(facts), linkage()]
}

/** Consequences for the values of one column, and for groups of records. */
const consequences: Readonly<Record<Treatment, readonly [column: string, groups: string]>> = {
  masked: [
    'values were masked: do not rely on the least and the greatest',
    'masked values blur relations: the smaller a group, the less reliable',
  ],
  exchanged: ['', 'a record may have its values from several: relations within small groups are the weakest'],
  coarser: ['detail within a class is gone', 'groups finer than the released classes cannot be formed'],
  emptied: ['some values were left empty, and not at random', 'records with an empty value are missing from a table'],
  shifted: ['dates moved: counts by date are not those that were collected', 'groups by a date mix records'],
  pseudonyms: ['', ''],
  sampled: ['the file is a sample: totals need its weights', 'a sample has few records of small groups'],
  drawn: ['values were drawn from a model, and are as good as the model is', 'a model knows little of small groups'],
}

/** Returns the consequences of all treatments; a file that lost records other than by sampling is not a sample. */
function consequencesOf({ treatments, order }: PublicFacts, at: 0 | 1): string {
  const records =
    order === 'synthetic' && at === 0
      ? ['totals need the number of records that the file stands for']
      : order === 'sample' && !treatments.includes('sampled')
        ? ['some records were left out']
        : []
  return [...treatments.map((one) => consequences[one][at]).filter((one) => one !== ''), ...records].join('; ')
}

const NOTHING = 'nothing is claimed beyond what is said here'

function oneColumn(facts: PublicFacts): PublicUse {
  const analysis = 'Totals, quantiles, shares and tables of one column'
  if (facts.exact.marginals)
    return {
      analysis,
      use: 'exact',
      why: `every column${except(facts.renamed)} has the values that were collected, each as often`,
    }
  return { analysis, use: 'with care', why: consequencesOf(facts, 0) || NOTHING }
}

function means({ exact, order }: PublicFacts): PublicUse {
  const analysis = 'Means of a whole column'
  return exact.means
    ? { analysis, use: 'exact', why: 'they were kept, and were checked in this file' }
    : {
        analysis,
        use: 'with care',
        why:
          order === 'synthetic'
            ? 'they have the error of the draw as well as that of the sample: widen your intervals'
            : 'no method that is named here keeps them, and their change is not published: widen your intervals',
      }
}

function relations({ exact, change, order }: PublicFacts): PublicUse {
  const analysis = 'Correlations and regressions of numbers'
  if (exact.correlations)
    return { analysis, use: 'exact', why: 'all correlations were kept, and were checked in this file' }
  const size =
    change.greatest === undefined
      ? 'their change is not published: there are too few records, or too few columns of numbers'
      : change.greatest === 0
        ? 'they changed by less than 0.05, the step that is published'
        : `no correlation that enough records have differs by more than ${change.greatest}; small effects may be lost, or be due to the ${order === 'synthetic' ? 'draw' : 'masking'}`
  return { analysis, use: 'with care', why: size }
}

function groups(facts: PublicFacts): PublicUse {
  const why = [weakText(facts.weak), consequencesOf(facts, 1)].filter((one) => one !== '').join('; ') || NOTHING
  return { analysis: 'Groups of records, tables of several columns', use: 'with care', why }
}

/** Names pairs of columns whose relation is weak. */
function weakText(weak: PublicFacts['weak']): string {
  if (weak === undefined) return ''
  if (weak.length === 0) return 'tables of two columns differ about as much as those of two samples'
  const names = weak.slice(0, MOST_WEAK).map((pair) => pair.join(' with '))
  const more = weak.length > MOST_WEAK ? `, and ${weak.length - MOST_WEAK} more pairs` : ''
  return `the weakest relations are those of ${sentenceList(names)}${more}`
}

/** Largest number of named weak pairs. */
const MOST_WEAK = 5

function records({ order, treatments }: PublicFacts): PublicUse {
  const isAltered = treatments.some((one) => ['masked', 'exchanged', 'shifted', 'drawn'].includes(one))
  const why =
    order === 'synthetic'
      ? 'the records were drawn from a model: one that fits somebody says nothing certain of them'
      : !isAltered
        ? 'a record may describe a real person or unit, who must not be found'
        : 'a value need not be the one that a person or unit reported, and nothing shows which values are near'
  return { analysis: 'Single records, the least and the greatest of a column as facts', use: 'never', why }
}

function linkage(): PublicUse {
  const why =
    'a record that fits one elsewhere need not be of the same person or unit, and this file must not be used to look for them'
  return { analysis: 'Linking records to other files', use: 'never', why }
}

/** Returns ` but hid`: columns that have new identifiers. */
export function except(renamed: readonly string[]): string {
  return renamed.length === 0 ? '' : ` but ${someOf(renamed)}`
}
