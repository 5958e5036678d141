import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { SdcError } from '@sdc/core'
import { isPrivateManifest, measureFiles, parsePlan, parsePrivateManifest, replayOf, sha256Hex } from '@sdc/engine'
import { planData, readData, readTable } from '../files.js'
import { measuredTable } from '../measured.js'
import { addRunOptions, type RunOptions } from '../options.js'
import { produce, rootRng } from '../produce.js'
import { say } from '../progress.js'
import { registryOf } from '../registry.js'

interface RunCommandOptions extends RunOptions {
  readonly data?: string
  readonly out?: string
}

const help = `
A plan is YAML or JSON:
  data: data.csv                     # relative to the plan
  schema:
    columns: { income: { role: confidential }, name: { role: identifier } }
  steps:
    - { use: microaggregation/mdav, params: { k: 5 }, by: [region] }
    - reverse-map/rank
  metrics: [risk/dld, loss/il-score] # measured after the run, printed on stderr

The private file of an earlier run is a plan, too: it replays that run bit for bit and refuses another input.
  sdc run keep.json --data data.csv -o again.csv`

export function addRun(program: Command): void {
  const command = program
    .command('run')
    .description('run a whole plan, or replay a private file')
    .argument('<plan>', 'the plan (YAML or JSON), or a private file')
    .option('--data <file>', 'the CSV file, in place of the one that the plan names')
  addRunOptions(command)
    .option('-o, --out <file>', 'where to write the masked file; without it, to the standard output')
    .addHelpText('after', help)
    .action(async (planPath: string, options: RunCommandOptions) => {
      const registry = await registryOf(command)
      const value = await readData(planPath)
      const isPrivate = isPrivateManifest(value)
      const manifest = isPrivate ? parsePrivateManifest(value) : undefined
      const written = manifest ? parsePlan(manifest.plan) : parsePlan(value)
      const dataPath = planData(planPath, written, options.data)
      if (written.steps.length === 0) {
        throw new SdcError(
          'BAD_PLAN',
          'the plan has no steps',
          { file: planPath },
          written.compare ? 'It has a comparison: sdc compare.' : 'See sdc run --help.',
        )
      }
      if (manifest && (options.seed !== undefined || options.release || options.private !== undefined)) {
        throw new SdcError(
          'BAD_OPTION',
          'a replay has its own random numbers',
          {},
          'Leave out --seed, --release and --private.',
        )
      }
      if (options.release && written.seed !== undefined && options.seed === undefined) {
        say("the plan's seed is left out: a released file is drawn from fresh keyed random numbers")
      }
      const source = await readTable(dataPath, written.schema)
      const replay = manifest && { ...replayOf(manifest, await readFile(dataPath)), released: manifest.released }
      const planned = written.seed === undefined || options.release ? undefined : String(written.seed)
      const seed = options.seed ?? planned
      const { steps, schema } = written
      const run = await produce({
        ...options,
        ...(seed === undefined ? {} : { seed }),
        registry,
        dataPath,
        inputs: [planPath],
        source,
        schema,
        steps,
        replay,
      })
      if (manifest && options.out !== undefined) {
        const again = sha256Hex(await readFile(options.out))
        const same = manifest.outputs.some(({ sha256 }) => sha256 === again)
        say(
          same
            ? 'the replay equals the file of the run, bit for bit'
            : 'warning: the replay differs from the file of the run (another version of sdc or of a plugin?)',
        )
      }
      if (written.metrics) {
        const [file] = run.files
        const { columns, given } = run
        const measured = await measureFiles({
          registry,
          original: source.dataset,
          masked: file.data,
          origin: file.origin,
          columns,
          given,
          metrics: written.metrics,
          rng: rootRng(seed ?? '1'),
        })
        say(measuredTable(measured))
      }
    })
}
