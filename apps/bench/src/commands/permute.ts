import { SdcError } from '@sdc/core'
import { readText, writeFileSafely } from '@sdc/io/node'
import { InvalidArgumentError, type Command } from 'commander'
import { permuteCases } from '../permute/permute-cases.js'
import { permuteRun, type PermuteRun } from '../permute/permute-run.js'
import { brokenBounds, permuteHeading, permuteSection, type PermuteRow } from '../permute/permute-section.js'
import { thisMachine } from '../speed/measure/machine.js'
import { withSection } from '../speed/report/benchmarks-file.js'
import type { Surroundings } from '../surroundings.js'

interface Options {
  readonly only: string
  readonly seeds: number
  readonly renew?: string
}

/** `permute`: the table of what the permutation search makes of masked files. */
export function addPermute(program: Command, surroundings: Surroundings): void {
  program
    .command('permute')
    .description('what the permutation search makes of masked files: errors of correlations, bounds, score, seconds')
    .option('--only <text>', 'only the files and maskings that contain this, as in "census noise"', '')
    .option('--seeds <count>', 'masked files of each row', count, 5)
    .option(
      '--renew <file>',
      'write the section of this table in a file such as BENCHMARKS.md anew, and leave the rest',
    )
    .action(async ({ only, seeds, renew }: Options) => {
      if (renew === undefined) {
        surroundings.stdout.write(permuteSection(await permuteRows(surroundings, { only, seeds }), thisMachine()))
        return
      }
      if (only !== '') throw new SdcError('BAD_OPTION', '--renew writes the whole table', {}, 'Leave --only out.')
      const text = await readText(renew)
      const section = permuteSection(await permuteRows(surroundings, { only, seeds }), thisMachine())
      await writeFileSafely(renew, withSection(text, permuteHeading, section))
    })
}

/** Every case that is asked for, with so many runs. */
export async function permuteRows(
  { registry, stderr }: Surroundings,
  { only, seeds }: Pick<Options, 'only' | 'seeds'>,
): Promise<PermuteRow[]> {
  const cases = permuteCases.filter(({ file, masking }) => `${file} ${masking}`.includes(only))
  if (cases.length === 0) {
    const advice = 'Without --only every file and masking is made.'
    throw new SdcError('BAD_OPTION', `no file and masking contain "${only}"`, {}, advice)
  }
  const rows: PermuteRow[] = []
  for (const of of cases) {
    const runs: PermuteRun[] = []
    for (let seed = 1; seed <= seeds; seed++) {
      const run = await permuteRun(registry, of, seed)
      runs.push(run)
      const broken = brokenBounds(run)
      const held = broken.length === 0 ? 'all bounds held' : `not held: ${broken.join(', ')}`
      stderr.write(`${of.file}, ${of.masking}, ${seed}: ${run.seconds.toFixed(2)} s, ${held}\n`)
    }
    rows.push({ of, runs })
  }
  return rows
}

function count(text: string): number {
  const value = Number(text)
  if (!(Number.isInteger(value) && value >= 1)) throw new InvalidArgumentError('It is a whole number of at least 1.')
  return value
}
