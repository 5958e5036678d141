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

/** Refuses a plan without steps, and a replay with other random numbers than its own. */
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
 * Returns the manifest and the random stream of a replay; throws WRONG_INPUT for another input than that of the run.
 */
export function replayFrom(
  manifest: PrivateManifest,
  input: Uint8Array | Iterable<Uint8Array>,
): { readonly manifest: PrivateManifest; readonly root: Rng } {
  return { manifest, root: replayOf(manifest, input).root }
}
