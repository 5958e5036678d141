import { decimalNumber, option, SdcError } from '@sdc/core'

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }

/**
 * Parses a time budget.
 *
 * @param text - `30s`, `2m`, `1.5h`.
 * @returns The seconds.
 * @throws BAD_OPTION for another text, and for zero.
 */
export function budgetSeconds(text: string): number {
  const [, amount, unit] = /^([\d.]+)\s*([smh])$/.exec(text.trim()) ?? []
  const seconds = amount === undefined ? undefined : decimalNumber(amount)
  if (seconds !== undefined && seconds > 0) return seconds * SECONDS[unit]
  const fix = 'Give seconds, minutes or hours: 30s, 2m, 1h.'
  throw new SdcError('BAD_OPTION', `${option('budget', text)} is not a time`, {}, fix)
}
