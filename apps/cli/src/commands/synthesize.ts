import { asInfo, asNext, asWarning, SdcError, type Message } from '@sdc/core'
import { quoted, readSchema, readTable } from '@sdc/inspect'
import { planSynthesis, synthesisMetrics, producedJson, synthesisPlan, testFile } from '@sdc/release'
import { encoderOf, mask } from '@sdc/release/node'
import { reportedRun, runReportNames } from '@sdc/release/reports'
import type { Command } from 'commander'
import { dirname } from 'node:path'
import { checkOutputs, fromFolder, readInput, schemaOf } from '../input/files.js'
import { isRecoded } from '../terminal/encoding.js'
import { jsonNeedsOut } from '../options/json-needs-out.js'
import * as option from '../options/options.js'
import { deliver, print, writeOrPrint } from '../output/deliver.js'
import { reportVersion } from '../output/report-version.js'
import { registryOf } from '../plugins/registry.js'
import { progress, say } from '../terminal/progress.js'
import { screenOf } from '../terminal/screen.js'

const { seed, release, codebook, limit, failAbove, brokenRules, missingKinds, publishParams } = option.runFlags

const flags = {
  from: option.choice('<what>', 'draw from the data, or from a schema alone: a test file', ['data', 'schema'], 'data'),
  schema: option.schema,
  records: option.value('<n>', 'draw this many records; default: as many as the file has', option.positiveInteger),
  sets: option.value('<m>', 'write this many files; combine their results with sdc combine', option.positiveInteger),
  columns: option.columnsFlag('name the columns to draw: a,b or all; default: all but identifiers'),
  set: option.set('set a parameter of synthetic/sequential; @FILE reads it'),
  ...option.inputFlags,
  seed,
  release,
  private: option.privateFile,
  limit,
  failAbove,
  brokenRules,
  missingKinds,
  publishParams,
  codebook,
  ...option.outputFlags,
  writePlan: option.text('<file>', 'write the proposal as a plan for sdc run, and draw nothing'),
  measure: option.negative('leave out the metrics of likeness and risk, which cost time'),
  report: option.report,
  json: option.json('mask', 'print the run as JSON', '; needs -o'),
  out: option.text('<file>', 'write the synthetic file here; default: standard output'),
}

type SynthesizeOptions = option.Given<typeof flags>

const help = `
The command draws new records column after column by synthetic/sequential: categories, numbers and dates alike, each from a tree given the columns before it. It prints its proposal first: the columns in their order, with their models. Missing values, rules of the schema and kinds of missing values are kept.

Examples:
  sdc inspect data.csv --write schema.yaml
      correct the roles: identifiers are left out, rules are kept
  sdc synthesize data.csv --schema schema.yaml --release --private keep.json -o synthetic.csv
      a file to publish; keep.json repeats it: sdc run keep.json --data data.csv -o again.csv
  sdc synthesize data.csv --schema schema.yaml --records 500 -o class.csv
  sdc synthesize data.csv --schema schema.yaml --sets 5 -o synthetic.csv
      five files; analyse each one and combine the results: sdc combine
  sdc synthesize data.csv --schema schema.yaml --set smallestLeaf=20 --set models=@models.json -o synthetic.csv
      larger leaves disclose less; models of columns: { "income": "normal-rank" }
  sdc synthesize data.csv --schema schema.yaml --write-plan plan.yaml
  sdc run plan.yaml -o synthetic.csv
      the proposal as a plan, to edit: order, models, predictors
  sdc synthesize data.csv --schema schema.yaml --set kind=partial --columns income,tax -o partial.csv
      the records stay; only these columns are drawn
  sdc synthesize schema.yaml --from schema --records 1000 -o test.csv
      a test file that knows the schema only: levels, bounds, missing codes, rules; uniform values, nothing of the data

Free text, names and unique codes cannot be synthesised: a draw would copy the text of a person. The command names all such columns.

After the run the command measures risk and likeness; --no-measure saves the time. If a risk is high, draw from larger leaves, recode rare categories, or leave columns out.`

