import type { Registry } from '@sdc/core'
import type { Screen } from '@sdc/report/tables'
import { catalogueText } from './catalogue-text.js'

/**
 * What there is for tables, step by step; a rule with how a command line writes it.
 *
 * @param registry - The table methods.
 * @param screen - What it is printed on; by default a file.
 * @returns The text.
 */
export function tableMethodsText(registry: Registry, screen?: Screen): string {
  return catalogueText(registry, 'tables', screen)
}
