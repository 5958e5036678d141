import type * as Plot from '@observablehq/plot'
import type { SvgElement } from '../chart/svg-document.js'

/**
 * Writes the indexes of its points on every sign of a mark (`data-of`), so that a page can find it, and on some signs
 * their kind (`data-is`): points, or the count of a place.
 *
 * @param data - Data of the mark, in its order.
 * @param of - Returns the indexes of the points of a datum.
 * @param what - Kind of the signs, if a page needs it.
 * @returns The `render` option of the mark.
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
      // A line is one sign for several data.
      const datum = data[data.length === 1 ? 0 : index[k]]
      sign.setAttribute('data-of', of(datum).join(' '))
      const is = what?.(datum)
      if (is !== undefined) sign.setAttribute('data-is', is)
    }
    return group
  }
}
