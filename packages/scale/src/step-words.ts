import { kindsText } from '@sdc/core'
import { exactMoments, lostSentence, untouchedSentence } from '@sdc/engine/in-parts'
import type { StepOnParts } from './step-on-parts.js'
import type { StepEnd } from './step-stages.js'

/** What the run in memory says of every step, in its order. */
export function wordsOf(ons: readonly StepOnParts[], ends: readonly StepEnd[]): readonly string[] {
  return ons.flatMap(({ step }, s): readonly string[] => {
    const { warnings, counts } = ends[s]
    const { id, traits } = step.method
    const left =
      step.left.length === 0
        ? []
        : [`${id}: NOT MASKED, because it masks ${kindsText(traits.accepts)} columns only: ${step.left.join(', ')}`]
    const moved = new Map([...counts].flatMap(([name, { moved: many }]) => (many > 0 ? [[name, many] as const] : [])))
    const lost = lostSentence(step, exactMoments(step), moved)
    const isReplaced = [...moved.keys()].every((name) => ons.slice(s + 1).some((later) => takesAsMade(later, name)))
    const untouched = step.columns.flatMap((name) => {
      const many = counts.get(name)?.untouched ?? 0
      return many > 0 ? [untouchedSentence(id, name, many)] : []
    })
    return [...left, ...warnings, ...(lost === undefined || isReplaced ? [] : [lost]), ...untouched]
  })
}

/** Whether a step gets a column as the steps before made it, before it was brought within bounds. */
function takesAsMade({ step: { method, columns } }: StepOnParts, name: string): boolean {
  return columns.includes(name) && !(method.traits.postMasking && method.traits.draws === 'numbers')
}
