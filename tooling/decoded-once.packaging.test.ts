import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/**
 * Bytes become text in one place, @sdc/files (`readCsv`, `decodeText`): what a browser decodes by itself drops a byte order mark, and
 * makes U+FFFD of what is not UTF-8, without a word. So neither the page nor a package decodes by other means.
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
/** Reads the JSON that the work folder of a run got from this program. */
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

describe('bytes become text in one place', () => {
  it.each([
    ['const a = await file.text()', '.text() of a Blob, a File or a Response'],
    ['const a = await file\n  .slice(0, 9)\n  .text()', '.text() of a Blob, a File or a Response'],
    ['reader.readAsText(file)', 'readAsText'],
    ['new TextDecoder("utf-8").decode(bytes)', 'TextDecoder'],
    ['stream.pipeThrough(new TextDecoderStream())', 'TextDecoder'],
  ])('what decodes otherwise is found: %s', (code, name) => {
    expect(decodersIn(code)).toEqual([name])
  })

  it.each(['// file.text() drops it', '/** new TextDecoder() */', 'decodeText(bytes, file)', 'column.text', "'a//b'"])(
    'and nothing else is: %s',
    (code) => expect(decodersIn(code)).toEqual([]),
  )

  it('nothing does', () => {
    expect(sources.length).toBeGreaterThan(200)
    const found = sources.flatMap((file) =>
      decodersIn(readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
    )
    expect(found).toEqual([])
  })
})
