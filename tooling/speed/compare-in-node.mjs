// What `sdc compare` does with a plan, timed from the bytes of the file to the last candidate, and judged: its start and what it writes
// are not counted. Settings come as JSON by the standard input, what was found goes as JSON to the standard output.
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
// As the long check has the page begin: the same random numbers on both sides.
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
