import { asInfo, asWarning, option, SdcError, type Message, type Rng } from '@sdc/core'
import {
  isPrivateManifest,
  parsePlan,
  parsePrivateManifest,
  replayOf,
  type Plan,
  type PrivateManifest,
} from '@sdc/engine'
import { inDocument, readDocument } from '../files/documents.js'
import type { InputFile } from '../files/input-file.js'
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

/** Throws where there is nothing to run, or where a replay is asked for other random numbers than its own. */
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

/** What a replay begins with; throws WRONG_INPUT where the input is another one than that of the run. */
export function replayFrom(
  manifest: PrivateManifest,
  input: Uint8Array | Iterable<Uint8Array>,
): { readonly manifest: PrivateManifest; readonly root: Rng } {
  return { manifest, root: replayOf(manifest, input).root }
}

/** Outcome of a replay: whether it made the files of its run, and the message on it. */
export interface Replayed {
  readonly same: boolean
  readonly message: Message
}

/** Compares the files of a replay with those of its run, by their hashes. */
export function replayed(
  { outputs }: { readonly outputs: readonly { readonly sha256: string }[] },
  hashes: readonly string[],
): Replayed {
  const same = hashes.length === outputs.length && hashes.every((hash, f) => hash === outputs[f].sha256)
  const what = outputs.length > 1 ? `all ${outputs.length} files of the run` : 'the file of the run'
  const message = same
    ? asInfo(`the replay equals ${what}, bit for bit`)
    : asWarning(
        `the replay differs from ${what} (another version of sdc or of a plugin, or another format of the output?)`,
      )
  return { same, message }
}

/**
 * Refuses a replay that differs from its run, once its files are written for whoever compares them.
 *
 * @param outcome - Outcome of the comparison; undefined where nothing was replayed.
 * @throws REPLAY_DIFFERS
 */
export function refuseDifferent(outcome: Replayed | undefined): void {
  if (outcome === undefined || outcome.same) return
  const fix =
    'The written file is not the released one, and has no public manifest. The private file names the versions of its run.'
  throw new SdcError('REPLAY_DIFFERS', outcome.message.text, {}, fix)
}
