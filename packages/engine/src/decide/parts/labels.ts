import { describeParams, listed, paramText, type Registry } from '@sdc/core'
import { stepLabel } from '../../compare/candidates.js'
import type { Row } from '../../compare/comparison.js'
import type { Part } from '../../compare/part.js'
import type { StepPlan } from '../../plan/plan.js'

/** Maximum number of columns that a sentence names. */
const NAMED = 5

/** Label of a part by its steps: `linear/sblm similarity = 0 given level + reverse-map/rank`. */
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
 * Describes a plan: `data shuffling of income, tax given sex; without zip; k-anonymous recoding (k = 5) of sex, age`.
 *
 * @param registry - Registry with the methods.
 * @param row - The plan.
 * @returns The steps, with successive steps on the same columns in one clause.
 */
export function planTitle(registry: Registry, { steps }: Pick<Row, 'steps'>): string {
  return clauses(registry, steps, true).join('; ')
}

/**
 * Describes a part, with the columns of recodings only: `without zip; k-anonymous recoding (k = 5)`.
 *
 * @param registry - Registry with the methods.
 * @param part - The part.
 * @returns The steps; for a part without steps, the statement that its side is unchanged.
 */
export function partTitle(registry: Registry, { steps, side }: Part): string {
  return steps.length === 0
    ? `${side === 'keys' ? 'quasi-identifiers' : 'confidential columns'} unchanged`
    : clauses(registry, steps).join('; ')
}

/**
 * Short title of a plan, for a row of a table: `k-anonymous recoding (k = 5) × data shuffling + top coding`.
 *
 * @param registry - Registry with the methods.
 * @param parts - Its parts; a part without steps is left out.
 * @returns The titles of the methods, without columns.
 */
export function shortTitle(registry: Registry, parts: readonly Part[]): string {
  const masking = parts.filter(({ steps }) => steps.length > 0)
  const title = masking
    .map(({ steps, varied }) => {
      const titles = steps.map((step) =>
        leavesOut(registry, step) && typeof step.columns === 'object'
          ? `without ${listed(step.columns, NAMED)}`
          : methodWords(registry, step, Object.keys(varied)),
      )
      return [...new Set(titles)].join(' + ')
    })
    .join(' × ')
  return `${title}${ofKeysOnly(masking)}`
}

/** Words for a plan that masks quasi-identifiers only, by a method that masks confidential columns as well; else empty. */
export function ofKeysOnly(masking: readonly Part[]): string {
  const [{ side, kind } = { side: 'values', kind: 'unchanged' }] = masking
  return masking.length === 1 && side === 'keys' && kind !== 'recoded' ? ' of quasi-identifiers' : ''
}

/** Returns a clause for each step; successive steps on the same columns, or that leave columns out, share one. */
function clauses(registry: Registry, steps: readonly StepPlan[], namesAll = false): string[] {
  const found: { readonly left: boolean; words: string; readonly of: string }[] = []
  for (const step of steps) {
    const columns = typeof step.columns === 'object' ? step.columns : []
    const of = columns.join('\n')
    const last = found.at(-1)
    const named = listed(columns, NAMED)
    if (leavesOut(registry, step)) {
      if (last?.left) last.words += `, ${named}`
      else found.push({ left: true, words: `without ${named}`, of })
    } else if (last?.of === of) last.words += `, then ${methodWords(registry, step)}`
    else {
      const conditions = conditionTexts(step, 'within groups of').map((text) => ` ${text}`)
      const whole = namesAll || isRecoding(registry, step) ? ` of ${named}` : ''
      found.push({ left: false, words: `${methodWords(registry, step)}${whole}${conditions.join('')}`, of })
    }
  }
  return found.map(({ words }) => words)
}

function isRecoding(registry: Registry, { use }: StepPlan): boolean {
  return use === registry.defaults.recoding
}

/** Describes a method with the parameters that a search varies: `k-anonymous recoding (k = 5)`. */
function methodWords(registry: Registry, { use, params }: StepPlan, varied: readonly string[] = []): string {
  if (use === registry.defaults.topCoding?.use && params.replacement === 'tail-mean') return 'top coding'
  const method = registry.get('methods', use)
  const { title } = method
  const plain = /^[A-Z][a-z]/.test(title) ? `${title[0].toLowerCase()}${title.slice(1)}` : title
  const cards = describeParams(method.params)
  const searched = cards.filter(({ name, search }) => search !== undefined || varied.includes(name))
  const shown = searched
    .flatMap(({ name, ...card }) => (params[name] === undefined ? [] : [paramText({ name, ...card }, params[name])]))
    .filter(Boolean)
  return shown.length > 0 ? `${plain} (${shown.join(', ')})` : plain
}

/** Tests whether a step recodes a column to one value. */
export function leavesOut(registry: Registry, { use, params }: StepPlan): boolean {
  return use === registry.defaults.recoding && params.classes === 1
}
