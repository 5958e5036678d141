import { canonicalJson, type Registry } from '@sdc/core'
import type { StepPlan } from '../plan/plan.js'

/** `coding/k-anonymous-recode k = 5, local = iterate`: a method with what is said of it. */
export function stepLabel({ use, params, given, by }: StepPlan, settings: StepPlan['params'] = params): string {
  const text = Object.entries(settings)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? value : canonicalJson(value)}`)
    .join(', ')
  return [
    text ? `${use} ${text}` : use,
    ...(given && given.length > 0 ? [`given ${given.join(', ')}`] : []),
    ...(by.length > 0 ? [`by ${by.join(', ')}`] : []),
  ].join(' ')
}

/** The steps of a part as its label. */
export function stepsLabel(steps: readonly StepPlan[]): string {
  return steps.map((step) => stepLabel(step)).join(' + ')
}

/** What a step does, in words: `k-anonymous recoding (k = 5)`. */
export function stepWords(registry: Registry, { use, params, given, by }: StepPlan): string {
  const { title } = registry.get('methods', use)
  const plain = /^[A-Z][a-z]/.test(title) ? `${title[0].toLowerCase()}${title.slice(1)}` : title
  const shown = Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'number' || typeof value === 'string' ? [`${name} = ${value}`] : [],
  )
  return [
    shown.length > 0 ? `${plain} (${shown.join(', ')})` : plain,
    ...(given && given.length > 0 ? [`given ${given.join(', ')}`] : []),
    ...(by.length > 0 ? [`within groups of ${by.join(', ')}`] : []),
  ].join(' ')
}
