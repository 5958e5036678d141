import { describeParams, parseParam, SdcError, type Registry, type TableMethod } from '@sdc/core'
import type { TableStep } from '@sdc/engine'

/**
 * Parses a rule of a command line: a short form (`p=15%`, `nk=1,50`, `pq=10,80`, `freq=3`) with the values of its main
 * parameters in order, or `id:param=value,…`. Any short form may continue with parameters: `p=15,coalition=2`.
 *
 * @param text - The rule.
 * @param registry - The available methods.
 * @returns The method with the given parameters; the others have their defaults.
 * @throws BAD_OPTION for another text, UNKNOWN_TABLE, and BAD_PARAMETER for an invalid name or value
 */
export function parseRule(text: string, registry: Registry): TableStep {
  const [, name, sign = '', rest = ''] = /^([^=:]+)(?:([=:])(.*))?$/s.exec(text.trim()) ?? []
  if (name === undefined) throw notRule(text, registry)
  const short = shortForms(registry).find((one) => one.short?.name === name.toLowerCase())
  const method = short ?? (name.includes('/') ? registry.get('tables', name) : undefined)
  if (method === undefined || method.step !== 'sensitivity') throw notRule(text, registry)
  const parts = rest === '' ? [] : rest.split(',').map((part) => part.trim())
  const positional = sign === '=' ? (method.short?.params ?? []) : []
  const named = parts.map((part, i): [string, string] => {
    const at = part.indexOf('=')
    if (at > 0) return [part.slice(0, at).trim(), part.slice(at + 1).trim()]
    if (i >= positional.length || part === '') throw badValues(text, method, part)
    return [positional[i], part]
  })
  return { method: method.id, params: Object.fromEntries(named.map((one) => valueOf(method, ...one, text))) }
}

/** Lists the short forms of rules for a command line: `freq=n, nk=n,k, p=p, pq=p,q`. */
export function ruleForms(registry: Registry): string[] {
  return shortForms(registry).map(({ short }) => `${short?.name}=${short?.params.join(',')}`)
}

function shortForms(registry: Registry): TableMethod[] {
  return [...registry.all('tables')].filter(({ step, short }) => step === 'sensitivity' && short !== undefined)
}

function valueOf(method: TableMethod, name: string, text: string, whole: string): [string, unknown] {
  const card = describeParams(method.params).find((one) => one.name === name)
  const place = { table: method.id, parameter: name }
  if (card === undefined) {
    const known = describeParams(method.params).map((one) => one.name)
    const fix = `Its parameters are ${known.join(', ')}.`
    throw new SdcError('BAD_PARAMETER', `the rule "${whole}" names "${name}", which is not a parameter`, place, fix)
  }
  // A percentage may have its sign.
  const value = parseParam(card, card.unit?.startsWith('percent of ') ? text.replace(/\s*%$/, '') : text)
  return [name, value]
}

function badValues(text: string, { short, id }: TableMethod, part: string): SdcError {
  const form = short ? `${short.name}=${short.params.join(',')}` : `${id}:parameter=value`
  const message = `the rule "${text}" has ${part === '' ? 'an empty value' : `"${part}" too many`}`
  return new SdcError('BAD_OPTION', message, { table: id }, `It is written ${form}; more follow as parameter=value.`)
}

function notRule(text: string, registry: Registry): SdcError {
  const forms = ruleForms(registry)
  const fix = `Write ${forms.join(' or ')}, or the id of a rule with its parameters: id:parameter=value,….`
  return new SdcError('BAD_OPTION', `"${text}" is not a rule for sensitive cells`, {}, fix)
}
