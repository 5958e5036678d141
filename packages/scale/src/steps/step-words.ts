import { kindsText, type ValueBounds } from '@sdc/core'
import {
  chosenStep,
  exactMoments,
  isRounded,
  lostSentence,
  madeValues,
  momentsSentence,
  untouchedSentence,
  type ChosenStep,
  type ColumnFacts,
} from '@sdc/engine/in-parts'
import { takesAsMade, type StepOnParts } from './step-on-parts.js'
import type { StepEnd } from './step-stages.js'

/** What the run in memory says of every step, in its order. */
export function wordsOf(
  ons: readonly StepOnParts[],
  ends: readonly StepEnd[],
  facts: ReadonlyMap<string, ColumnFacts>,
  bounds: ReadonlyMap<string, ValueBounds>,
): readonly string[] {
  return ons.flatMap((on, s): readonly string[] => {
    const { step } = on
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
      const { untouched: many = 0, moved: beyond = 0 } = counts.get(name) ?? {}
      // What lost its moments is rounded to the step that the values share: none stands out among finer ones.
      const isFine = beyond === 0 || step.precision === 'fine'
      return many > 0 && isFine ? [untouchedSentence(id, name, many)] : []
    })
    const said = lost === undefined || isReplaced ? [] : [lost]
    return [...left, ...warnings, ...said, ...nearlySentence(on, ends[s], facts, bounds), ...untouched]
  })
}

/** What is said of moments that are kept to the rounding only. */
function nearlySentence(
  { step }: StepOnParts,
  { counts }: StepEnd,
  facts: ReadonlyMap<string, ColumnFacts>,
  bounds: ReadonlyMap<string, ValueBounds>,
): readonly string[] {
  if (madeValues(step) !== 'drawn' || exactMoments(step).length === 0) return []
  const steps = step.columns.flatMap((name): (readonly [string, ChosenStep])[] => {
    const own = facts.get(name)
    if (own === undefined || !isRounded(step, bounds.get(name))) return []
    const chosen = chosenStep(step, own, bounds.get(name), (counts.get(name)?.moved ?? 0) > 0)
    return chosen === null ? [] : [[name, chosen]]
  })
  const sentence = momentsSentence(step, new Map(steps), bounds)
  return sentence === undefined ? [] : [sentence]
}
