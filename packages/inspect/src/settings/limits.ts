import { option, SdcError } from '@sdc/core'
import type { Limits } from '@sdc/engine'

/** Decimal number: digits, a point, an exponent; hexadecimal numbers and infinity are refused. */
const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/**
 * Reads limits `ID=VALUE`.
 *
 * @param texts - One limit each.
 * @param named - Name of the option, in the terms of the front end.
 * @returns The limits by the ids of their metrics.
 * @throws BAD_OPTION for another form, and for a metric that is named twice.
 */
export function limitsFrom(texts: readonly string[] = [], named = option('limit')): Limits {
  const limits = new Map<string, number>()
  for (const text of texts) {
    const at = text.indexOf('=')
    const [id, value] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()]
    const fix = `For example: ${named} risk/dld=5.`
    if (id === '' || !number.test(value) || !Number.isFinite(Number(value)))
      throw new SdcError('BAD_OPTION', `${named} ${text} is not of the form ID=VALUE with a number`, {}, fix)
    if (limits.has(id)) {
      const message = `${named} names ${id} twice: ${limits.get(id)} and ${value}`
      throw new SdcError('BAD_OPTION', message, { metric: id }, 'Leave one of them out.')
    }
    limits.set(id, Number(value))
  }
  return Object.fromEntries(limits)
}
