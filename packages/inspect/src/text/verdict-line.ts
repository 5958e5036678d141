import { flowed, painted, type Screen } from '@sdc/report/tables'

/**
 * Formats a verdict, the last line of a result; it is bold on a screen with colour.
 *
 * @param verdict - One sentence.
 * @param screen - Screen that it must fit.
 * @returns The text.
 */
export function verdictLine(verdict: string, screen: Screen): string {
  return painted(flowed(verdict, screen, '  '), 'bold', screen)
}

/**
 * Returns a verdict of several lines; the first is bold on a screen with colour.
 *
 * @param lines - Sentences.
 * @param screen - Screen that they must fit.
 * @returns The text.
 */
export function verdictLines([first, ...others]: readonly string[], screen: Screen): string {
  return [verdictLine(first, screen), ...others.map((line) => flowed(line, screen, '  '))].join('\n')
}
