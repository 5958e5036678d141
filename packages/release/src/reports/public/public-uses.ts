import type { PublicUse } from '@sdc/report'
import type { PublicFacts } from './public-facts.js'

/**
 * What users of a released file may do with it: what is exact, what needs care, what never to do.
 *
 * @param facts - What may be said of the release.
 * @returns Analyses with a verdict and the reason.
 */
export function publicUses(facts: PublicFacts): PublicUse[] {
  return [oneColumn(facts), means(facts), relations(facts), groups(facts), records(facts), linkage()]
}

function oneColumn({ exact, order }: PublicFacts): PublicUse {
  const analysis = 'Totals, quantiles, shares and tables of one column'
  if (exact.marginals)
    return {
      analysis,
      use: 'exact',
      why: 'every column has the values that were collected, each as often; their records differ',
    }
  const counts =
    order === 'random'
      ? 'values were changed; the least and the greatest are the least reliable'
      : 'the records are not those that were collected: totals need the number of records that they stand for'
  return { analysis, use: 'with care', why: counts }
}

function means({ exact }: PublicFacts): PublicUse {
  const analysis = 'Means of a whole column'
  return exact.means
    ? { analysis, use: 'exact', why: 'they were kept, and were checked in this file' }
    : {
        analysis,
        use: 'with care',
        why: 'nothing that is said here kept them: how near they are is not said, so add to your intervals',
      }
}

function relations({ exact, change }: PublicFacts): PublicUse {
  const analysis = 'Correlations and regressions of numbers'
  if (exact.correlations)
    return { analysis, use: 'exact', why: 'all correlations were kept, and were checked in this file' }
  const size =
    change.greatest === undefined
      ? 'by how much they differ is not said: there are too few records, or too few columns of numbers'
      : change.greatest === 0
        ? 'they differ by less than what is said here, steps of 0.05'
        : `no correlation differs by more than ${change.greatest}; small effects may be gone, or be of the masking`
  return { analysis, use: 'with care', why: size }
}

function groups({ exact }: PublicFacts): PublicUse {
  const why = exact.marginals
    ? 'a record may have its values from several: relations within small groups are the weakest'
    : 'values were changed record by record: the smaller a group, the less is left of it'
  return { analysis: 'Groups of records, tables of several columns', use: 'with care', why }
}

function records({ order }: PublicFacts): PublicUse {
  const why =
    order === 'synthetic'
      ? 'the records were drawn from a model: one that fits somebody says nothing certain of them'
      : 'masked values need not be those that one person or unit reported, unmasked ones are, and nothing shows which are near'
  return { analysis: 'Single records, the least and the greatest of a column as facts', use: 'never', why }
}

function linkage(): PublicUse {
  const why =
    'a record that fits one elsewhere need not be of the same person, and to look for people is what this file was made against'
  return { analysis: 'Linking records to other files', use: 'never', why }
}
