import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { dist } from './served.mjs'

/** What the page may have as any host sends it: by gzip -9. */
const GOAL = 400_000

/** What it has, until it has less: no change may make it larger. One gzip -9 and another are two thousand bytes apart. */
const MOST = 562_900

const parts = {
  page: /^([^]*)$/,
  'script of the page': /<script>([^]*?)<\/script>/,
  'script of later screens': /<script type="text\/plain" id="later-script">([^]*?)<\/script>/,
  'workers, example: packed': /<script type="text\/plain" id="packed"[^>]*>([^]*?)<\/script>/,
  'script that unpacks': /<script type="text\/plain" id="unpack-script">([^]*?)<\/script>/,
  style: /<style>([^]*?)<\/style>/,
}

/** Says what the parts of the page have, and how far it is from its goal. */
export function checkSize(say) {
  const text = readFileSync(join(dist, 'sdc.html'), 'utf8')
  const sizes = Object.entries(parts).map(([name, pattern]) => {
    const [, part] = pattern.exec(text)
    const gzip = gzipSync(part, { level: 9 }).length
    return { name, bytes: Buffer.byteLength(part), gzip, brotli: brotliCompressSync(part).length }
  })
  for (const { name, bytes, gzip, brotli } of sizes) {
    const compressed = `${String(gzip).padStart(9)} by gzip -9${String(brotli).padStart(9)} by brotli`
    say(`  ${name.padEnd(26)}${String(bytes).padStart(10)} bytes${compressed}`)
  }
  const [{ gzip }] = sizes
  if (gzip > GOAL) say(`  not yet within ${GOAL} bytes compressed: ${gzip - GOAL} too many`)
  return gzip > MOST ? [`the page has ${gzip} bytes compressed, ${MOST} at most`] : []
}
