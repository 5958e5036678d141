import { writeFilesSafely } from '@sdc/io/node'
import type { Artefact, Outcome } from '@sdc/workflow'
import { say } from './progress.js'

/** What undoes a release, or holds the data, is its owner's alone. */
const ownersOnly: ReadonlySet<Artefact['kind']> = new Set(['private-manifest', 'service'])

/** Writes the artefacts that have a name, all of them or none, prints the others, and says the sentences. */
export async function deliver({ artefacts, sentences }: Omit<Outcome<unknown>, 'result'>): Promise<void> {
  await writeFilesSafely(
    artefacts.flatMap(({ kind, name, content }) =>
      name === undefined ? [] : [{ path: name, content, ...(ownersOnly.has(kind) && { mode: 0o600 }) }],
    ),
  )
  for (const { name, content } of artefacts) if (name === undefined) process.stdout.write(content)
  for (const sentence of sentences) say(sentence)
}

/** Prints a result: for people a text, for programs JSON. */
export function print(result: unknown): void {
  process.stdout.write(`${typeof result === 'string' ? result : JSON.stringify(result, null, 2)}\n`)
}

/** The names of the artefacts that go to files. */
export function pathsOf(artefacts: readonly Artefact[]): string[] {
  return artefacts.flatMap(({ name }) => name ?? [])
}
