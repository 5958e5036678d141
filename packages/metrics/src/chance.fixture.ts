import { seededRng } from '@sdc/core'

export const N = 1080

/** Skewed, correlated columns: exp of normals with correlation 0.5, drawn anew for every seed. */
export function drawn(d: number, seed: number): Map<string, Float64Array> {
  const root = seededRng(seed)
  const common = Float64Array.from({ length: N }, () => root.normal())
  return new Map(
    Array.from({ length: d }, (_, j): [string, Float64Array] => {
      const own = root.child(`${j}`)
      return [`v${j + 1}`, common.map((shared) => Math.exp(Math.SQRT1_2 * (shared + own.normal())))]
    }),
  )
}
