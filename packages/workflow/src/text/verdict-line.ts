import { flowed, painted, type Screen } from '@sdc/report/tables'

/**
 * What a result comes to, as the last thing that is printed: bold where there is colour, of several sentences the first.
 *
 * @param verdict - One sentence or a few, on one line.
 * @param screen - What it is printed on.
 * @returns The text.
 */
export function verdictLine(verdict: string, screen: Screen): string {
  const text = flowed(verdict, screen)
  const [first] = /^.*?[.:](?=\s+[A-Z]|$)/s.exec(text) ?? [text]
  return painted(first, 'bold', screen) + text.slice(first.length)
}
