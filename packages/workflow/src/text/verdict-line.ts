import { flowed, painted, type Screen } from '@sdc/report/tables'

/**
 * What a result comes to, as the last thing that is printed: bold where there is colour.
 *
 * @param verdict - One sentence.
 * @param screen - What it is printed on.
 * @returns The text.
 */
export function verdictLine(verdict: string, screen: Screen): string {
  return painted(flowed(verdict, screen), 'bold', screen)
}
