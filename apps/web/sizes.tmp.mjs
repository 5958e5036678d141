import { build } from 'vite'
import { gzipSync } from 'node:zlib'
const { alias } = await import('/tmp/t53/S7w/os.mjs')
const { withoutNotes } = await import('/tmp/t53/S7/apps/web/build/without-notes.mjs')
const found = new Map()
const stat = { name: 'static', enforce: 'post', transform(code, id) {
  for (const m of code.matchAll(/(await )?import\((?!\))[^)]*\)/g)) if(!/^await import\(.@sdc.report/.test(m[0])) console.log('IMP', id.split('/S7/')[1], m[0].slice(0,80));
if (!/\bimport\(/.test(code)) return
  let n = 0, head = ''
  const out = code.replace(/await import\(\s*(['"`][^'"`]+['"`])\s*\)/g, (all, spec) => { found.set(spec, [...(found.get(spec) ?? []), id.split('/S7/')[1]]); if (process.argv[2] === 'look' || /highs|sdc\/report['"]/.test(spec)) return all; head += `import * as __late${n} from ${spec};`; return `__late${n++}` })
  return { code: head + out, map: null }
} }
const { output } = await build({ configFile: false, logLevel: 'error', plugins: [withoutNotes(), stat], resolve: { alias }, build: { write: false, target: 'es2023', modulePreload: false, rollupOptions: { input: '/tmp/t53/S7/apps/web/src/worker/worker.ts', external: ['highs', '@sdc/report'], output: { format: 'iife', codeSplitting: false } } } })
console.log('total', output[0].code.length, gzipSync(output[0].code, { level: 9 }).length)
for (const [k, v] of found) console.log(k, v.join(' '))
