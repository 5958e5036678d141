/** Last stages of a plan whose result is released. */
import { marginFindings, refuseThinMargins, type ExactMoments } from '../../run/numbers/exact-moments-margin.js'
import { refuseFindings } from '../../release/release-findings.js'
import { unchangedError } from '../../run/checks/check-file.js'
import type { WrittenCounts } from '../steps/finish-stage.js'
import type { MaskedColumn } from '../steps/finished-blocks.js'
import type { Sink } from '@sdc/core'
import type { DrivenBy } from '../tasks/drive.js'
import { inTurn, type StageContext, type StageGroups } from '../tasks/stage.js'
import { gatherStage, releasedHashes } from './gather-stage.js'
import { idsStage } from './ids-stage.js'
import { releasedNames, type PartsRelease } from './released.js'
import { releasedCounts, scatterStage } from './scatter-stage.js'
import { unchangedInParts, unchangedStage } from './unchanged-stage.js'

/** The last stages of a plan, and their results. */
export interface LastStages {
  /** Yields the stages; the driver throws if the file must not be written. */
  stages(around: StageContext, by: DrivenBy): StageGroups
  /** Number of written partitions. */
  readonly parts: number
  written(around: StageContext): Promise<ReadonlyMap<string, WrittenCounts>>
}

/**
 * Makes the stages of a release.
 *
 * @param release - Settings of the release.
 * @param masked - The masked columns.
 * @param used - Columns that steps use.
 * @param sink - Writer of the file.
 * @returns The stages: nothing is written before every check has passed.
 */
export function releaseStages(
  release: PartsRelease,
  masked: readonly MaskedColumn[],
  used: readonly string[],
  sink: Sink,
): Omit<LastStages, 'parts'> {
  const unchanged = unchangedStage(release, masked)
  const refuseUnchanged = async (around: StageContext): Promise<void> => {
    for (const [name, { changed }] of await releasedCounts(around, masked)) {
      const method = masked.find((one) => one.name === name)?.on.step.method
      // A column left unchanged by chance would be released unchanged, and its disclosure was not examined.
      if (changed === 0 && method) throw unchangedError(method.id, name, method.traits.postMasking)
    }
    if (release.isReplay !== true) refuseFindings(await unchangedInParts(around, release, masked), [])
  }
  return {
    async *stages(around, by) {
      yield* inTurn([idsStage(release), scatterStage(release, masked, used, sink), unchanged])
      if (by === 'driver') await refuseUnchanged(around)
      yield [gatherStage(release, masked, sink)]
    },
    async written(around) {
      const counts = await releasedCounts(around, masked)
      const hashes = await releasedHashes(around, release, sink)
      return new Map(
        releasedNames(around, release).map((name): [string, WrittenCounts] => {
          const { changed = 0, moved = 0, coded = 0, gone = 0, negative = 0, largest } = counts.get(name) ?? {}
          return [name, { changed, moved, coded, gone, negative, largest, hash: hashes.get(name) }]
        }),
      )
    },
  }
}

/** Refuses groups that are too small for their exact moments. */
export function refuseExact(exact: readonly ExactMoments[], { momentMargin, isReplay }: PartsRelease): void {
  if (isReplay !== true) refuseThinMargins(marginFindings(exact, momentMargin))
}
