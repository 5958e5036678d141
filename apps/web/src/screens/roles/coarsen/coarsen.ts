import type { StepPlan } from '@sdc/engine'
import type { CoarserLevels } from '@sdc/inspect'
import { withColumns } from '../../../session/schema.js'
import type { Settings } from '../../../worker/protocol/settings-types.js'

/** A change of the settings, and its label in the history. */
interface Change {
  readonly settings: Partial<Settings>
  readonly label: string
}

/** Returns the column of a step that all candidates share. */
export function columnOfStep({ columns }: StepPlan): string {
  return typeof columns === 'object' ? columns[0] : ''
}

/** Returns a step on one column in the form of parsed plans, since only the workers' script contains the parser. */
function stepOn(name: string, use: string, params: StepPlan['params']): StepPlan {
  return { use, columns: [name], by: [], params, smallGroups: 'error' }
}

/** Coarsens a quasi-identifier in every candidate. */
export function coarsened(settings: Settings, name: string, { hierarchy }: CoarserLevels, level: number): Change {
  const schema = withColumns(settings.schema, new Map([[name, { hierarchy }]]))
  const step = stepOn(name, 'coding/global-recode', { level })
  return { settings: { schema, fixed: [...without(settings.fixed, name), step] }, label: `${name} coarsened` }
}

/** Adds top coding of a confidential column at the end of every candidate. */
export function topCoded(settings: Settings, name: string, topPercent: number): Change {
  const params = { topPercent, bottomPercent: 0, replacement: 'tail-mean' }
  const step = stepOn(name, 'coding/top-bottom', params)
  return { settings: { last: [...without(settings.last, name), step] }, label: `${name} top coded` }
}

/** Removes the coarsening or the top coding of a column. */
export function asBefore({ fixed, last }: Settings, name: string): Change {
  return { settings: { fixed: without(fixed, name), last: without(last, name) }, label: `${name} in full` }
}

function without(steps: Settings['fixed'], name: string): readonly StepPlan[] {
  return (steps ?? []).filter((step) => columnOfStep(step) !== name)
}
