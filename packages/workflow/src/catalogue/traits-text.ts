import type { Conditional, Traits } from '@sdc/core'

/** What a method accepts and claims, for people: a name and a value for every trait. */
export function traitFacts(traits: Traits): (readonly [name: string, value: string])[] {
  return Object.entries(traits).map(([name, value]) => [traitNames[name as keyof Traits], traitText(value)])
}

const traitNames: Readonly<Record<keyof Traits, string>> = {
  columns: 'kind of columns',
  stochastic: 'draws random numbers',
  missing: 'missing values',
  given: 'conditions on other columns (--given)',
  keepsRows: 'keeps the records',
  ordered: 'order of the columns matters',
  columnwise: 'masks each column by itself',
  keepsMarginals: 'keeps every value of a column exactly',
  keepsMeans: 'keeps means exactly',
  keepsCorrelations: 'keeps correlations exactly',
  keepsCovariances: 'keeps means and covariances exactly',
  approachesCorrelations: 'keeps correlations, the more records the closer',
  approachesRankCorrelations: 'keeps rank correlations, the more records the closer',
  independentGiven: 'independent of the original given --given',
  kAnonymousBy: 'every combination at least k times, k being',
  postMasking: 'works on a masked file',
}

function traitText(value: Traits[keyof Traits]): string {
  if (value === true) return 'yes'
  if (value === false || value === null || value === undefined) return 'no'
  if (typeof value === 'string') return value
  return 'parameter' in value ? `${value.parameter}, ${whenText(value)}` : whenText(value)
}

function whenText(claim: Conditional): string {
  return `where ${Object.entries(claim.when)
    .map(([name, value]) => {
      if (value === null) return `without ${name}`
      return value === '' ? `${name} is empty` : `${name} = ${String(value)}`
    })
    .join(' and ')}`
}
