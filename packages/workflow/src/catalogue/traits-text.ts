import {
  conditionText,
  kindsText,
  option,
  plainTraits,
  type ClaimName,
  type Claims,
  type Conditional,
  type Traits,
} from '@sdc/core'

/** Returns the traits and claims of a method as text: a name and a value each. */
export function traitFacts(traits: Traits): (readonly [name: string, value: string])[] {
  return [
    ...traitNames.map(([name, text]) => {
      const value = name === 'missing' ? missingText(traits) : traitText(traits[name] ?? plainTraits[name])
      return [text, value] as const
    }),
    [`rounding of drawn numbers (${option('precision', 'auto')})`, precisionText(traits)] as const,
    ...claimTexts.map(([name, text]) => [text, claimText(traits.claims[name])] as const),
  ]
}

type TraitName = Exclude<keyof Traits, 'claims' | 'searched' | 'draws'>

const traitNames = entries<TraitName>({
  accepts: 'kind of columns',
  stochastic: 'draws random numbers',
  missing: 'missing values',
  given: 'conditions on other columns (--given)',
  records: 'records',
  adds: 'adds columns',
  kinds: 'kinds of the masked columns',
  scope: 'inputs of a masked value',
  changes: 'changes of its columns',
  ordered: 'order of the columns matters',
  postMasking: 'works on a masked file',
  permutes: 'values only change places, before it and by it',
})

const claimTexts = entries<ClaimName | 'kAnonymousBy'>({
  marginals: 'keeps every value of a column exactly',
  means: 'keeps means exactly',
  correlations: 'keeps correlations exactly',
  covariances: 'keeps means and covariances exactly',
  differences: 'keeps differences between columns exactly',
  expectedMarginals: 'every category is expected as often as before',
  approachesCorrelations: 'keeps correlations, the more records the closer',
  approachesRankCorrelations: 'keeps rank correlations, the more records the closer',
  independentGiven: 'independent of the original given --given',
  newPersons: 'makes new persons with all their records',
  kAnonymousBy: 'every combination at least k times, k being',
})

function entries<K extends string>(texts: Readonly<Record<K, string>>): readonly (readonly [K, string])[] {
  return Object.entries(texts) as [K, string][]
}

function traitText(value: Traits[TraitName]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : kindsText(value)
}

/** Treatment of missing cells by the method itself and by `--missing`. */
function missingText({ missing, scope, given, adds, records, postMasking }: Traits): string {
  if (adds) return 'keep: the method leaves columns unchanged'
  const impute =
    `${option('missing', 'impute')} fills them first from the file's own records` +
    (postMasking ? ', in the original, too' : ' and masks them')
  if (missing === 'keep') return `keep: missing cells stay missing, the others are masked. ${impute}`
  if (missing === 'own') return `own: see the notes. ${impute}`
  const alone = scope !== 'file' && given === 'unused' && records === 'same'
  const keep = alone
    ? `${option('missing', 'keep')} masks each column by its present values`
    : records === 'synthetic'
      ? `${option('missing', 'keep')} fills them while the method works; new records are complete`
      : `${option('missing', 'keep')} fills them while the method works, and makes them missing again. Exact properties hold for the filled file`
  return `refuse. ${keep}. ${impute}`
}

/** Rounding of masked numbers: the digits of the original, or exact moments. */
function precisionText(traits: Traits): string {
  const { stochastic, draws, postMasking, permutes, adds, changes, claims } = traits
  const column = 'multiples of the step that the original values share (cents, whole numbers)'
  if (postMasking || permutes || adds || changes === 'unsafe' || claims.marginals === true)
    return 'unchanged: the method makes no new numbers'
  if (!stochastic || (draws === 'choices' && claims.means === true))
    return claims.means === undefined || claims.means === false
      ? `${column}; with ${option('precision', 'fine')} as computed`
      : `${column}: means are then kept to the rounding, with ${option('precision', 'fine')} exactly`
  if (draws === 'choices') return 'unchanged: the method draws no new numbers'
  const fine =
    'multiples of a power of two far below the standard deviation, which keep moments exactly. ' +
    `${option('precision', 'column')} rounds to the step of the original values and moves moments by up to half a step`
  const exact = [claims.means, claims.correlations, claims.covariances].filter(
    (claim): claim is true | Conditional => claim !== undefined && claim !== false,
  )
  if (exact.length === 0) return column
  if (exact.includes(true)) return fine
  const [when] = exact.filter((claim): claim is Conditional => claim !== true)
  return `${column}. ${conditionText(when)}: ${fine}`
}

function claimText(value: Claims[keyof Claims]): string {
  if (value === true) return 'yes'
  if (value === false || value === undefined) return 'no'
  if (typeof value === 'string') return value
  return 'parameter' in value ? `${value.parameter}, ${conditionText(value)}` : conditionText(value)
}
