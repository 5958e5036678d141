import type { Registry } from '@sdc/core'
import type { Screen } from '@sdc/report/tables'
import { catalogueText } from './catalogue-text.js'

/**
 * Lists the table methods by step; a rule is given in the notation of the command line.
 *
 * @param registry - The table methods.
 * @param screen - Target of the text; by default a file.
 * @returns The text.
 */
export function tableMethodsText(registry: Registry, screen?: Screen): string {
  return catalogueText(registry, 'tables', screen)
}
