import type { RankMasking } from '@sdc/core'
import type { StepOnParts } from './steps/step-on-parts.js'
import type { StageContext } from './tasks/stage.js'

/** Bytes per rank of a walk's window: draws, partners, costs; and for each column: values, results. */
const HELD = 24
const HELD_OF_COLUMN = 24

/** The walk with most ranks in memory at a time. */
export interface WidestWalk {
  readonly column: string
  readonly method: string
  /** Number of ranks in memory. */
  readonly window: number
  readonly bytes: number
}

/**
 * Returns the memory that the walks through ranks take, as far as it is known before the file is read. It grows with
 * their windows; smaller partitions do not reduce it.
 *
 * @param planned - The plan.
 * @returns The widest walk; undefined if no step is known to walk through ranks.
 */
export function widestWalk({
  ons,
  around: {
    source: { rows },
  },
}: {
  readonly ons: readonly StepOnParts[]
  readonly around: Pick<StageContext, 'source'>
}): WidestWalk | undefined {
  const walks = ons.flatMap((on): readonly (WidestWalk | undefined)[] => {
    const { planned, step } = on
    // All records of a group are in memory.
    if (step.by.length > 0 || !('form' in planned) || planned.form !== 'ranks') return []
    return [widestOf(step.method.id, planned, rows)]
  })
  return widest(walks)
}

/**
 * Returns the walk of a step with most ranks in memory.
 *
 * @param method - Id of the method.
 * @param masking - End of its plan.
 * @param rows - Number of records: before the columns are sorted, each may have a rank.
 * @returns The walk.
 */
export function widestOf(method: string, { walks }: RankMasking, rows: number): WidestWalk | undefined {
  return widest(walks.map(({ columns, window }) => widthOf(method, columns, window({ count: rows, missing: 0 }), rows)))
}

function widthOf(method: string, columns: readonly string[], window: number, rows: number): WidestWalk {
  const held = HELD + HELD_OF_COLUMN * columns.length
  return { column: columns[0], method, window, bytes: held * Math.min(window, rows) }
}

function widest(walks: readonly (WidestWalk | undefined)[]): WidestWalk | undefined {
  return walks.reduce((most, own) => (most === undefined || (own && own.bytes > most.bytes) ? own : most), undefined)
}
