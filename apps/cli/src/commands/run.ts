import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { SdcError } from '@sdc/core'
import {
  isPrivateManifest,
  measureRun,
  parsePlan,
  parsePrivateManifest,
  replayOf,
  sha256Hex,
  type PrivateManifest,
} from '@sdc/engine'
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
      if (manifest && options.out !== undefined) await sayWhetherSame(manifest, run.paths)
      if (written.metrics) {
        const { files, columns, given } = run
        const measured = await measureRun({
          registry,
          original: source.dataset,
          files,
          columns,
          given,
          metrics: written.metrics,
          rng: rootRng(seed ?? '1'),
        })
        if (files.length > 1) say(`measured: the mean of each value over the ${files.length} files`)
        say(measuredTable(measured))
      }
    })
}

/** Whether a replay wrote the files of its run. */
async function sayWhetherSame({ outputs }: PrivateManifest, paths: readonly string[]): Promise<void> {
  const hashes = await Promise.all(paths.map(async (path) => sha256Hex(await readFile(path))))
  const same = hashes.length === outputs.length && hashes.every((hash, f) => hash === outputs[f].sha256)
  const what = outputs.length > 1 ? `all ${outputs.length} files of the run` : 'the file of the run'
  say(
    same
      ? `the replay equals ${what}, bit for bit`
      : `warning: the replay differs from ${what} (another version of sdc or of a plugin?)`,
  )
}
