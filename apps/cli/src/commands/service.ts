import { realpath } from 'node:fs/promises'
import type { Command } from 'commander'
import { SdcError } from '@sdc/core'
import { withLock } from '@sdc/files/node'
import {
  answerJson,
  answerText,
  askServiceFile,
  buildServiceFile,
  logName,
  serviceLog,
  serviceLogJson,
  serviceLogText,
  type ServiceFiles,
} from '@sdc/workflow'
import { deliver, print } from '../output/deliver.js'
import { checkOutputs, isFile, readInput, schemaOf, readTable } from '../input/files.js'
import { sayLeftBehind } from '../output/left-behind.js'
import { progress } from '../terminal/progress.js'
import { registryOf } from '../plugins/registry.js'
import { checkNames, holdingNames } from '@sdc/release/node'
import { screenOf, type ScreenOptions } from '../terminal/screen.js'
import * as option from '../options/options.js'

const flags = {
  ...option.headerFlags,
  columns: option.columnsFlag('protect these columns: a,b or all; default: by role'),
  given: option.list('allow these unprotected columns in queries'),
  set: option.set('set a parameter of the service'),
  schema: option.schema,
  seed: option.seed,
  private: option.required(option.text('<file>', 'write the service here; keep it secret; its log is FILE.log')),
}

const flags2 = {
  json: option.json('service-ask'),
}

const flags3 = {
  json: option.json('service-log'),
}

type BuildOptions = option.Given<typeof flags>

const help = `
A service answers queries about a file that is not released. sdc service build writes it to one file. Keep this file and its log secret, and answer queries from it.

Examples (sdc services lists the services):
  sdc service build services/camouflage data.csv --columns income --set protect=20 --private keep.json
  sdc service ask keep.json "sum(income) where region = 'north' and age in 30..40"
  sdc service log keep.json
  sdc attack camouflage keep.json`

const buildHelp = `
The weakness of services/camouflage: each answer is an interval that contains the true value. An intruder who knows k − 1 values of a column (k vectors; two values by default) can compute all others from enough sums. For 200 records, 466 sums suffice. minimumDifference (queries must differ in 10 records) slows this attack and does not stop it.

Accept queries only from people you trust, and read the log (sdc service log). Try the attack on your own file: sdc attack camouflage keep.json.

Unprotected columns: --given names columns for conditions and regressions. Their counts are exact. List public columns as --given and confidential ones as --columns. The service leaves out all other columns.

Build only one service from the same data: the intervals of two services together disclose more.`

const queryHelp = `
Queries, with columns in parentheses:
  count()
  sum, mean, variance, min, max or median of a column
  covariance or regression of several; regression explains the first column by the others
Conditions follow after where, joined by and:
  column = 'text'      column = 5      column in 30..40 (both included)
Put a name with blanks in "…", and double a quote within a text. Each service answers some kinds of queries.

The service logs each answer and refusal in FILE.log, and reads the log before each answer. If the log is missing, shortened or changed, it answers nothing.`

export function add(program: Command): void {
  const service = program.command('service')
  service.addHelpText('after', help)
  option
    .addFlags(service.command('build'), flags)
    .description('build a query service of a CSV file')
    .argument('<id>', 'id of a query service (sdc services)')
    .argument('<data>', 'CSV, Parquet, SPSS, Stata, SAS or Excel file')
    .addHelpText('after', buildHelp)
    .action(async (id: string, dataPath: string, options: BuildOptions) => {
      const registry = await registryOf(service)
      const outputs = [logName(options.private), options.private]
      await checkOutputs([dataPath, options.schema], outputs)
      await refuseExisting(outputs)
      const names = outputs.map((path) => ({ path, exclusive: true }))
      await checkNames(names)
      const schema = await schemaOf(dataPath, options)
      const { dataset } = await readTable(dataPath, schema)
      const bar = progress('building')
      const asked = { ...options, service: id, schema, tick: bar.tick }
      const outcome = await buildServiceFile(dataset, asked, registry)
      bar.done()
      await holdingNames(names, () => deliver(outcome))
    })
  option
    .addFlags(service.command('ask'), flags2)
    .description('ask a service from sdc service build')
    .argument('<file>', 'service file from sdc service build')
    .argument('<query>', 'query')
    .addHelpText('after', queryHelp)
    .action(async (path: string, query: string, { json }: { readonly json?: boolean }) => {
      const registry = await registryOf(service)
      const file = await readInput(path)
      const own = await realPath(path)
      // The answer is logged before it is printed; other queries wait until then.
      const { result } = await withLock(`${logName(own)}.lock`, async () => {
        const outcome = await askServiceFile(await filesOf(own, file.content), query, registry)
        await deliver(outcome)
        return outcome
      })
      print(json ? answerJson(result) : answerText(result))
    })
  option
    .addFlags(service.command('log'), flags3)
    .description('show the queries and answers of a service')
    .argument('<file>', 'service file from sdc service build')
    .action(async (path: string, options: ScreenOptions & { readonly json?: boolean }) => {
      const registry = await registryOf(service)
      const file = await readInput(path)
      const { result } = serviceLog(await filesOf(await realPath(path), file.content), registry)
      print(options.json ? serviceLogJson(result) : serviceLogText(result, screenOf(options)))
    })
}

/** Refuses existing outputs: a service that has answered cannot be made again, nor can its log. */
async function refuseExisting(outputs: readonly string[]): Promise<void> {
  await sayLeftBehind(outputs)
  for (const path of outputs) {
    if (!(await isFile(path))) continue
    const fix = 'A service and its log are never overwritten. Choose another name, or move both away.'
    throw new SdcError('BAD_OPTION', `${path} exists already`, { file: path }, fix)
  }
}

/** Resolves a link, since the log is next to the file itself. */
async function realPath(path: string): Promise<string> {
  return await realpath(path).catch(() => path)
}

async function filesOf(path: string, content: ServiceFiles['file']['content']): Promise<ServiceFiles> {
  const name = logName(path)
  return { file: { name: path, content }, log: (await isFile(name)) ? await readInput(name) : undefined }
}
