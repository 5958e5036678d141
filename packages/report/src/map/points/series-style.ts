import { colours, familyColours, restColours, type SeriesColour } from '../../colour/palette.js'
import { methodShapes } from '../../colour/method-shapes.js'
import { shapeNames, type ShapeName } from '../../colour/shapes.js'

/** Colour and shape of the points of a series. */
export interface SeriesStyle {
  readonly colour: string
  /** Colour of its labels. */
  readonly ink: string
  readonly symbol: ShapeName
}

/**
 * Returns the style of a method, the same in every picture: the colour of its family and its own shape. An unknown family
 * gets one of the unused colours, an unknown method one of the unused shapes of its family, both by a hash of the name.
 *
 * @param method - Id, `family/name`; any other text counts as a family of its own.
 */
export function methodStyle(method: string): SeriesStyle {
  const family = familyOf(method)
  const at = familyColours.get(family) ?? restColours[hash(family) % restColours.length]
  const known = methodShapes.get(method)
  if (known !== undefined) return { ...lookOf(colours[at]), symbol: known }
  const taken = new Set([...methodShapes].flatMap(([id, shape]) => (id.startsWith(`${family}/`) ? [shape] : [])))
  const free = shapeNames.filter((name) => !taken.has(name))
  return { ...lookOf(colours[at]), symbol: free[hash(method) % free.length] }
}

/** Returns the family of a method: the part before the first `/` of its id. */
export function familyOf(method: string): string {
  return method.split('/')[0]
}

/** Returns the styles of methods by id, in the order of a legend: by family, then by id. */
export function methodStyles(methods: Iterable<string>): ReadonlyMap<string, SeriesStyle> {
  return new Map([...new Set(methods)].sort().map((method) => [method, methodStyle(method)]))
}

/** Returns the style of every series other than a method (columns, files), in the order of first appearance. */
export function seriesStyles(series: Iterable<string>): ReadonlyMap<string, SeriesStyle> {
  return new Map(
    [...new Set(series)].map((name, i) => [
      name,
      { ...lookOf(colours[i % colours.length]), symbol: shapeNames[i % shapeNames.length] },
    ]),
  )
}

function lookOf({ colour, ink }: SeriesColour): Pick<SeriesStyle, 'colour' | 'ink'> {
  return { colour, ink }
}

/** Returns the FNV-1a hash of 32 bits, the same in every engine. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}
