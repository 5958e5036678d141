import type { Note } from '../card/card.js'
import type { MaskingMethod } from './method.js'
import type { Claim, Conditional, Traits } from './traits.js'

/**
 * Returns the notes of a method's card: its own, and the attacks that follow from its traits. The second kind is made
 * here, so that no card can leave it out.
 */
export function methodNotes({ traits, notes = [] }: Pick<MaskingMethod, 'traits' | 'notes'>): readonly Note[] {
  const texts = [...momentSentences(traits), ...repeatedSentences(traits)]
  return [...notes, ...texts.map((text): Note => ({ topic: 'attacks', text }))]
}

/** Returns the condition of a claim: `if exact = true`, `if mode = linked and k is not set`. */
export function conditionText({ when }: Conditional): string {
  const parts = Object.entries(when).map(([name, value]) => {
    if (value === null) return `${name} is not set`
    return value === '' ? `${name} is empty` : `${name} = ${String(value)}`
  })
  return `if ${parts.join(' and ')}`
}

/** Disclosures by exact means and covariances: equations for an intruder. */
function momentSentences({ claims, given, scope }: Traits): string[] {
  // A permutation of the original's values has no secret sums.
  if (claims.marginals !== undefined && claims.marginals !== false) return []
  const q = given === 'optional' || given === 'required'
  const second = claims.covariances || claims.correlations || (exactOnly(claims.means) && claims.means)
  if (second) return [secondMoments(whenText(second), q, scope === 'file')]
  return claims.means ? [meansOnly(whenText(claims.means), q)] : []
}

function secondMoments(when: string, hasGiven: boolean, together: boolean): string {
  const [q, alone] = hasGiven ? ['1 + q', '2 + q'] : ['1', '2']
  const columns = hasGiven
    ? ' Each of q given columns adds one equation a column; a categorical one counts as its categories less one.'
    : ''
  const equations = together
    ? 'p sums and p(p + 1)/2 sums of squares and products'
    : 'a sum and a sum of squares a column'
  const rotation = together
    ? 'a rotation is left, the same for all columns; further columns do not remove it'
    : 'a rotation is left'
  const worth = (more: number): string =>
    [...(hasGiven ? ['q'] : []), ...(together ? ['p'] : []), `${more + (together ? 2 : 3)}`].join(' + ')
  return (
    `Exact moments are equations${when}: in each group ${equations}.${columns} In a group of any size, an ` +
    `intruder who knows all records but m computes these exactly for m ≤ ${q}. For m = ${alone} a mirror ` +
    `image remains, which the digits of the values mostly rule out. For more ${rotation}. Yet few whole ` +
    `numbers or cents fit: in groups of about ${worth(0)} records an intruder without any knowledge recovers ` +
    `them (72 of 150 ages in groups of 3). A release refuses groups (by) of fewer than ${worth(10)} records; ` +
    'attacks/exact-moments tries it.'
  )
}

function meansOnly(when: string, hasGiven: boolean): string {
  const sums = hasGiven
    ? 'The sum of every column is kept, and those of its products with q given columns. An intruder who knows ' +
      'all but 1 + q values of a group computes these'
    : 'The sum of every column is kept, so an intruder who knows all values of a group but one computes that one'
  return `${sums}${when}. A release refuses groups (by) of fewer than ${hasGiven ? 'q + 3' : '3'} records.`
}

/** Disclosures by several releases of one file, each drawn anew. */
function repeatedSentences({ stochastic, records, postMasking, claims, accepts }: Traits): string[] {
  if (!stochastic) return []
  const fix = 'Release once, or the same file again; sdc attack repeated PLAN measures the risk of several releases.'
  if (records === 'synthetic')
    return ['Repeated release: a new record in one release does not correspond to a record in another, but several ' +
`releases reveal more of the model. ${fix}`] // oxfmt-ignore
  if (records === 'subset')
    return [`Repeated release: R new samples contain more of the records together than one. ${fix}`]
  // A method that permutes: draws of an attacker are like other maskings.
  if (postMasking && claims.marginals !== undefined && claims.marginals !== false)
    return [
      'Repeated release: each release draws a new permutation, so the values of a record in R releases lie ' +
        `around its own value. ${fix}`,
    ]
  const how = [
    ...(accepts.includes('numeric')
      ? ['averages them: the random part of the error falls to 1/√R of its standard deviation, 0.35 for eight releases']
      : []),
    ...(accepts.some((kind) => kind !== 'numeric') ? ["takes each record's most frequent category"] : []),
  ].join('; or ')
  const independent = claims.independentGiven
    ? ` The average${whenText(claims.independentGiven)} tells no more than the given columns and the preserved ` +
      'moments.'
    : ''
  return [
    'Repeated release: each release draws new numbers. An intruder who links the records of R releases ' +
      `${how}.${independent} ${fix}`,
  ]
}

function exactOnly(claim: Claim | undefined): boolean {
  return typeof claim === 'object' && claim.when.exact === true
}

function whenText(claim: Claim): string {
  return typeof claim === 'boolean' ? '' : ` (${conditionText(claim)})`
}
