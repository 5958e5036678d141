import type { Registry, TableMethod } from '@sdc/core'
import { left, textTable } from '@sdc/report/tables'

const steps: readonly (readonly [TableMethod['step'], string])[] = [
  ['sensitivity', 'Rules that find sensitive cells (--rule)'],
  ['protection', 'Protections (--method)'],
  ['audit', 'Audits'],
]

/**
 * What there is for tables, step by step; a rule with how a command line writes it.
 *
 * @param registry - The table methods.
 * @returns The text.
 */
export function tableMethodsText(registry: Registry): string {
  const parts = steps.flatMap(([step, heading]) => {
    const methods = registry.all('tables').filter((one) => one.step === step)
    if (methods.length === 0) return []
    const rows = methods.map(({ id, summary, short }) => [
      id,
      short && step === 'sensitivity' ? `${short.name}=${short.params.join(',')}` : '',
      summary,
    ])
    const written = rows.some(([, form]) => form !== '')
    const columns = [left('id'), ...(written ? [left('written')] : []), left('what it does')]
    return [`${heading}\n\n${textTable(columns, written ? rows : rows.map(([id, , summary]) => [id, summary]))}`]
  })
  return `${parts.join('\n\n')}\n\nOne of them in full: sdc tables ID`
}
