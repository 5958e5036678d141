// Times `sdc compare` with a plan, from the bytes of the file to the judgement of the last candidate; start-up and
// writing are excluded. Settings are read as JSON from the standard input, results are written as JSON to the standard
// output.
import { readFileSync } from 'node:fs'
import { createRegistry } from '../../packages/core/dist/index.js'
import { parseComparePlan, parseFileSchema, worstOf } from '../../packages/engine/dist/index.js'
import { readTable } from '../../packages/inspect/dist/index.js'
import { compareFile, withRequirements } from '../../packages/search/dist/index.js'
import standard from '../../packages/standard/dist/index.js'

const { file, settings, limits } = JSON.parse(readFileSync(0, 'utf8'))
const value = (bytes) => {
  let drawn = 0
  return bytes.map((_, at) => (bytes[at] = drawn = (drawn * 5 + 113) & 0xff))
}
// Fixed random numbers, like those of the page in the long check.
Object.defineProperty(crypto, 'getRandomValues', { value })

const { roles, candidates, replicates, missing } = settings
const registry = createRegistry().use(standard).freeze()
const schema = parseFileSchema({
  columns: Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, { role }])),
})
const compare = withRequirements(
  parseComparePlan({ candidates, then: settings.reverseMap ? [[], [registry.defaults.postMasking]] : [[]] }),
  { replicates, missing },
)
const since = performance.now()
const { dataset } = readTable({ name: 'census.csv', content: readFileSync(file) })
const { result } = await compareFile(dataset, { compare, schema, limits }, registry)
const took = performance.now() - since
const worst = ({ metrics }) =>
  result.metrics.flatMap((metric) => {
    const held = metrics.get(metric.id)
    if (held === undefined) return []
    return [[metric.id, held.min === null || held.max === null ? null : worstOf(metric, [held.min, held.max])]]
  })
const rows = result.rows.map((row) => ({ label: row.label, worst: Object.fromEntries(worst(row)) }))
process.stdout.write(JSON.stringify({ took, rows }))
