import type { Command } from 'commander'
import { chooseColumns, continueSteps, parseStep, replicateRng } from '@sdc/engine'
import { writeCsv } from '@sdc/io'
import { writeFilesSafely } from '@sdc/io/node'
import { checkOutputs, readTable } from '../files.js'
import { matchFiles, sharedColumns } from '../match-files.js'
import { columnList } from '../options.js'
import { rootRng } from '../produce.js'
import { say } from '../progress.js'
import { registryOf } from '../registry.js'

interface ReverseMapOptions {
  readonly columns?: 'all' | string[]
  readonly key?: string
  readonly seed?: string
  readonly out?: string
}

const help = `
Every column of the result has exactly the original's values, in the order of the masked file's values.
The masked file may come from any program; its records are matched to the original's by --key or by position.

Example:
  sdc reverse-map data.csv masked-elsewhere.csv --columns income,tax -o mapped.csv`

export function addReverseMap(program: Command): void {
  const command = program
    .command('reverse-map')
    .description('give a masked file exactly the original values back, in a new order')
    .argument('<original>', 'the original CSV file')
    .argument('<masked>', 'the masked CSV file')
    .option('--columns <names>', 'the columns to map: a,b or all that both files have', columnList)
    .option('--key <column>', 'a column whose values say which records belong together')
    .option('--seed <seed>', 'repeatable breaking of ties: for research and tests')
    .option('-o, --out <file>', 'where to write the result; without it, to the standard output')
    .addHelpText('after', help)
    .action(async (originalPath: string, maskedPath: string, options: ReverseMapOptions) => {
      const registry = await registryOf(command)
      await checkOutputs([originalPath, maskedPath], [options.out])
      const { dataset: original } = await readTable(originalPath)
      const source = await readTable(maskedPath)
      const { origin } = await matchFiles(original, source.dataset, maskedPath, options)
      const besides = options.key === undefined ? [] : [options.key]
      const chosen = chooseColumns(original, options.columns, undefined, besides)
      const columns = options.columns === 'all' ? sharedColumns(original, source.dataset, chosen) : chosen
      const run = await continueSteps(
        {
          registry,
          original,
          steps: [parseStep({ use: 'reverse-map/rank', columns })],
          rng: replicateRng(rootRng(options.seed)),
        },
        { files: [{ data: source.dataset, origin }], columns, given: [], warnings: [], reports: [] },
        [],
      )
      for (const warning of run.warnings) say(`warning: ${warning}`)
      const text = writeCsv(source, run.files[0].data)
      if (options.out === undefined) process.stdout.write(text)
      else await writeFilesSafely([{ path: options.out, content: text }])
      say(`reverse-mapped ${columns.length} columns of ${source.dataset.rows} records: ${columns.join(', ')}`)
    })
}
