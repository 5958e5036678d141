import { option, SdcError, type Registry } from '@sdc/core'
import { keyValue, nameList, refuseTwice, settings } from '@sdc/inspect'

/** A method with a grid of parameters. */
export interface CandidateText {
  readonly use: string
  readonly grid: Readonly<Record<string, readonly unknown[]>>
}

/**
 * Parses a candidate: `"noise/additive relativeVariance=0.05,0.25"`.
 *
 * @param registry - Registry with the methods.
 * @param text - Id of a method, and values of its parameters.
 * @returns The candidate.
 * @throws UNKNOWN_METHOD, BAD_PARAMETER, BAD_OPTION.
 */
export function candidateFromText(registry: Registry, text: string): CandidateText {
  const [id, ...pairs] = text.trim().split(/\s+/)
  const method = registry.get('methods', id)
  const read = pairs.map(keyValue)
  refuseTwice(read, option('try'))
  const grid = read.map(([name, list]) => {
    const values = nameList(list).map((value) => settings(method.params, [`${name}=${value}`])[name])
    if (values.length === 0)
      throw new SdcError(
        'BAD_OPTION',
        `${name} has no value in ${option('try', `"${text}"`)}`,
        { method: id, parameter: name },
        `Give one or more: ${name}=1,2.`,
      )
    return [name, values] as const
  })
  return { use: method.id, grid: Object.fromEntries(grid) }
}
