import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pack, unpack } from '../../apps/web/build/pack.mjs'
import { dist } from './served.mjs'

/** What the workers begin with: keys that are no secret, the same in every browser, so that what is drawn can be compared. */
const fixedKeys = `{
  let drawn = 0
  const value = (bytes) => bytes.map((_, at) => (bytes[at] = (drawn = (drawn * 5 + 113) & 0xff)))
  Object.defineProperty(crypto, 'getRandomValues', { value })
}
`

const packed = /(<script type="text\/plain" id="packed" data-script=")(\d+)(">)([^<]*)/
/** What was made of a text already: packing takes a second. */
const made = new Map()

/** The page's text, where the workers' script begins with something of ours: no policy asks for that script's hash. */
export function withWorkerStart(text, start) {
  const known = made.get(start + text)
  if (known !== undefined) return known
  const found = packed.exec(text)
  if (found === null) throw new Error('the page has no script of its workers')
  const { script, example } = unpack({ text: found[4], script: Number(found[2]) })
  const own = pack(start + script, example, 1)
  const changed = text.replace(packed, (_, before, _bytes, between) => `${before}${own.script}${between}${own.text}`)
  made.set(start + text, changed)
  return changed
}

/** For `serve`: the page with fixed keys, everything else as it is. */
export const fixedDraws = (bytes, name) =>
  name.endsWith('.html') ? Buffer.from(withWorkerStart(String(bytes), fixedKeys)) : bytes

/** Writes the page with fixed keys into a folder, and gives its address. */
export function fixedDrawsFile(folder) {
  const file = join(folder, 'sdc.html')
  writeFileSync(file, fixedDraws(readFileSync(join(dist, 'sdc.html')), file))
  return pathToFileURL(file).href
}
