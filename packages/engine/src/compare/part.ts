import type { StepPlan } from '../plan/plan.js'

/** Effects of a part on records, from true records to changed ones. */
export const partKinds = ['unchanged', 'recoded', 'groups made equal', 'perturbed'] as const

export type PartKind = (typeof partKinds)[number]

/** Half of a plan: the steps that mask the quasi-identifiers, or those that mask the values. */
export interface Part {
  readonly side: 'keys' | 'values'
  readonly kind: PartKind
  readonly label: string
  /** Steps, each with the columns that it masks; empty if the part leaves its side unchanged. */
  readonly steps: readonly StepPlan[]
  /** Parameter values that vary in the user's grid; empty without a grid. */
  readonly varied: Readonly<Record<string, unknown>>
}

/** Drops the parts whose side and label occurred before. */
export function distinctParts(parts: readonly Part[]): Part[] {
  const nameOf = ({ side, label }: Part): string => `${side} ${label}`
  const first = new Map<string, Part>()
  for (const part of parts) if (!first.has(nameOf(part))) first.set(nameOf(part), part)
  return [...first.values()]
}

/** Returns the part that leaves its side unchanged. */
export function unchangedPart(side: Part['side']): Part {
  return { side, kind: 'unchanged', label: `${side} unchanged`, steps: [], varied: {} }
}
