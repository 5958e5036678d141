// Makes recode.json of this folder: what another program made of columns that are no part of the project, as counts and
// digests, since its results record by record would be these columns in another form.
// node reference/recoding/trim-recode.mjs FOLDER-OF-THE-OUTPUT
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

/** What is said of every record becomes the SHA-256 of its decimal texts with commas between. */
function shortened([name, value]) {
  if (!Array.isArray(value) || value.length < 100) return [name, value]
  return [`${name}Digest`, createHash('sha256').update(value.join(',')).digest('hex')]
}