export function add(program: Command): void {
  const command = option
    .addFlags(program.command('synthesize'), flags)
    .argument('<data>', 'CSV, Parquet, SPSS, Stata, SAS or Excel file; with --from schema a schema')
    .addHelpText('after', help)
    .action(async (dataPath: string, options: SynthesizeOptions) => {
      jsonNeedsOut(options)
      if (options.from === 'schema') {
        await drawTestFile(command, dataPath, options)
        return
      }
      const registry = await registryOf(command)
      if (options.schema === undefined) throw needsSchema(dataPath)
      const schema = await schemaOf(dataPath, options)
      const input = await readInput(dataPath)
      const { dataset } = readTable(input, schema)
      const screen = screenOf(command.opts(), process.stderr)
      const proposal = planSynthesis(dataset, schema, options, registry, screen)
      proposal.messages.forEach(say)
      const { writePlan } = options
      if (writePlan !== undefined) {
        const content = synthesisPlan(proposal, { data: fromFolder(dirname(writePlan), dataPath), schema })
        const written = [asInfo(`wrote ${writePlan}`), asNext(`sdc run ${quoted(writePlan)} -o synthetic.csv`)]
        await deliver({ artefacts: [{ kind: 'text', name: writePlan, content }], messages: written })
        return
      }
      const names = runReportNames(options)
      const { measure: isMeasured, limit: _limit, ...rest } = options
      const limits = option.limitsOf(options)
      const metrics = isMeasured ? synthesisMetrics(registry, proposal.step) : []
      // The reports measure the risks of synthetic records themselves.
      const losses = metrics.filter(({ use }) => registry.get('metrics', use).kind === 'loss')
      const plan = {
        ...rest,
        ...limits,
        registry,
        schema,
        steps: [proposal.step],
        ...(metrics.length > 0 && { metrics, halves: true }),
      }
      const from = {
        original: dataPath,
        inputs: [options.schema],
        read: async (path: string) => (path === dataPath ? input : readInput(path)),
        isRecoded: isRecoded(),
      }
      const sink = {
        ...options,
        screen,
        write: writeOrPrint,
        others: [names.internal, names.public],
        make: reportedRun({ names, dataPath, metrics: losses, version: reportVersion(), progress }),
      }
      const masked = await mask(plan, from, sink, { watch: { say, progress } })
      if (masked.measured) await deliver(masked.measured)
      if (isMeasured && options.out !== undefined) say(regressionText(dataPath, masked.files[0].name, options.schema))
      if (options.json) print(producedJson(masked, { registry, options: { ...options, steps: plan.steps } }))
    })
}

/** Returns the command that compares a regression of both files, since only the user knows the relevant one. */
function regressionText(data: string, out: string, schema: string): Message {
  const formula = quoted('confidence-overlap.formula=Y ~ X')
  return asNext(
    `sdc measure ${quoted(data)} ${quoted(out)} --schema ${quoted(schema)} --metrics loss/confidence-overlap --set ${formula}`,
  )
}

/** Options for a file drawn from a schema alone. */
const ofTestFile: ReadonlySet<string> = new Set(['from', 'records', 'seed', 'format', 'strict', 'out', 'all'])

async function drawTestFile(command: Command, schemaPath: string, options: SynthesizeOptions): Promise<void> {
  const other = command.options.find(
    (one) => command.getOptionValueSource(one.attributeName()) === 'cli' && !ofTestFile.has(one.attributeName()),
  )
  if (other !== undefined) {
    const message = `--from schema reads no data, and ${other.long} is for a file of data`
    throw new SdcError('BAD_OPTION', message, { parameter: other.long ?? '' }, `Leave out ${other.long}.`)
  }
  const { records, seed, out } = options
  if (records === undefined)
    throw new SdcError('BAD_OPTION', '--from schema needs --records', {}, 'Add the number of records: --records 100.')
  const encode = encoderOf(options)
  if (out !== undefined) await checkOutputs([schemaPath], [out])
  const schema = readSchema(await readInput(schemaPath))
  const screen = screenOf(command.opts(), process.stderr)
  const { source, messages } = testFile(schema, { records, seed, screen }, schemaPath)
  const { content, losses } = await encode(source, source.dataset, undefined, { released: false })
  const written = out === undefined ? [] : [asInfo(`wrote ${out}`)]
  await deliver({
    artefacts: [{ kind: 'masked', name: out, content }],
    messages: [...messages, ...written, ...losses.map(asWarning)],
  })
}

function needsSchema(data: string): SdcError {
  const fix = `sdc inspect ${quoted(data)} --write schema.yaml writes one: correct its roles, then add --schema schema.yaml.`
  return new SdcError('BAD_OPTION', 'a synthetic file needs a schema: roles, kinds and rules of the columns', {}, fix)
}
