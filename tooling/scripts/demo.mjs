// The main job on data of the repository: paper 000's tables, then a whole comparison on a generated file.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, root, run } from './build.mjs'

const out = 'out/demo'
const started = performance.now()
const say = (text) => process.stdout.write(`${text}\n`)
const heading = (text) => say(`\n${'='.repeat(100)}\n${text}\n${'='.repeat(100)}`)

/** Shows a command as a person would type it, then runs it. */
function step(shown, program, args) {
  say(`\n$ ${shown}\n`)
  const status = run(program, args, root)
  if (status !== 0) process.exit(status)
}
const sdc = (...args) => step(`sdc ${args.join(' ')}`, 'apps/cli/dist/cli.js', args)

process.stderr.write('building what is missing (about a minute the first time) …\n')
build('@sdc/cli', '@sdc/bench')

heading('(a) Paper 000: 25 records masked four ways, reverse-mapped, measured. The printed numbers and ours.')
step('bench papers 000 --own', 'apps/bench/dist/cli.js', ['papers', '000', '--own'])

heading('(b) A generated file of 1,080 records and 8 skewed, correlated columns: which masking, and how strong?')
rmSync(join(root, out), { recursive: true, force: true })
mkdirSync(join(root, out), { recursive: true })
const { seededRng } = await import('../../packages/core/dist/index.js')
const { artificialMicrodata } = await import('../../packages/datasets/dist/index.js')
const { writeCsv } = await import('../../packages/io/dist/index.js')
const file = artificialMicrodata(seededRng('demo'), { rows: 1080, columns: 8 })
writeFileSync(join(root, out, 'artificial.csv'), writeCsv(undefined, file))
say(`\nwrote ${out}/artificial.csv: ${file.rows} records, columns ${file.names.join(', ')}`)

sdc('compare', `${out}/artificial.csv`, '--columns', 'all', '--seed', 'demo', '-o', out)
sdc('run', `${out}/chosen-plan.yaml`, '-o', `${out}/masked.csv`)
sdc(
  'mask',
  `${out}/artificial.csv`,
  '--columns',
  'all',
  '--method',
  'microaggregation/mdav',
  '--set',
  'k=5',
  '--reverse-map',
  '--release',
  '--private',
  `${out}/private.json`,
  '-o',
  `${out}/released.csv`,
)

heading(`In ${out}/`)
for (const [name, what] of [
  ['artificial.csv', 'the generated file'],
  ['comparison.csv, comparison.json', 'every candidate with every metric'],
  ['map.svg, map.html', 'the risk–utility map: a picture, and a page to open in a browser'],
  ['verdict.txt, chosen-plan.yaml', 'the choice, and the plan that makes it'],
  ['masked.csv, masked.manifest.json', 'the chosen masked file and its public manifest'],
  [
    'released.csv, released.manifest.json',
    'a file that may leave the house: fresh keyed random numbers, records in random order',
  ],
  ['private.json', 'what replays and measures released.csv; stays in the house'],
])
  say(`  ${name.padEnd(38)} ${what}`)
say(`\ndone in ${((performance.now() - started) / 1000).toFixed(0)} s`)
