import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/**
 * Bytes are decoded in one place, @sdc/files (`readCsv`, `decodeText`). A browser's own decoding silently drops a byte
 * order mark, and replaces bytes that are not UTF-8 by U+FFFD. So neither the page nor a package decodes in another
 * way.
 */
const decoders: readonly (readonly [RegExp, string])[] = [
  [/\.text\(\)/, '.text() of a Blob, a File or a Response'],
  [/\breadAs(Text|BinaryString)\b/, 'readAsText'],
  [/\bTextDecoder(Stream)?\b/, 'TextDecoder'],
]

function decodersIn(text: string): readonly string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g, '')
  return decoders.filter(([pattern]) => pattern.test(code)).map(([, name]) => name)
}

const root = fileURLToPath(new URL('../', import.meta.url))
const folders = [
  ...readdirSync(join(root, 'packages'))
    .filter((name) => name !== 'files')
    .map((name) => `packages/${name}/src`),
  'apps/web/src',
]
/** Reads the JSON that this program wrote to the work folder of a run. */
const own = 'packages/engine/src/partitions/tasks/store.ts'
/** Shows words of a file in several encodings, so that the user can choose one. */
const choice = 'apps/web/src/session/open-question.ts'
const sources = folders
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => `${folder}/${String(file)}`))
  .filter(
    (file) =>
      file !== own &&
      file !== choice &&
      /\.(ts|svelte)$/.test(file) &&
      !/\.(test|fixture)\.ts$|\.fixture\.svelte\.ts$/.test(file),
  )

describe('decoding of bytes', () => {
  it.each([
    ['const a = await file.text()', '.text() of a Blob, a File or a Response'],
    ['const a = await file\n  .slice(0, 9)\n  .text()', '.text() of a Blob, a File or a Response'],
    ['reader.readAsText(file)', 'readAsText'],
    ['new TextDecoder("utf-8").decode(bytes)', 'TextDecoder'],
    ['stream.pipeThrough(new TextDecoderStream())', 'TextDecoder'],
  ])('finds another decoder: %s', (code, name) => {
    expect(decodersIn(code)).toEqual([name])
  })

  it.each(['// file.text() drops it', '/** new TextDecoder() */', 'decodeText(bytes, file)', 'column.text', "'a//b'"])(
    'accepts %s',
    (code) => expect(decodersIn(code)).toEqual([]),
  )

  it('happens in one place only', () => {
    expect(sources.length).toBeGreaterThan(200)
    const found = sources.flatMap((file) =>
      decodersIn(readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
    )
    expect(found).toEqual([])
  })
})
