import type * as Plot from '@observablehq/plot'
import type { SvgElement } from '../chart/svg-document.js'

/**
 * Writes on every sign of a mark which points it is of (`data-of`), for a page to find it by, and on some what they are
 * (`data-is`): the points themselves, and how many stand in one place.
 *
 * @param data - What the mark draws, in its order.
 * @param of - The places of the points that a sign is of.
 * @param what - What a sign is, where a page must know.
 * @returns What the mark is given as `render`.
 */
export function tagged<Datum>(
  data: readonly Datum[],
  of: (datum: Datum) => readonly number[],
  what?: (datum: Datum) => 'point' | 'count' | undefined,
): Plot.RenderFunction {
  return (index, scales, values, dimensions, context, next) => {
    const group = next?.(index, scales, values, dimensions, context) ?? null
    const signs = (group as unknown as SvgElement | null)?.children ?? []
    for (const [k, sign] of signs.entries()) {
      // A line is one sign of many data.
      const datum = data[data.length === 1 ? 0 : index[k]]
      sign.setAttribute('data-of', of(datum).join(' '))
      const is = what?.(datum)
      if (is !== undefined) sign.setAttribute('data-is', is)
    }
    return group
  }
}
