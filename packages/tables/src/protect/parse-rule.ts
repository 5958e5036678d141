import { describeParams, parseParam, SdcError, type Registry, type TableMethod } from '@sdc/core'
import type { TableStep } from '@sdc/engine'

/**
 * What a command line says of a rule: a short form (`p=15%`, `nk=1,50`, `pq=10,80`, `freq=3`) with the values of its main
 * parameters in their order, or `id:param=value,…`; any short form may go on so: `p=15,coalition=2`.
 *
 * @param text - What was written.
 * @param registry - The methods that there are.
 * @returns The method with what was said of its parameters; the rest are as they are by default.
 * @throws BAD_OPTION for what is neither, UNKNOWN_TABLE, and BAD_PARAMETER for a name or a value that cannot be
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

/** The rules that a command line can write shortly: `freq=n, nk=n,k, p=p, pq=p,q`. */
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
  // People write shares of something with a sign.
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
