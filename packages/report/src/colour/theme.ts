import { colours } from './palette.js'

/** A colour on a light ground, and its counterpart on a dark one. */
type Pair = readonly [light: string, dark: string]

/**
 * The colours of every picture other than those of the families. A picture is written with the light colours; its style
 * sheet replaces them on dark screens. Paper and viewers without style sheets show the light ones.
 */
export const grounds = {
  ground: ['#ffffff', '#15181b'],
  ink: ['#222222', '#e9e7e3'],
  soft: ['#555555', '#b3bac1'],
  /** Ranges and small points: 3 : 1 and more on both grounds. */
  grey: ['#777777', '#979ea5'],
  frame: ['#8a8a8a', '#70777e'],
  grid: ['#ececec', '#2a2f34'],
  limit: ['#b00020', '#ff9b94'],
  better: ['#00695c', '#5fd0b5'],
} as const satisfies Readonly<Record<string, Pair>>

/** The light colours, by name, for the marks. */
export const ground: string = grounds.ground[0]
export const ink: string = grounds.ink[0]
export const soft: string = grounds.soft[0]
export const grey: string = grounds.grey[0]
export const frameColour: string = grounds.frame[0]
export const gridColour: string = grounds.grid[0]
export const limitColour: string = grounds.limit[0]
export const betterColour: string = grounds.better[0]

/** Pairs whose light and dark colours differ, including the letters of the families. */
const pairs: readonly Pair[] = [
  ...Object.values(grounds),
  ...colours.map(({ ink: light, darkInk }): Pair => [light, darkInk]),
]

/**
 * Returns the style sheet of a picture: its dark colours, on dark screens only.
 *
 * @param className - Class of the picture, which the rules are limited to.
 * @returns The rules; they do not apply to paper.
 */
export function themeStyle(className: string): string {
  const within = `.${className}`
  const rules = pairs.flatMap(([light, dark]) => [
    `${within} [fill="${light}"]{fill:${dark}}`,
    `${within} [stroke="${light}"]{stroke:${dark}}`,
  ])
  return `${within} text{white-space:pre}@media screen and (prefers-color-scheme:dark){${within}{color:${grounds.ink[1]}}${rules.join('')}}`
}
