import { listed, option } from '@sdc/core'
import { counted } from '@sdc/inspect'
import type { Criterion, PolicyDemands, PolicyFacts } from './policy-types.js'

/**
 * Judges a file by the demands of a policy, in addition to its limits.
 *
 * @param demands - The demands; those that are missing or false are not made.
 * @param facts - Facts of the file.
 * @returns A criterion for every demand.
 */
export function judgeDemands(demands: PolicyDemands, facts: PolicyFacts): Criterion[] {
  return [
    ...(demands.keyed ? [known(keyed, facts.keyed)] : []),
    ...(demands.shuffled ? [known(shuffled, facts.shuffled)] : []),
    ...(demands.identifiers === undefined ? [] : [noIdentifiers(facts)]),
    ...(demands.openColumns === undefined ? [] : [openColumns(demands.openColumns, facts)]),
  ]
}

interface Demand {
  readonly name: string
  readonly title: string
  readonly bound: string
  readonly yes: string
  readonly no: string
}

const keyed: Demand = {
  name: 'keyed',
  title: 'Keyed random numbers',
  bound: 'keyed',
  yes: 'the random numbers are keyed',
  no: 'the random numbers are those of a seed, which can be guessed: leave the seed out, and release it (--release)',
}

const shuffled: Demand = {
  name: 'shuffled',
  title: 'Records in random order',
  bound: 'shuffled',
  yes: 'the records are in random order, or synthetic',
  no: 'the records are not in random order, and their places link them to the original: release it (--release)',
}

const unknown =
  'not known: the public manifest is not next to the file, or is of another file; put it there, or give ' +
  'the private file of its run (--origin)'

function known({ name, title, bound, yes, no }: Demand, value: boolean | undefined): Criterion {
  const text = value === undefined ? unknown : value ? yes : no
  const fix = value === undefined ? `name the private file (${option('origin')})` : `release it (${option('release')})`
  return demand(name, title, bound, value === true, text, fix)
}

function noIdentifiers({ identifiers }: PolicyFacts): Criterion {
  const isMet = identifiers.length === 0
  const text = isMet
    ? 'no column with the role identifier is in the file'
    : `${counted(identifiers.length, 'column')} of the file with the role identifier: drop them (${option('release')} does)`
  const criterion = demand('identifiers', 'Columns that name people', 'none', isMet, text, 'drop identifiers')
  // The text only states that identifiers are there: they must not be released, and their names may disclose something.
  return isMet ? criterion : { ...criterion, cause: listed(identifiers) }
}

function openColumns(which: 'none' | 'accepted', { open }: PolicyFacts): Criterion {
  const left = which === 'none' ? open : open.filter(({ accepted }) => !accepted)
  const names = listed((left.length > 0 ? left : open).map(({ name }) => name))
  const bound = which === 'none' ? 'none' : 'all accepted'
  const title = 'Disclosing columns'
  if (open.length === 0) return demand('openColumns', title, bound, true, 'no unmasked column discloses a masked one')
  if (left.length === 0) {
    const text = `${counted(open.length, 'disclosing column')}, accepted by name: ${names}`
    return demand('openColumns', title, bound, true, text)
  }
  const what =
    which === 'none'
      ? counted(left.length, 'disclosing column')
      : `${counted(left.length, 'disclosing column')} that nobody accepted`
  const fix =
    which === 'none' ? 'mask or drop them' : `mask or drop them, or accept each by name (${option('acceptOpen')})`
  return demand(
    'openColumns',
    title,
    bound,
    false,
    `${what}: ${names}; ${fix}`,
    fix.replace('drop them', 'drop the disclosing columns'),
  )
}

function demand(name: string, title: string, bound: string, isMet: boolean, text: string, fix = ''): Criterion {
  const nothing = { limit: null, released: null, worst: null, worstRun: null, independent: null, unit: '' }
  return {
    key: `require ${name}`,
    title,
    bound,
    ...nothing,
    state: isMet ? 'met' : 'not met',
    text,
    ...(!isMet && { fix }),
  }
}
