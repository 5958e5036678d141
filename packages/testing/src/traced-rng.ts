import { dataset, maskInput, numeric, resolveParams, seededRng, type MaskingMethod, type Rng } from '@sdc/core'
import { maskByPlan } from '@sdc/toolkit'

/**
 * Returns a random source with the draws of another one that records the streams used.
 *
 * Two purposes that share a stream get dependent draws, and a changed stream changes the result of a seed: tests check
 * the paths, without block numbers.
 *
 * @param source - The source of the draws.
 * @returns The source to use, and the paths of the nodes drawn from, filled during use.
 */
export function tracedRng(source: Rng): { readonly rng: Rng; readonly drawn: Set<string> } {
  const drawn = new Set<string>()
  const traced = (rng: Rng, path: readonly string[]): Rng => {
    const note = <Draw extends (...given: never[]) => unknown>(draw: Draw): Draw =>
      ((...given) => {
        drawn.add(path.join('/'))
        return draw(...given)
      }) as Draw
    return {
      state: rng.state,
      child: (name) => traced(rng.child(name), [...path, name]),
      uniform: note(rng.uniform),
      normal: note(rng.normal),
      fillUniform: note(rng.fillUniform),
      fillNormal: note(rng.fillNormal),
      fillLaplace: note(rng.fillLaplace),
      int: note(rng.int),
      shuffle: note(rng.shuffle),
      permutation: note(rng.permutation),
    }
  }
  return { rng: traced(source, []), drawn }
}

/**
 * Returns the streams that a method draws from when it masks two columns `a` and `b` of 60 records with ties, with `c`
 * given.
 *
 * @param method - The method.
 * @param params - Parameters that are not at their default.
 * @returns The paths, in the order of first use; the last name is the number of a block of records.
 */
export async function streamsOf<P>(
  method: MaskingMethod<P>,
  params: Readonly<Record<string, unknown>> = {},
): Promise<string[]> {
  const { rng, drawn } = tracedRng(seededRng('streams'))
  const values = seededRng('values')
  const column = (unit: number): Float64Array =>
    Float64Array.from({ length: 60 }, () => unit * (100 + Math.round(10 * values.normal())))
  const data = dataset([
    ['a', numeric(column(1))],
    ['b', numeric(column(10))],
    ['c', numeric(Float64Array.from({ length: 60 }, (_, i) => i % 2))],
  ])
  const resolved = resolveParams(method.params, params, { method: method.id })
  await maskByPlan(method, maskInput(data, { columns: ['a', 'b'], given: ['c'], params: resolved, rng }))
  return [...drawn]
}
