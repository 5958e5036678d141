/**
 * Measures the share of small faults in a package that its own tests notice.
 *
 *   npx -y pnpm@12.21.0 mutate packages/stats packages/metrics --sample 100 --seed 1
 *
 * Each mutant has one fault (see mutants.mjs); the tests that import its file run until one fails. Surviving mutants
 * are printed with their place. An equivalent mutant (a limit that is never reached, a shortcut with the same result)
 * survives rightly, and still lowers the score.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import seedrandom from 'seedrandom'
import { mutantsOf, sampleOf } from './mutants.mjs'
import { createRunner } from './runner.mjs'

const root = resolve(import.meta.dirname, '../..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string' },
    least: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help || positionals.length === 0) {
  console.log(`mutate PACKAGE… [--sample N] [--seed S] [--file PART] [--least PERCENT]
  PACKAGE   a folder, e.g. packages/stats
  --sample  mutants tried of each package, 100 unless told; all where there are fewer
  --seed    which ones
  --file    only files whose path has this part
  --least   exit status 1 where a package kills a smaller share than this`)
  process.exit(values.help ? 0 : 2)
}

const scores = []
for (const folder of positionals) scores.push(await mutatePackage(resolve(root, folder)))
console.log('\npackage                        mutants  killed   score')
for (const { name, tried, killed } of scores) {
  console.log(
    `${name.padEnd(30)} ${String(tried).padStart(7)} ${String(killed).padStart(7)} ${percent(killed, tried).padStart(7)}`,
  )
}
const least = Number(values.least ?? 0)
process.exit(scores.some(({ tried, killed }) => 100 * killed < least * tried) ? 1 : 0)

async function mutatePackage(folder) {
  const name = relative(root, folder)
  const runner = createRunner(root, folder)
  try {
    const failing = await runner.untouched()
    if (failing) throw new Error(`${name}: ${relative(root, failing)} fails on the unchanged sources`)
    const all = sourcesOf(folder).flatMap((path) => {
      const source = readFileSync(path, 'utf8')
      return mutantsOf(source, path).map((mutant) => ({ ...mutant, path, source }))
    })
    const chosen = sampleOf(all, Number(values.sample), seedrandom(`${values.seed} ${name}`))
    let killed = 0
    for (const [i, { path, source, start, end, text, was, line, operator }] of chosen.entries()) {
      // A control: the unchanged sources must still pass after earlier mutants.
      if (i % 10 === 0) {
        const { failed } = await runner.tryMutant(path, source)
        if (failed) throw new Error(`${relative(root, failed)} fails on the unchanged sources`)
      }
      const { failed } = await runner.tryMutant(path, source.slice(0, start) + text + source.slice(end))
      if (failed) killed++
      else
        console.log(
          `survives: ${relative(root, path)}:${line} ${operator}: ${short(was)} → ${short(text) || 'nothing'}`,
        )
      process.stderr.write(`\r${name}: ${i + 1} of ${chosen.length}, ${percent(killed, i + 1)} killed `)
    }
    process.stderr.write('\n')
    return { name, tried: chosen.length, killed }
  } finally {
    runner.stop()
  }
}

/** Returns the package's sources, without tests, their fixtures, and lists of exports. */
function sourcesOf(folder) {
  return readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .filter((entry) => !/\.(test|fixture|d)\.ts$|^index\.ts$/.test(entry.name) && !entry.parentPath.endsWith('testing'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !values.file || path.includes(values.file))
    .sort()
}

function percent(part, whole) {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}

function short(text) {
  return text.replaceAll(/\s+/g, ' ').slice(0, 60)
}
