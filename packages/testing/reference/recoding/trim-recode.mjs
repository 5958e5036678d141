// Makes recode.json of this folder: results of another program on columns that do not belong to the project. They are
// counts and digests, because results record by record would be these columns in another form. node
// reference/recoding/trim-recode.mjs FOLDER-OF-THE-OUTPUT
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [from] = process.argv.slice(2)
if (!from) throw new Error('node reference/recoding/trim-recode.mjs FOLDER-OF-THE-OUTPUT')

const { topic, meta, cases } = JSON.parse(readFileSync(join(from, 'recode.json'), 'utf8'))
const lines = cases.map(({ id, input, r_call, output }) => {
  const short = Array.isArray(output) ? output : Object.fromEntries(Object.entries(output).map(shortened))
  return `  ${JSON.stringify({ id, input, r_call, output: short })}`
})
writeFileSync(
  new URL('recode.json', import.meta.url),
  `{"topic": ${JSON.stringify(topic)},\n"meta": ${JSON.stringify(meta)},\n"cases": [\n${lines.join(',\n')}\n]}\n`,
)

/** Replaces a list with one entry a record by the SHA-256 of its decimal texts, separated by commas. */
function shortened([name, value]) {
  if (!Array.isArray(value) || value.length < 100) return [name, value]
  return [`${name}Digest`, createHash('sha256').update(value.join(',')).digest('hex')]
}
