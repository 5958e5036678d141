import { type FileToWrite, writeFilesSafely } from '@sdc/files/node'
import { type Artefact } from '@sdc/inspect'

type Kind = Artefact['kind']

/**
 * Kinds of files that others may read. All others could undo a release, or hold data, so only their owner may read
 * them.
 */
const shared: ReadonlySet<Kind> = new Set([
  'masked',
  'public-manifest',
  'public-report',
  'table',
  'json',
  'plot',
  'plan',
  'text',
])

/**
 * Kinds of files that are never overwritten: the only key to a file, the only list of groups that were masked together,
 * or a service that has answered queries.
 */
const neverOverwritten: ReadonlySet<Kind> = new Set([
  'private-manifest',
  'groups',
  'origin',
  'service',
  'new-service-log',
  'release-key',
])

/**
 * Order in which files get their names. Each is complete before the first gets its name, and a run may be killed
 * between any two. So private files come first (a public file without its key can be neither replayed nor measured),
 * and the masked file last. A name once given is not withdrawn.
 */
const turns: readonly Kind[] = [
  'private-manifest',
  'release-key',
  'groups',
  'origin',
  'fits',
  'internal-table',
  'internal-report',
  'public-manifest',
  'public-report',
]

/**
 * Writes the artefacts that have a name, each complete before the first gets its name. Only their owner can read files
 * that must not be released.
 *
 * @param artefacts - The files.
 */
export async function writeArtefacts(artefacts: readonly Artefact[]): Promise<void> {
  await writeFilesSafely(
    inTurn(artefacts).flatMap(({ kind, name, content, isNew = false }): FileToWrite[] => {
      if (name === undefined || name === '-') return []
      const mode = shared.has(kind) ? undefined : 0o600
      return [{ path: name, content, mode, exclusive: isNew || neverOverwritten.has(kind) }]
    }),
  )
}

function inTurn(artefacts: readonly Artefact[]): Artefact[] {
  const turn = ({ kind }: Artefact): number => (turns.includes(kind) ? turns.indexOf(kind) : turns.length)
  return [...artefacts].sort((a, b) => turn(a) - turn(b))
}

/** Returns the names of the artefacts that are written to files. */
export function pathsOf(artefacts: readonly Artefact[]): string[] {
  return artefacts.flatMap(({ name }) => (name === undefined || name === '-' ? [] : [name]))
}
