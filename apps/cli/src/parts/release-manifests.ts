import { readFile, rm } from 'node:fs/promises'
import { SdcError } from '@sdc/core'
import {
  boundsOf,
  privateManifest,
  publicManifest,
  releasedNumbers,
  sha256Hex,
  type RunRecord,
  type WrittenColumn,
} from '@sdc/engine'
import { leftBehind, writeFilesSafely, type FileToWrite } from '@sdc/io/node'
import { emptyFileOf, partsOf, type PartsPlan, type PartsResult } from '@sdc/scale'
import { manifestName } from '@sdc/workflow'
import { isFile } from '../files.js'
import { releaseRoot, type PartsDocument, type PlannedRelease } from './parts-document.js'

/**
 * Writes the manifests of a release when all of the file is there and has no name yet: the private one first, so that no released file
 * is ever without it.
 *
 * @param document - The plan as it lies in the store.
 * @param plan - The plan.
 * @param result - What came of it.
 * @throws FILE where one cannot be written; BAD_OPTION where the private file is there and is of another run.
 */
export async function writeManifests(
  document: PartsDocument & { readonly release: PlannedRelease },
  plan: PartsPlan,
  result: PartsResult,
): Promise<void> {
  const { release, sink } = document
  const bytes = await plan.sink.ready?.(partsOf(plan.source.rows, plan.partBlocks).length)
  if (bytes === undefined) throw new Error('what is released has its bytes known before it has a name')
  const record = recordOf(document, plan, result, sha256Hex(bytes))
  const key = `${JSON.stringify(privateManifest(record))}\n`
  const files: FileToWrite[] = [
    { path: manifestName(sink.path), content: `${JSON.stringify(publicManifest(record), null, 2)}\n` },
  ]
  // A run that is gone on with may have written it.
  if (!(await isFile(release.private)))
    files.unshift({ path: release.private, content: key, mode: 0o600, exclusive: true })
  else if ((await readFile(release.private, 'utf8')) !== key) throw otherKey(release.private)
  // What a run left that was killed while it wrote them: of the private file it has the key.
  for (const { path, run } of await leftBehind([release.private, manifestName(sink.path)]))
    if (run === 'dead') await rm(path, { force: true })
  await writeFilesSafely(files)
}

function otherKey(file: string): SdcError {
  const message = `the private file ${file} exists already, and is not that of this run`
  const advice = 'It may be the only key to a released file: move it away, then go on with --resume.'
  return new SdcError('BAD_OPTION', message, { file }, advice)
}

/** What both manifests are made of. */
function recordOf(
  { release, source: { content = '', csv } }: PartsDocument & { readonly release: PlannedRelease },
  { registry, source, schema, steps }: PartsPlan,
  { rows, columns, outcomes, numbers }: PartsResult,
  sha256: string,
): RunRecord {
  const written = new Map<string, WrittenColumn>()
  const hashes = new Map<string, string>()
  for (const [name, { gone = 0, hash }] of outcomes) {
    if (hash !== undefined) hashes.set(name, hash)
    if (gone === 0) continue
    const text = csv?.scan.columns.find((one) => one.name === name)?.missing.text
    const kind = source.kind(name) === 'numeric' ? 'numeric' : 'categorical'
    written.set(name, { kind, missing: text === undefined ? [] : [text] })
  }
  return {
    registry,
    steps,
    schema,
    root: releaseRoot(release),
    released: true,
    input: content,
    outputs: [{ sha256, origin: { drawn: rows }, ...(hashes.size > 0 && { columns: hashes }) }],
    reports: [],
    masked: columns,
    columns: written,
    numbers: releasedNumbers({ ...numbers, columns }, boundsOf(emptyFileOf(source), schema), registry),
    acceptOpen: release.acceptOpen,
    maxUnchanged: release.maxUnchanged,
  }
}
