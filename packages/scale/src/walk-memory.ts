import { setsOf } from './steps/rank-stages.js'
import type { PlannedParts } from './run-in-parts.js'
import { contextOf } from './steps/step-on-parts.js'

/** Bytes that a walk takes for every rank of its window: draws, who is taken, costs; and for each column: values, what goes out. */
const HELD = 24
const HELD_OF_COLUMN = 24

/** The walk of a plan that holds most at a time. */
export interface WidestWalk {
  readonly column: string
  readonly method: string
  /** How many ranks it holds. */
  readonly window: number
  readonly bytes: number
}

/**
 * The memory that the walks through ranks take: it grows with their windows, and cutting the file in smaller parts does not lower it.
 *
 * @param planned - The plan.
 * @returns The widest; undefined where no step goes through ranks.
 */
export function widestWalk({ ons, around }: PlannedParts): WidestWalk | undefined {
  const walks = ons.flatMap((on) => {
    const { streamed } = on
    // The records of a group are held, however many ranks a walk would.
    if (streamed?.shape !== 'ranks' || on.step.by.length > 0) return []
    const context = contextOf(on, around, new Map())
    return setsOf(on, streamed).map((set): WidestWalk => {
      const [column] = set
      const isNumeric = around.source.kind(column) === 'numeric'
      const levels = isNumeric ? undefined : around.source.levels(column)
      // Before the file is read every record may have a value.
      const ranked = {
        column,
        count: around.source.rows,
        missing: 0,
        unlinked: 0,
        ...(levels && { levels }),
        ...(streamed.together && { together: set }),
      }
      const window = streamed.window({ ...context, ...ranked })
      const held = HELD + HELD_OF_COLUMN * set.length
      return { column, method: on.step.method.id, window, bytes: held * Math.min(window, around.source.rows) }
    })
  })
  return walks.reduce<WidestWalk | undefined>(
    (widest, own) => (widest === undefined || own.bytes > widest.bytes ? own : widest),
    undefined,
  )
}
