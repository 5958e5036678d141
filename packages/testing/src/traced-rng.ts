import { dataset, maskInput, numeric, resolveParams, seededRng, type MaskingMethod, type Rng } from '@sdc/core'
import { maskByPlan } from '@sdc/toolkit'

/**
 * A random source that gives the draws of another one and notes which of its streams were drawn from.
 *
 * Two purposes that share a stream get dependent draws, and one that changes its stream changes what a seed means: tests
 * hold the paths, block numbers left out.
 *
 * @param source - The source whose draws it gives.
 * @returns The source to use, and the paths of the nodes that were drawn from, filled as it is used.
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
 * The streams that a method draws from when it masks two columns `a` and `b` of 60 records with ties, `c` being given.
 *
 * @param method - The method.
 * @param params - Those of its parameters that are not at their default.
 * @returns The paths, in the order in which they are first drawn from; the last name is the number of a block of records.
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
