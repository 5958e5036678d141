import { option, SdcError, type Rng } from '@sdc/core'
import {
  isPrivateManifest,
  parsePlan,
  parsePrivateManifest,
  replayOf,
  type Plan,
  type PrivateManifest,
} from '@sdc/engine'
import { inDocument, readDocument, type InputFile } from '@sdc/inspect'
import type { RunOptions } from './run-options.js'

/** A plan, or the private file of an earlier run, which is a plan too. */
export interface PlanFile {
  readonly plan: Plan
  readonly manifest: PrivateManifest | undefined
}

/** Reads a plan or a private file; throws BAD_PLAN. */
export function readPlan(file: InputFile): PlanFile {
  const value = readDocument(file)
  return inDocument(file, () => {
    const manifest = isPrivateManifest(value) ? parsePrivateManifest(value) : undefined
    return { plan: parsePlan(manifest ? manifest.plan : value), manifest }
  })
}

/**
 * Refuses a plan without steps, and a replay with other random numbers than its own.
 *
 * @param planFile - The plan, or the private file of a run.
 * @param options - Options of the run.
 * @param file - Name of its file, for errors.
 * @throws BAD_PLAN for a plan without steps; BAD_OPTION for a replay with a seed, as a release, or with a private file.
 */
export function checkPlanRun({ plan, manifest }: PlanFile, options: RunOptions, file: string): void {
  if (plan.steps.length === 0) {
    const fix = plan.compare ? 'It has a comparison: sdc compare.' : 'See sdc run --help.'
    throw new SdcError('BAD_PLAN', 'the plan has no steps', { file }, fix)
  }
  if (manifest && (options.seed !== undefined || options.release || options.private !== undefined)) {
    const fix = `Leave out ${option('seed')}, ${option('release')} and ${option('private')}.`
    throw new SdcError('BAD_OPTION', 'a replay has its own random numbers', {}, fix)
  }
}

/**
 * Returns the manifest and the random stream of a replay.
 *
 * @param manifest - Private file of the run.
 * @param input - Bytes of the original.
 * @returns Both.
 * @throws WRONG_INPUT if the input is not that of the run.
 */
export function replayFrom(
  manifest: PrivateManifest,
  input: Uint8Array | Iterable<Uint8Array>,
): { readonly manifest: PrivateManifest; readonly root: Rng } {
  return { manifest, root: replayOf(manifest, input).root }
}
