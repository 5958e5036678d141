import type { Command } from 'commander'
import { asInfo, SdcError } from '@sdc/core'
import { inspectFile, inspectionJson, inspectionText, rolesTable, schemaText, type Artefact } from '@sdc/inspect'
import { deliver, print } from '../output/deliver.js'
import { checkOutputs, isFile, schemaOf, readTable } from '../input/files.js'
import { inputName } from '../terminal/standard-input.js'
import { progress } from '../terminal/progress.js'
import { registryOf } from '../plugins/registry.js'
import { screenOf } from '../terminal/screen.js'
import * as option from '../options/options.js'

const flags = {
  ...option.inputFlags,
  schema: option.text('<file>', 'read what is known of the columns (YAML, JSON)'),
  write: option.text('<file>', 'write a commented schema to correct (YAML)'),
  force: option.flag('with --write: replace an existing schema'),
  json: option.json('inspect'),
  out: option.text('<file>', 'write the output to a file that only its owner may read'),
}

type InspectCommandOptions = option.Given<typeof flags>

const help = (): string => `
The command lists for each column its type, with the reason, and its likely role. It finds:
  codes that look like missing values
  numbers that look like codes of categories
  columns that name a person, weights and dates
  equations between columns, and columns that predict others
The command changes nothing. --write makes a commented schema: correct it, then pass it to other commands (--schema). The schema has counts, codes and categories of the data. Keep it secret: only its owner may read it (mode 0600).

Roles (for weight, household and person, the schema names the methods and metrics that use them):
${rolesTable(1000)}

Examples:
  sdc inspect data.csv
  sdc inspect data.csv --write schema.yaml
  sdc inspect data.csv --schema schema.yaml
  sdc inspect data.csv --json`

/** `sdc inspect DATA`: findings about a file before it is masked. */
export function add(program: Command): void {
  const command = option
    .addFlags(program.command('inspect'), flags)
    .argument('<data>', 'CSV, Parquet, SPSS, Stata, SAS or Excel file, or a folder of CSV or Parquet files')
    .addHelpText('after', help)
    .action(async (dataPath: string, options: InspectCommandOptions) => {
      const { write, out } = options
      await checkOutputs([dataPath, options.schema], [write, out])
      if (options.force && write === undefined)
        throw new SdcError('BAD_OPTION', '--force needs --write', {}, 'Name the schema: --write schema.yaml')
      if (write !== undefined && !options.force && (await isFile(write))) {
        const fix = 'It may have corrections. Write to another name, or replace it: --force.'
        throw new SdcError('BAD_OPTION', `${write} exists already`, { file: write }, fix)
      }
      const schema = await schemaOf(dataPath, options)
      const bar = progress('inspecting')
      const inspection = inspectFile(await readTable(dataPath, schema), {
        file: inputName(dataPath),
        schema,
        tick: bar.tick,
      })
      bar.done()
      const result = (screen?: ReturnType<typeof screenOf>): string =>
        options.json ? JSON.stringify(inspectionJson(inspection), null, 2) : inspectionText(inspection, screen, write)
      const artefacts: Artefact[] = [
        ...(write === undefined
          ? []
          : [{ kind: 'schema', name: write, content: schemaText(inspection, await registryOf(command)) } as const]),
        ...(out === undefined ? [] : [{ kind: 'schema', name: out, content: `${result()}\n` } as const]),
      ]
      const wrote = write === undefined ? [] : [asInfo(`wrote ${write}: correct it; only you may read it`)]
      await deliver({ artefacts, messages: wrote })
      if (out === undefined) print(result(screenOf(options)))
    })
}
