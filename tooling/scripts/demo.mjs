// Reproduces a paper's tables; then compares maskings of a public file, releases the chosen one and measures it. Tables
// are written to files; a summary is printed at the end.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, root, run } from './build.mjs'

const out = 'out/demo'
const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`
const say = (text) => process.stdout.write(`${text}\n`)
const read = (name) => readFileSync(join(root, out, name), 'utf8')

/** Prints a command as typed by a user, then runs it with its output in a file. */
function step(program, args, file) {
  say(`$ ${program === 'cli' ? 'sdc' : program} ${args.join(' ')}${file ? ` > ${out}/${file}` : ''}`)
  const status = run(`apps/${program}/dist/cli.js`, args, { cwd: root, file: file && join(root, out, file) })
  if (status !== 0) process.exit(status)
}
const sdc = (args, file) => step('cli', args.trim().split(/\s+/), file)

process.stderr.write('building what is missing (half a minute the first time) …\n')
build()
rmSync(join(root, out), { recursive: true, force: true })
mkdirSync(join(root, out), { recursive: true })

say('\nA paper: 25 records masked in four ways, reverse-mapped, measured. Our numbers next to the printed ones.')
step('bench', ['papers', '000', '--own'], 'paper-000.txt')

say('\nA public file of 1,080 records: compare maskings, and choose one.')
sdc(`dataset census -o ${out}/census.csv`)
sdc(`compare ${out}/census.csv --columns all --seed demo --quiet -o ${out}`, 'comparison.txt')

say('\nRelease the chosen masking, with fresh keyed random numbers and records in random order; measure its risk.')
sdc(`run ${out}/chosen-plan.yaml --release --private ${out}/private.json --quiet -o ${out}/released.csv`)
sdc(`measure ${out}/census.csv ${out}/released.csv --origin ${out}/private.json --quiet`, 'measured.txt')

const agreement = read('paper-000.txt').trim().split(/\n\n/).at(-1).replace(/\s+/g, ' ')
const measured = read('measured.txt').split('\n', 7)
say(`
In ${out}/, after ${seconds()}:
  paper-000.txt        the paper's tables
  comparison.txt       the finalists and the limits; comparison.csv, comparison.json: all candidates
  map.html, map.svg    the risk–utility map
  chosen-plan.yaml     the choice
  released.csv         the masked file; private.json, which you keep secret, replays and measures it
  measured.txt         its risks and its loss

paper    ${agreement}
map      ${join(root, out, 'map.html')}
released ${measured.join('\n         ')}
verdict  ${read('verdict.txt').trim().replaceAll('\n', '\n         ')}

Continue with your own file:
  npx -y pnpm@12.21.0 -s sdc inspect data.csv --write schema.yaml
  npx -y pnpm@12.21.0 -s sdc compare data.csv --schema schema.yaml -o comparison
  npx -y pnpm@12.21.0 -s sdc --help`)
