import { type FileToWrite, writeFilesSafely } from '@sdc/files/node'
import { type Artefact } from '@sdc/inspect'

type Kind = Artefact['kind']

/** What others may read. Everything else undoes a release, or holds data: it is its owner's alone, whichever command writes it. */
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
 * What may be the only key to a file, the only word on who was masked with whom, or a service that has answered, is never
 * overwritten.
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
 * The order in which files get their names. Each is whole before the first gets its name, and a run may be killed between
 * any two: so what stays in the house comes first (a public file without its key can be neither replayed nor measured),
 * and the masked file last, when all that belongs to it is there. A name once given is not taken back.
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
 * Writes the artefacts that have a name, each whole before the first gets its name. Everything but what may be released is for its
 * owner only.
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

/** Returns the names of the artefacts that go to files. */
export function pathsOf(artefacts: readonly Artefact[]): string[] {
  return artefacts.flatMap(({ name }) => (name === undefined || name === '-' ? [] : [name]))
}
