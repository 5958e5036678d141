import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { dist } from '../served.mjs'

/** Limit of the page as any host sends it: bytes by gzip -9. */
const MOST = 900_000

const parts = {
  page: /^([^]*)$/,
  script: /<script>([^]*?)<\/script>/,
  'script of workers': /<script type="text\/plain" id="worker-script">([^]*?)<\/script>/,
  style: /<style>([^]*?)<\/style>/,
}

/** Prints the sizes of the page and its parts; a page over its limit is a problem. */
export function checkSize(say) {
  const text = readFileSync(join(dist, 'sdc.html'), 'utf8')
  const sizes = Object.entries(parts).map(([name, pattern]) => {
    const [, part] = pattern.exec(text)
    const gzip = gzipSync(part, { level: 9 }).length
    say(
      `  ${name.padEnd(20)}${String(Buffer.byteLength(part)).padStart(10)} bytes${String(gzip).padStart(9)} by gzip -9`,
    )
    return gzip
  })
  return sizes[0] > MOST ? [`the page has ${sizes[0]} bytes compressed, ${MOST} at most`] : []
}
