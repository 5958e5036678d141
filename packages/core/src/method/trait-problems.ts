import { columnKinds } from '../columns/kind.js'
import { claimNames, plainTraits, type Conditional, type Traits } from './traits.js'

const choices: Readonly<Partial<Record<keyof Traits, readonly unknown[]>>> = {
  draws: ['numbers', 'choices'],
  missing: ['refuse', 'keep', 'own'],
  given: ['unused', 'optional', 'required', 'keys'],
  records: ['same', 'subset', 'synthetic'],
  kinds: ['same', 'coarser', 'pseudonyms'],
  scope: ['cell', 'column', 'file'],
  changes: ['all', 'unsafe'],
}
const flags = ['stochastic', 'adds', 'ordered', 'postMasking', 'permutes', 'searched'] as const

/** Problems of a method's traits, given the names of its parameters; empty if there are none. */
export function traitProblems(traits: unknown, parameters: readonly string[]): string[] {
  if (typeof traits !== 'object' || traits === null) return ['it has no traits: it was not made by defineMethod']
  const of = traits as Readonly<Record<string, unknown>>
  const problems: string[] = []
  for (const name of Object.keys(of)) if (!(name in plainTraits)) problems.push(`there is no trait ${name}`)
  if (problems.length > 0) return problems
  for (const [name, allowed] of Object.entries(choices)) {
    if (!allowed?.includes(of[name]))
      problems.push(`trait ${name} is ${JSON.stringify(of[name])}, not one of ${allowed?.join(', ')}`)
  }
  for (const name of flags) if (typeof of[name] !== 'boolean') problems.push(`trait ${name} is not true or false`)
  const { accepts } = of
  if (!Array.isArray(accepts) || accepts.length === 0 || accepts.some((kind) => !columnKinds.includes(kind)))
    problems.push(`trait accepts is not a list of ${columnKinds.join(', ')}`)
  return [...problems, ...claimProblems(of.claims, parameters)]
}

function claimProblems(claims: unknown, parameters: readonly string[]): string[] {
  if (typeof claims !== 'object' || claims === null) return ['trait claims is not an object']
  const problems: string[] = []
  for (const [name, claim] of Object.entries(claims) as [string, unknown][]) {
    if (name === 'kAnonymousBy') {
      if (typeof claim === 'string') problems.push(...unknownNames(name, [claim], parameters))
      else if (isConditional(claim) && 'parameter' in claim)
        problems.push(...unknownNames(name, [String(claim.parameter), ...Object.keys(claim.when)], parameters))
      else problems.push('claim kAnonymousBy is not the name of a parameter or { parameter, when }')
    } else if (!(claimNames as readonly string[]).includes(name)) {
      problems.push(`there is no claim ${name}: use ${claimNames.join(', ')}, kAnonymousBy`)
    } else if (isConditional(claim)) {
      problems.push(...unknownNames(name, Object.keys(claim.when), parameters))
    } else if (typeof claim !== 'boolean') {
      problems.push(`claim ${name} is not true, false or { when: … }`)
    }
  }
  return problems
}

function isConditional(value: unknown): value is Conditional {
  if (typeof value !== 'object' || value === null || !('when' in value)) return false
  return typeof value.when === 'object' && value.when !== null
}

function unknownNames(claim: string, used: readonly string[], names: readonly string[]): string[] {
  return used.filter((name) => !names.includes(name)).map((name) => `claim ${claim} names no parameter: ${name}`)
}
