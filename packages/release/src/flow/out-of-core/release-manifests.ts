import { readFile, rm } from 'node:fs/promises'
import { type FileToWrite, leftBehind, writeFilesSafely } from '@sdc/files/node'
import { type PartsPlan, type PartsResult, emptyFileOf, partsOf } from '@sdc/engine/partitions'
import { manifestName } from '@sdc/inspect'
import { asInfo, SdcError, type Rng } from '@sdc/core'
import {
  publicManifest,
  runRecord,
  sha256Hex,
  type PrivateManifest,
  type RunRecord,
  type WrittenColumn,
} from '@sdc/engine'
import { replayed, type Replayed } from '@sdc/inspect'
import { privateText } from '../../release/produce.js'
import { namesParquet } from '../files/format-of-file.js'
import { isFile } from '../files/outputs.js'
import { releaseRoot, rngOf, type PartsDocument } from '../work/run-document.js'

/**
 * Writes the manifests of a run when its file is complete and has no name yet: the private file first, so that a
 * released file always has one.
 *
 * @param document - The plan, as it is in the work folder.
 * @param plan - The plan.
 * @param result - Result of the steps.
 * @param replay - Private file of a replayed release: compared with, and not written.
 * @returns For a replay, whether it made the same file; if it differs, no manifest is written.
 * @throws FILE if a manifest cannot be written, or a private file of another run exists.
 */
export async function writeManifests(
  document: PartsDocument,
  plan: PartsPlan,
  result: PartsResult,
  replay: PrivateManifest | undefined,
): Promise<Replayed | undefined> {
  const { release, manifests = release, sink } = document
  const { private: secret, publishParams } = manifests ?? {}
  const bytes = await plan.sink.ready?.(partsOf(plan.source.rows, plan.partBlocks).length)
  if (bytes === undefined) throw new Error('the bytes of a released file are known before it has a name')
  const record = recordOf(document, plan, result, sha256Hex(bytes))
  const beside = manifestName(sink.path)
  const files: FileToWrite[] = [
    { path: beside, content: `${JSON.stringify(publicManifest(record, publishParams), null, 2)}\n` },
  ]
  const again = replay && replayedParts(replay, record)
  await swept([beside])
  if (again?.same === false) return again
  if (secret === undefined) {
    await writeFilesSafely(files)
    return again
  }
  const key = privateText(record)
  // A resumed run may have written it already.
  if (!(await isFile(secret))) files.unshift({ path: secret, content: key, mode: 0o600, exclusive: true })
  else if ((await readFile(secret, 'utf8')) !== key) throw otherKey(secret)
  await swept([secret])
  await writeFilesSafely(files)
  return again
}

/** Removes temporary files of a killed run: a private one contains the key. */
async function swept(files: readonly string[]): Promise<void> {
  for (const { path, run } of await leftBehind(files)) if (run === 'dead') await rm(path, { force: true })
}

/** Compares a replayed file with the released one: by its bytes, else by the contents of its columns. */
function replayedParts(replay: PrivateManifest, { outputs: [made] }: RunRecord): Replayed {
  const [before] = replay.outputs
  const names = Object.keys(before.columns ?? {})
  const isCutOtherwise =
    before.sha256 !== made.sha256 &&
    names.length > 0 &&
    names.length === made.columns?.size &&
    names.every((name) => before.columns?.[name] === made.columns?.get(name))
  if (!isCutOtherwise) return replayed(replay, [made.sha256])
  const message = asInfo(
    'the replay has the same values as the file of the run, bit for bit; its bytes differ, since its partitions differ',
  )
  return { same: true, message }
}

function otherKey(file: string): SdcError {
  const message = `the private file ${file} exists already, and belongs to another run`
  const fix =
    'It may be the only key to a released file: move it away. Then continue with --resume if the work folder ' +
    'exists, else run again.'
  return new SdcError('FILE', message, { file }, fix)
}

/** Returns the record of a run, for both manifests. */
function recordOf(
  { release, manifests, sink, attempt, projectKey, source: { content = '', csv } }: PartsDocument,
  { registry, source, schema, steps }: PartsPlan,
  result: PartsResult,
  sha256: string,
): RunRecord {
  const { rows, ids } = result
  const columns = new Map<string, WrittenColumn>()
  const hashes = new Map<string, string>()
  for (const [name, { gone = 0, hash }] of result.written) {
    if (hash !== undefined) hashes.set(name, hash)
    if (gone === 0) continue
    const text = csv?.scan.columns.find((one) => one.name === name)?.missing.text
    const kind = source.kind(name) === 'numeric' ? 'numeric' : 'categorical'
    columns.set(name, { kind, missing: text === undefined ? [] : [text] })
  }
  const origin = {
    registry,
    steps,
    schema,
    root: rootOf({ release, manifests }),
    released: release !== undefined,
    attempt,
    projectKey: projectKey?.fingerprint,
    input: content,
    outputs: [
      {
        sha256,
        origin: release ? { drawn: rows } : inOrder(manifests?.private === undefined ? 1 : rows),
        // The bytes of CSV do not depend on the partitions.
        ...(hashes.size > 0 && namesParquet(sink.path) && { columns: hashes }),
        ...(ids.size > 0 && { ids: new Map([...ids].map(([name, drawn]) => [name, { drawn }])) }),
      },
    ],
    columns,
    acceptOpen: release?.acceptOpen,
    maxUnchanged: release?.maxUnchanged,
  }
  return runRecord(origin, result, emptyFileOf(source))
}

function rootOf({ release, manifests }: Pick<PartsDocument, 'release' | 'manifests'>): Rng {
  if (release) return releaseRoot(release)
  if (manifests) return rngOf(manifests.root)
  throw new Error('a file that others masked has no manifest')
}

/** The origins of records in the order of the input; a public manifest needs those of one record. */
function inOrder(rows: number): Int32Array {
  return Int32Array.from({ length: rows }, (_, row) => row)
}
