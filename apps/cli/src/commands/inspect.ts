import type { Command } from 'commander'
import { asInfo, SdcError } from '@sdc/core'
import {
  inspectFile,
  inspectionJson,
  inspectionText,
  rolesTable,
  schemaText,
  type Artefact,
} from '@sdc/workflow/records'
import { deliver, print } from '../output/deliver.js'
import { checkOutputs, isFile, readSchema, readTable } from '../input/files.js'
import { inputName } from '../terminal/standard-input.js'
import { isParquet } from '../parts/parts-file.js'
import { addHeaderOptions, type HeaderOption } from '../options/options.js'
import { progress } from '../terminal/progress.js'
import { registryOf } from '../plugins/registry.js'
import { screenOf, type ScreenOptions } from '../terminal/screen.js'

interface InspectCommandOptions extends HeaderOption, ScreenOptions {
  readonly schema?: string
  readonly write?: string
  readonly force?: boolean
  readonly json?: boolean
  readonly out?: string
}

const help = (): string => `
What every column is and why, codes that look like missing values, numbers that look like codes of categories, what names a person, weights, dates, equations among columns, columns that tell others; and what role each may have. It changes nothing.
--write makes a schema of it, with what is to be decided as comments: correct it, then give it to other commands (--schema). It holds counts, codes and categories of the data, so that only its owner may read it (mode 0600): keep it in the house.

Roles (--write says of weight, household and person which methods and metrics honour them):
${rolesTable(100)}

Examples:
  sdc inspect data.csv
  sdc inspect data.csv --write schema.yaml
  sdc inspect data.csv --schema schema.yaml
  sdc inspect data.csv --json`

/** A table: CSV, or Parquet, which has no dialect. */
async function readAny(
  path: string,
  schema: Awaited<ReturnType<typeof readSchema>>,
): Promise<Parameters<typeof inspectFile>[0]> {
  if (!isParquet(path)) return readTable(path, schema)
  const { readParquet } = await import('../parts/read-parquet.js')
  return { dataset: await readParquet(path, schema) }
}

/** `sdc inspect DATA`: what there is to know of a file before it is masked. */
export function addInspect(program: Command): void {
  const command = addHeaderOptions(program.command('inspect'))
    .argument('<data>', 'CSV file, Parquet file, or a folder of such files')
    .option('--schema <file>', 'read what is known of the columns (YAML, JSON)')
    .option('--write <file>', 'write a commented schema to correct (YAML)')
    .option('--force', 'with --write: replace an existing schema')
    .option('--json', 'print JSON (sdc schema inspect)')
    .option('-o, --out <file>', 'write the output to a file that only its owner may read')
    .addHelpText('after', help)
    .action(async (dataPath: string, options: InspectCommandOptions) => {
      const { write, out } = options
      await checkOutputs([dataPath, options.schema], [write, out])
      if (options.force && write === undefined)
        throw new SdcError('BAD_OPTION', '--force is for --write', {}, 'Name the schema: --write schema.yaml')
      if (write !== undefined && !options.force && (await isFile(write))) {
        const fix = 'Somebody may have corrected it. Write another one, or replace it: --force.'
        throw new SdcError('BAD_OPTION', `${write} is there already`, { file: write }, fix)
      }
      const schema = await readSchema(options.schema, [], undefined, options.header)
      const bar = progress('inspecting')
      const inspection = inspectFile(await readAny(dataPath, schema), {
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
