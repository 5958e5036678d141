// Makes lattice.json from arx-lattice.json and arx-local-recoding.json, the output of the programs: the parts of each
// case that tests use. node reference/lattice/trim-lattice.mjs FOLDER-OF-THE-OUTPUT
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [from] = process.argv.slice(2)
if (!from) throw new Error('node reference/lattice/trim-lattice.mjs FOLDER-OF-THE-OUTPUT')
const { meta, definitions, cases } = JSON.parse(readFileSync(join(from, 'arx-lattice.json'), 'utf8'))
const losses = { 'loss-gm': 'loss', nue: 'entropy', dm: 'discernibility', aecs: 'aecs' }

const trimmed = cases.map(({ id, keys, conditions, k, limit, loss, gsFactor, latticeNodes, best }) => {
  const own = conditions.map(({ column, model, ...rest }) => ({ column, model: model.replace('t-', ''), ...rest }))
  if (!best) return { id, keys, conditions: own, k, limit, loss: losses[loss], gsFactor, latticeNodes, best: null }
  const { score, node, tiedNodes = [node], suppressed, classes, sizes } = best
  const found = { score, node, tied: tiedNodes, suppressed, classes, least: sizes?.least, greatest: sizes?.greatest }
  return { id, keys, conditions: own, k, limit, loss: losses[loss], gsFactor, latticeNodes, best: found }
})
const lines = trimmed.map((one) => `  ${JSON.stringify(one)}`).join(',\n')
const head = `"meta": ${JSON.stringify(meta)},\n"definitions": ${JSON.stringify(definitions)}`
writeFileSync(new URL('lattice.json', import.meta.url), `{${head},\n"cases": [\n${lines}\n]}\n`)
