import type { Command } from 'commander'
import { linkageSample, sampleProblems } from '../linkage-sample/linkage-sample.js'
import type { Surroundings } from '../surroundings.js'
import { recordCount } from './record-count.js'

interface Options {
  readonly rows: number
  readonly columns: number
  readonly noise: number
  readonly samples: number
  readonly drawn?: number
}

/** `linkage-sample`: whether the sampled linkage of files in parts is as near to that of all records as it says. */
export function addLinkageSample(program: Command, { registry, stdout, stderr, setStatus }: Surroundings): void {
  program
    .command('linkage-sample')
    .description(
      'the linkage of all records beside that of many samples of them, by search trees of 16, 4 and 1 blocks',
    )
    .option('--rows <count>', 'records', recordCount, 1e6)
    .option('--columns <count>', 'columns', recordCount, 5)
    .option('--noise <sd>', 'standard deviation of the noise that masks, in that of a column', Number, 0.1)
    .option('--samples <count>', 'samples', recordCount, 50)
    .option('--drawn <count>', 'records of a sample; as many as the metric takes unless said', recordCount)
    .action(async (options: Options) => {
      const found = await linkageSample(registry, options, (text) => stderr.write(`${text}\n`))
      const { exact, samples, seconds } = found
      const errors = samples.map(({ value, standardError }) => (value - exact) / standardError)
      const within = errors.filter((error) => Math.abs(error) <= 2.6).length
      const squares = errors.reduce((sum, error) => sum + error * error, 0) / errors.length
      const drawn = samples.map((one) => one.drawn)
      const error = samples.map((one) => one.standardError)
      stdout.write(
        `risk/dbrl of ${options.rows} records of ${options.columns} columns, noise ${options.noise}: ${exact.toFixed(4)} % of all\n` +
          `${within} of ${samples.length} samples within 2.6 standard errors; mean of (error/standard error)² ${squares.toFixed(2)}\n` +
          `records of a sample ${Math.min(...drawn)} to ${Math.max(...drawn)}, ` +
          `standard error ${Math.min(...error).toFixed(3)} to ${Math.max(...error).toFixed(3)} percentage points\n` +
          [...seconds].map(([what, spent]) => `${what}: ${spent.toFixed(1)} CPU seconds\n`).join(''),
      )
      for (const problem of sampleProblems(found)) {
        setStatus(1)
        stdout.write(`${problem}\n`)
      }
    })
}
