import type { ParamCard } from './params.js'

/**
 * Wording of a parameter with its value in titles of plans and sentences.
 *
 * @param card - The parameter.
 * @param value - Its value; not undefined.
 * @returns For example `k = 5`; empty to leave it out.
 */
export type ParamWording = (card: Pick<ParamCard, 'name' | 'unit' | 'default'>, value: unknown) => string

let wording: ParamWording = ({ name }, value) =>
  `${name} = ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`

/** Sets the wording of parameters for this process; a front end calls it once, before any work. */
export function wordParams(next: ParamWording): void {
  wording = next
}

/** Describes a parameter with its value: `k = 5`. */
export function paramText(...args: Parameters<ParamWording>): string {
  return wording(...args)
}
