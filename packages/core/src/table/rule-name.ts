import { describeParams } from '../params/params.js'
import type { TableMethod } from './table.js'

/**
 * Formats a rule as on a command line: `p=15%`, `p=15%,coalition=2`, `freq=3,zeros=unsafe`; `id:name=value` if it has
 * no short form. Default values are left out.
 *
 * @param method - The rule.
 * @param params - Its parameters, with their defaults.
 * @returns The text, which reads back as the same rule.
 */
export function ruleName(
  { id, short, params: form }: Pick<TableMethod, 'id' | 'short' | 'params'>,
  params: unknown,
): string {
  const values = params as Readonly<Record<string, unknown>>
  const cards = describeParams(form)
  const main = short?.params ?? []
  const gap = main.findIndex((name) => values[name] === undefined)
  const positional = gap < 0 ? main : main.slice(0, gap)
  const named = cards.filter((card) => !positional.includes(card.name) && isSaid(values[card.name], card.default))
  const written = [
    ...positional.map((name) => {
      const unit = cards.find((card) => card.name === name)?.unit
      return unit?.startsWith('percent of ') && main.length === 1 ? `${text(values[name])}%` : text(values[name])
    }),
    ...named.map(({ name }) => `${name}=${text(values[name])}`),
  ]
  return `${short?.name ?? id}${written.length === 0 ? '' : short ? '=' : ':'}${written.join()}`
}

function isSaid(value: unknown, byDefault: unknown): boolean {
  return value !== undefined && JSON.stringify(value) !== JSON.stringify(byDefault)
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
