import type { Command } from 'commander'
import { asInfo, SdcError } from '@sdc/core'
import { left, right, textTable } from '@sdc/report/tables'
import { writeCsv } from '@sdc/files'
import { writeFilesSafely } from '@sdc/files/node'
import { say } from '../../terminal/progress.js'
import { screenOf, type ScreenOptions } from '../../terminal/screen.js'
import { pieceFor, writeText } from '../../terminal/write-text.js'

/** An example file of sdc; its text is loaded on demand. */
interface ExampleFile {
  readonly what: string
  readonly records: number
  readonly columns: number
  text(): Promise<string>
}

const files: ReadonlyMap<string, ExampleFile> = new Map([
  [
    'census',
    {
      what: 'incomes and taxes of people, U.S. Bureau of the Census, 1995; all columns numeric',
      records: 1080,
      columns: 13,
      text: async () => (await import('@sdc/datasets/census')).censusCsv,
    },
  ],
  [
    'eia',
    {
      what: 'sales and revenue of electric utilities, U.S. Energy Information Administration, 1996; two columns of text',
      records: 4092,
      columns: 15,
      text: async () => (await import('@sdc/datasets/eia')).eiaCsv,
    },
  ],
  [
    'patients',
    {
      what: 'patients of a hospital, artificial; diagnoses, days, costs',
      records: 1000,
      columns: 7,
      text: async () => writeCsv(undefined, (await import('@sdc/datasets')).patients()),
    },
  ],
  [
    'households',
    {
      what: 'a survey of households with weights, artificial; all members, incomes',
      records: 1458,
      columns: 7,
      text: async () => writeCsv(undefined, (await import('@sdc/datasets')).households()),
    },
  ],
])

const help = `
census and eia are works of the United States government, in the public domain. Papers test methods on them. The other files are artificial: nobody in them exists. Without a name, the command lists the files.

Examples:
  sdc dataset
  sdc dataset census -o census.csv
  sdc compare census.csv --columns AGI,FICA,TAXINC -o comparison/`

export function add(program: Command): void {
  program
    .command('dataset')
    .argument('[name]', [...files.keys()].join(', '))
    .option('-o, --out <file>', 'write the file here; default: standard output')
    .addHelpText('after', help)
    .action(async (name: string | undefined, options: ScreenOptions & { readonly out?: string }) => {
      const { out } = options
      if (name === undefined) {
        if (out !== undefined) throw new SdcError('BAD_OPTION', '-o without the name of a dataset', {}, oneOf())
        writeText(process.stdout, `${list(options)}\n\nOne of them as CSV: sdc dataset NAME -o FILE\n`)
        return
      }
      const file = files.get(name)
      if (!file) throw new SdcError('BAD_OPTION', `there is no dataset "${name}"`, {}, oneOf())
      const content = await file.text()
      if (out === undefined) process.stdout.write(pieceFor(process.stdout)(content))
      else await writeFilesSafely([{ path: out, content }])
      say(asInfo(`${name}: ${file.records} records of ${file.columns} columns`))
    })
}

function list(options: ScreenOptions): string {
  return textTable(
    [left('name', { rank: 0 }), right('records'), right('columns'), left('content', { rank: 0, wraps: true })],
    [...files].map(([name, { records, columns, what }]) => [name, String(records), String(columns), what]),
    { screen: screenOf(options) },
  )
}

function oneOf(): string {
  return `There are ${[...files.keys()].join(', ')}.`
}
