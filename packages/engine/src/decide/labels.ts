import { describeParams, listed, type Registry } from '@sdc/core'
import { stepLabel } from '../compare/candidates.js'
import type { Row } from '../compare/comparison.js'
import type { StepPlan } from '../plan/plan.js'

/** So many columns are named in a sentence. */
const NAMED = 5

/** The steps of a part as its label: `linear/sblm similarity = 0 given level + reverse-map/rank`. */
export function stepsLabel(steps: readonly StepPlan[]): string {
  return steps.map((step) => [stepLabel(step), ...conditionTexts(step, 'by')].join(' ')).join(' + ')
}

function conditionTexts({ given = [], by }: Pick<StepPlan, 'given' | 'by'>, groups: string): string[] {
  return [
    ...(given.length > 0 ? [`given ${given.join(', ')}`] : []),
    ...(by.length > 0 ? [`${groups} ${by.join(', ')}`] : []),
  ]
}

/**
 * A plan in words: `data shuffling of income, tax given sex; without zip; k-anonymous recoding (k = 5) of sex, age`.
 *
 * @param registry - Where the methods are.
 * @param row - The plan.
 * @returns Its steps, those on the same columns one after the other.
 */
export function planWords(registry: Registry, { steps, masks }: Pick<Row, 'steps' | 'masks'>): string {
  const words: string[] = []
  let before = ''
  for (const [s, step] of steps.entries()) {
    const columns = listed(masks[s], NAMED)
    const conditions = conditionTexts(step, 'within groups of')
      .map((text) => ` ${text}`)
      .join('')
    if (leavesOut(registry, step)) words.push(`${words.length > 0 ? '; ' : ''}without ${columns}`)
    else if (columns === before) words.push(`, then ${methodWords(registry, step)}`)
    else words.push(`${words.length > 0 ? '; ' : ''}${methodWords(registry, step)} of ${columns}${conditions}`)
    before = columns
  }
  return words.join('')
}

/** `k-anonymous recoding (k = 5)`: a method with the parameters that a search varies. */
function methodWords(registry: Registry, { use, params }: StepPlan): string {
  const method = registry.get('methods', use)
  const { title } = method
  const plain = /^[A-Z][a-z]/.test(title) ? `${title[0].toLowerCase()}${title.slice(1)}` : title
  const searched = describeParams(method.params).flatMap(({ name, search }) => (search === undefined ? [] : [name]))
  const shown = searched.flatMap((name) => (params[name] === undefined ? [] : [`${name} = ${String(params[name])}`]))
  return shown.length > 0 ? `${plain} (${shown.join(', ')})` : plain
}

/** Whether a step makes a column one value. */
export function leavesOut(registry: Registry, { use, params }: StepPlan): boolean {
  return use === registry.defaults.recoding && params.classes === 1
}
