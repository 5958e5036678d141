import { SdcError, type Registry } from '@sdc/core'
import { parsePlan } from '@sdc/engine'
import { fileName, nameLike, quoted, piecesOf, type InputFile, readTable } from '@sdc/inspect'
import type { EncodeFile } from '../release/encode-file.js'
import { produce } from '../release/produce.js'
import { hashOf } from '../release/hashed-content.js'
import { replayFrom } from '../release/replay.js'
import { judgedFacts, type PolicyChoice } from './internal/judged-facts.js'
import type { ReleaseFolder } from './report-folder.js'
import { runReports, type RunReports } from './run-reports.js'

/** A finished release to report on. */
export interface ReleaseInput {
  readonly registry: Registry
  readonly folder: ReleaseFolder
  /** The original, byte for byte. */
  readonly original: InputFile
  /** Policy that it is judged by. */
  readonly policy?: PolicyChoice | undefined
  readonly version: string
  /** Returns the writer for the format of a name; by default text. */
  readonly encodeAs?: ((name: string) => EncodeFile) | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

/**
 * Makes the reports of a release from its private file, by a replay that makes the same files again.
 *
 * @param input - The release, and its original.
 * @returns Data of both reports.
 * @throws WRONG_INPUT for another original, and if the replay differs from the written files.
 */
export async function releaseReports(input: ReleaseInput): Promise<RunReports> {
  const { registry, folder, original, tick } = input
  const { manifest, masked } = folder
  const plan = parsePlan(manifest.plan)
  const replay = replayFrom(manifest, piecesOf(original.content))
  const source = readTable(original, plan.schema)
  const { steps, schema, acceptOpen, maxUnchanged, missingKinds } = plan
  const names = masked.map(({ name }) => fileName(name))
  const asked = { steps, schema, acceptOpen, maxUnchanged, missingKinds, replay, out: names[0] }
  const made = await produce(
    { source, bytes: () => piecesOf(original.content), encode: input.encodeAs?.(names[0]) },
    { ...asked, tick: half(tick) },
    registry,
  )
  const files = made.artefacts.filter(({ kind }) => kind === 'masked')
  if (files.some(({ content }, f) => hashOf(content) !== manifest.outputs[f].sha256)) {
    const message = `a replay of ${folder.private.name} differs from the file of the run`
    const fix = 'Another version of sdc or of a plugin made it: report on it with that one.'
    throw new SdcError('WRONG_INPUT', message, { file: folder.private.name }, fix)
  }
  const run = { registry, original: source.dataset, ...asked, root: replay.root, run: made.result }
  const { attempt, released } = made
  const judged = input.policy && (await judgedFacts({ ...run, attempt, released }, input.policy))
  // Files get the names that they have in the folder.
  let f = 0
  const artefacts = made.artefacts.map((one) => (one.kind === 'masked' ? { ...one, name: names[f++] } : one))
  const seeded = manifest.source === 'seedrandom' ? 'Made with a seed: guessing it undoes the masking. ' : ''
  const draft = manifest.released ? undefined : `${seeded}It is not a release: records have the order of the original.`
  const key = quoted(fileName(folder.private.name))
  return runReports({
    ...input,
    ...asked,
    original: source.dataset,
    data: original.name,
    outcome: { ...made, artefacts },
    judged,
    draft,
    repeat: [`sdc run ${key} --data ${quoted(fileName(original.name))} -o ${nameLike('again', names[0])}`],
    tick: (fraction) => tick?.(0.5 + fraction / 2),
  })
}

function half(tick: ((fraction: number) => void) | undefined): (fraction: number) => void {
  return (fraction) => tick?.(fraction / 2)
}
