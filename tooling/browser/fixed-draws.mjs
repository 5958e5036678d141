import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dist } from './served.mjs'

/** Start of the workers' script: fixed keys, the same in every browser, so that draws can be compared. */
const fixedKeys = `{
  let drawn = 0
  const value = (bytes) => bytes.map((_, at) => (bytes[at] = (drawn = (drawn * 5 + 113) & 0xff)))
  Object.defineProperty(crypto, 'getRandomValues', { value })
}
`

const workerScript = '<script type="text/plain" id="worker-script">'

/** Returns the page's text with a prefix of the workers' script, whose hash no policy requires. */
export function withWorkerStart(text, start) {
  if (!text.includes(workerScript)) throw new Error('the page has no script of its workers')
  return text.replace(workerScript, () => workerScript + start)
}

/** Change for `serve`: the page with fixed keys, other files unchanged. */
export const fixedDraws = (bytes, name) =>
  name.endsWith('.html') ? Buffer.from(withWorkerStart(String(bytes), fixedKeys)) : bytes

/** Writes the page with fixed keys into a folder, and returns its address. */
export function fixedDrawsFile(folder) {
  const file = join(folder, 'sdc.html')
  writeFileSync(file, fixedDraws(readFileSync(join(dist, 'sdc.html')), file))
  return pathToFileURL(file).href
}
