import type { Command } from 'commander'
import { askedJson, askedText, askServiceFile, buildServiceFile, nameList } from '@sdc/workflow'
import { deliver, print } from '../deliver.js'
import { checkOutputs, readInput, readSchema, readTable } from '../files.js'
import { addHeaderOptions, collect, columnList, type HeaderOption } from '../options.js'
import { progress } from '../progress.js'
import { registryOf } from '../registry.js'

interface BuildOptions extends HeaderOption {
  readonly columns?: 'all' | readonly string[]
  readonly given?: readonly string[]
  readonly set: readonly string[]
  readonly schema?: string
  readonly seed?: string
  readonly out: string
}

const help = `
A service answers queries about a file that nobody gets to see. What it is built to is one file: keep it in the house.

Examples (the services that there are: sdc services)
  sdc service build ID data.csv --columns income,region --set name=value -o income.service
  sdc service ask income.service "sum(income) where region = 'north' and age in 30..40"`

const queryHelp = `
A query is count(), or sum, mean, variance, min, max, median of a column, or covariance, regression of several, in
parentheses; and where it is not of all records, conditions joined by and:
  column = 'text'      column = 5      column in 30..40 (both included)
A name with blanks stands in "…"; a quote within a text is doubled. Which kinds a service answers is for it to say.`

export function addService(program: Command): void {
  const service = program.command('service').description('answer queries about a file instead of releasing it')
  service.addHelpText('after', help)
  addHeaderOptions(service.command('build'))
    .description('build a query service of a CSV file')
    .argument('<id>', 'the id of a query service (sdc services)')
    .argument('<data>', 'the CSV file')
    .option('--columns <names>', 'what it answers about: a,b or all; needed unless a schema gives roles', columnList)
    .option(
      '--given <names>',
      "the columns that a conditional service protects the others by; by default a schema's non-confidential ones",
      nameList,
    )
    .option('--set <name=value>', "one of the service's parameters (repeatable)", collect, [])
    .option('--schema <file>', 'YAML or JSON: kinds, roles and missing codes of the columns')
    .option('--seed <seed>', 'repeatable random numbers, for research and tests; without it they are fresh and keyed')
    .requiredOption('-o, --out <file>', 'where to write the service; it may hold the data, only you can read it')
    .action(async (id: string, dataPath: string, options: BuildOptions) => {
      const registry = await registryOf(service)
      await checkOutputs([dataPath, options.schema], [options.out])
      const schema = await readSchema(options.schema, [], undefined, options.header)
      const { dataset } = await readTable(dataPath, schema)
      const bar = progress('building')
      const asked = { ...options, service: id, schema, tick: bar.tick }
      const outcome = await buildServiceFile(dataset, asked, registry)
      bar.done()
      await deliver(outcome)
    })
  service
    .command('ask')
    .description('ask a service that was built')
    .argument('<file>', 'the file that sdc service build wrote')
    .argument('<query>', 'the query')
    .option('--json', 'print JSON (sdc schema service-ask)')
    .addHelpText('after', queryHelp)
    .action(async (path: string, query: string, { json }: { readonly json?: boolean }) => {
      const outcome = await askServiceFile(await readInput(path), query, await registryOf(service))
      await deliver(outcome)
      print(json ? askedJson(outcome.result) : askedText(outcome.result))
    })
}
