import type { Dataset, BlockRange, ColumnAsRead, PartsContext, Pass, Totals } from '@sdc/core'
import { foldFramed, framed, resultOf, type Stage, type StageContext } from '../work/stage.js'
import { sharedBlocks, type SharedBlocks } from '../columns/shared-blocks.js'
import { blockReader, contextOf, type StepOnParts } from './step-on-parts.js'
import { blocksOfPart } from '../columns/stored-columns.js'

/** The readings of a step as stages. */
export interface PassStages {
  readonly stages: readonly Stage[]
  /** What they made of the whole file, by the name of the pass; once they have ended. */
  totals(around: StageContext): Promise<ReadonlyMap<string, Totals>>
}

/** What the readings of a step read, where it is not its columns as they are. */
export interface PassSource {
  /** What gives one block after the other; a block in memory that is shared is valid until the next one is read. */
  reader(around: StageContext, shared: SharedBlocks): Promise<(block: BlockRange) => Dataset | Promise<Dataset>>
  /** What is known before the first of them. */
  totals(around: StageContext): Promise<ReadonlyMap<string, Totals>>
  /** What is known of a column that is read as it came. */
  columns(around: StageContext): Promise<KnownColumns>
}

type KnownColumns = (name: string) => ColumnAsRead | undefined

const NOTHING: ReadonlyMap<string, Totals> = new Map()

/** Of the columns of a step that no step before has masked, where the file is not one that others have. */
export async function columnsAsTheyCame({ reads }: StepOnParts, around: StageContext): Promise<KnownColumns> {
  if (around.masked !== undefined) return () => undefined
  const known = await around.asRead()
  const isKnown = (name: string): boolean =>
    reads.has(name) && reads.get(name) === undefined && around.source.kind(name) === 'numeric'
  return (name) => (isKnown(name) ? known.get(name) : undefined)
}

/**
 * A stage for every reading of the file that a step asks for, and one task more where something is worked out of its totals.
 *
 * @param on - The step.
 * @param passes - The readings.
 * @param source - What they read; the columns of the step where nobody says.
 * @returns The stages, and what they leave.
 */
export function passStages(
  on: StepOnParts,
  passes: readonly Pass<unknown>[],
  source: PassSource = {
    reader: (around, shared) => blockReader(on, around, shared),
    totals: () => Promise.resolve(NOTHING),
    columns: (around) => columnsAsTheyCame(on, around),
  },
): PassStages {
  const stageName = (pass: string): string => `step-${on.number + 1}/${pass.replaceAll(' ', '-')}`
  const endName = (pass: string): string => `${stageName(pass)}/end`
  const knownOf = async (
    around: StageContext,
    pass: Pass<unknown>,
    context: PartsContext<unknown>,
  ): Promise<Totals | undefined> =>
    pass.end === undefined && pass.known ? pass.known(context, await source.columns(around)) : undefined
  const folded = (around: StageContext, pass: Pass<unknown>): Promise<Totals> =>
    foldFramed(around, stageName(pass.name), (total, own) => pass.merge(total, own))
  /** The totals of the passes before one. */
  const totalsBefore = async (around: StageContext, before: number): Promise<Map<string, Totals>> => {
    const totals = new Map(await source.totals(around))
    for (const pass of passes.slice(0, before)) {
      const context = contextOf(on, around, totals)
      if (pass.needed?.(context) === false) continue
      const ended = pass.end && (await resultOf(around, endName(pass.name), 0))
      totals.set(pass.name, ended ?? (await knownOf(around, pass, context)) ?? (await folded(around, pass)))
    }
    return totals
  }
  const stages = passes.flatMap((pass, p): Stage[] => {
    const isNeeded = async (around: StageContext): Promise<boolean> => {
      const context = contextOf(on, around, await totalsBefore(around, p))
      return pass.needed?.(context) !== false && (await knownOf(around, pass, context)) === undefined
    }
    const read: Stage = {
      name: stageName(pass.name),
      tasks: async (around) => ((await isNeeded(around)) ? around.parts.length : 0),
      async run(around, part) {
        const context = contextOf(on, around, await totalsBefore(around, p))
        const shared = sharedBlocks()
        const read = await source.reader(around, shared)
        const totals: Totals[] = []
        for (const block of blocksOfPart(around, part))
          totals.push(shared.kept(pass.of({ ...context, block, data: await read(block) })))
        return framed(totals)
      },
    }
    if (pass.end === undefined) return [read]
    const end: Stage = {
      name: endName(pass.name),
      tasks: async (around) => ((await isNeeded(around)) ? 1 : 0),
      async run(around) {
        const context = contextOf(on, around, await totalsBefore(around, p))
        const total = await folded(around, pass)
        return pass.end?.(context, total) ?? total
      },
    }
    return [read, end]
  })
  return { stages, totals: (around) => totalsBefore(around, passes.length) }
}
