import { createRegistry, type Registry } from '@sdc/core'
import standard from '@sdc/standard'
import { bytesOf, textOf, type Content, type InputFile } from './files/input-file.js'
import type { Artefact } from './outcome.js'

/** Environment of a page: every plugin of the project, and files as bytes dropped on it. */
export const registry: Registry = createRegistry().use(standard).freeze()

export function dropped(name: string, text: string): InputFile {
  return { name, content: new TextEncoder().encode(text) }
}

/** Returns a file of 60 people: an identifier with leading zeros, a category, two numbers in different notations. */
export function people(): InputFile {
  const lines = Array.from({ length: 60 }, (_, i) => {
    const income = (1000 + ((i * 7919) % 613) * 10).toFixed(2)
    return `${String(i).padStart(4, '0')},${['north', 'south'][i % 2]},${income},${((i * 104729) % 97) / 8}`
  })
  return dropped('people.csv', `id,region,income,tax\r\n${lines.join('\r\n')}\r\n`)
}

export function bytesOfPeople(): Uint8Array {
  return bytesOf(people().content)
}

/** Returns the artefacts of a kind as input files. */
export function filesOf(artefacts: readonly Artefact[], kind: Artefact['kind']): InputFile[] {
  return artefacts.filter((one) => one.kind === kind).map(({ name = 'unnamed', content }) => ({ name, content }))
}

export function textIn(file: { readonly content: Content } | undefined): string {
  return textOf({ name: 'a file', content: file?.content ?? '' })
}
