import { colours } from './palette.js'

/** A colour on a light ground, and what stands for it on a dark one. */
type Pair = readonly [light: string, dark: string]

/**
 * The colours of every picture that are no family's. A picture is written with the light ones; its own style sheet puts the
 * dark ones in their places where a reader's screen is dark. What knows no style sheets, and paper, keep to light.
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

/** The light colours, by name: what marks are drawn with. */
export const ground: string = grounds.ground[0]
export const ink: string = grounds.ink[0]
export const soft: string = grounds.soft[0]
export const grey: string = grounds.grey[0]
export const frameColour: string = grounds.frame[0]
export const gridColour: string = grounds.grid[0]
export const limitColour: string = grounds.limit[0]
export const betterColour: string = grounds.better[0]

/** Every pair in which the two differ, those of the families' letters included. */
const pairs: readonly Pair[] = [
  ...Object.values(grounds),
  ...colours.map(({ ink: light, darkInk }): Pair => [light, darkInk]),
]

/**
 * The style sheet of a picture: the dark colours, on dark screens, within it alone.
 *
 * @param className - The class of the picture.
 * @returns The rules; they never reach paper.
 */
export function themeStyle(className: string): string {
  const within = `.${className}`
  const rules = pairs.flatMap(([light, dark]) => [
    `${within} [fill="${light}"]{fill:${dark}}`,
    `${within} [stroke="${light}"]{stroke:${dark}}`,
  ])
  return `${within} text{white-space:pre}@media screen and (prefers-color-scheme:dark){${within}{color:${grounds.ink[1]}}${rules.join('')}}`
}
