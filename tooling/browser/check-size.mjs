import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { dist } from './served.mjs'

/** Bytes of the page as a host sends it, by gzip -9. */
export const BUDGET = 400_000

const parts = {
  page: /^([^]*)$/,
  'script of the page': /<script>([^]*?)<\/script>/,
  'script of the workers': /<script type="text\/plain" id="worker-script">([^]*?)<\/script>/,
  style: /<style>([^]*?)<\/style>/,
}

/** The parts of the page, and whether it is within its budget. */
export function checkSize(say) {
  const text = readFileSync(join(dist, 'sdc.html'), 'utf8')
  const sizes = Object.entries(parts).map(([name, pattern]) => {
    const [, part] = pattern.exec(text)
    return { name, bytes: Buffer.byteLength(part), compressed: gzipSync(part, { level: 9 }).length }
  })
  for (const { name, bytes, compressed } of sizes)
    say(`  ${name.padEnd(24)}${String(bytes).padStart(10)} bytes${String(compressed).padStart(9)} compressed`)
  const [{ compressed }] = sizes
  return compressed > BUDGET ? [`the page has ${compressed} bytes compressed, ${compressed - BUDGET} too many`] : []
}
