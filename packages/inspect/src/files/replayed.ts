import { asInfo, asWarning, SdcError, type Message } from '@sdc/core'

/** Outcome of a replay: true if it reproduced the files of its run, with a message. */
export interface Replayed {
  readonly same: boolean
  readonly message: Message
}

/**
 * Compares the files of a replay with those of its run, by their hashes.
 *
 * @param run - Manifest of the run, with the hash of each file.
 * @param hashes - SHA-256 of each file of the replay, in order.
 * @returns The outcome with a message.
 */
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
 * Refuses a replay that differs from its run, after its files are written for comparison.
 *
 * @param outcome - Outcome of the comparison; undefined if nothing was replayed.
 * @throws REPLAY_DIFFERS if the files differ.
 */
export function refuseDifferent(outcome: Replayed | undefined): void {
  if (outcome === undefined || outcome.same) return
  const fix =
    'The written file is not the released one, and has no public manifest. The private file names the versions of its run.'
  throw new SdcError('REPLAY_DIFFERS', outcome.message.text, {}, fix)
}
