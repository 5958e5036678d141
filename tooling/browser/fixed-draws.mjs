import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dist } from './served.mjs'

/** What the workers begin with: keys that are no secret, the same in every browser, so that what is drawn can be compared. */
const fixedKeys = `{
  let drawn = 0
  const value = (bytes) => bytes.map((_, at) => (bytes[at] = (drawn = (drawn * 5 + 113) & 0xff)))
  Object.defineProperty(crypto, 'getRandomValues', { value })
}
`

const workerScript = '<script type="text/plain" id="worker-script">'

/** The page's text, where the workers' script begins with something of ours: no policy asks for that script's hash. */
export function withWorkerStart(text, start) {
  if (!text.includes(workerScript)) throw new Error('the page has no script of its workers')
  return text.replace(workerScript, () => workerScript + start)
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
