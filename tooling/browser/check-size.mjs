import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { dist } from './served.mjs'

/** What the page may have, as a host sends it, by gzip -9. */
const GOAL = 400_000

/** What it has, until it has less: no change may make it larger. */
const MOST = 640_000

const parts = {
  page: /^([^]*)$/,
  'script of the page': /<script>([^]*?)<\/script>/,
  'script of the workers': /<script type="text\/plain" id="worker-script">([^]*?)<\/script>/,
  style: /<style>([^]*?)<\/style>/,
}

/** Says what the parts of the page have, and how far it is from its goal. */
export function checkSize(say) {
  const text = readFileSync(join(dist, 'sdc.html'), 'utf8')
  const sizes = Object.entries(parts).map(([name, pattern]) => {
    const [, part] = pattern.exec(text)
    return { name, bytes: Buffer.byteLength(part), compressed: gzipSync(part, { level: 9 }).length }
  })
  for (const { name, bytes, compressed } of sizes)
    say(`  ${name.padEnd(24)}${String(bytes).padStart(10)} bytes${String(compressed).padStart(9)} compressed`)
  const [{ compressed }] = sizes
  if (compressed > GOAL) say(`  not yet within ${GOAL} bytes compressed: ${compressed - GOAL} too many`)
  return compressed > MOST ? [`the page has ${compressed} bytes compressed, ${MOST} at most`] : []
}
