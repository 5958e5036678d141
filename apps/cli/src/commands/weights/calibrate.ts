import { InvalidArgumentError, type Command } from 'commander'
import { asInfo } from '@sdc/core'
import { nameList, readReleased } from '@sdc/inspect'
import { checkNames, encoderOf, holdingNames } from '@sdc/release/node'
import { calibratedJson, calibratedText, calibrateFile } from '@sdc/workflow'
import { deliver, pathsOf } from '../../output/deliver.js'
import { checkOutputs, readInput, schemaOf } from '../../input/files.js'
import { progress } from '../../terminal/progress.js'
import { screenOf } from '../../terminal/screen.js'
import * as option from '../../options/options.js'

const flags = {
  ...option.inputFlags,
  margins: option.required(option.text('<file>', 'read the totals (CSV: column, category, total)')),
  weight: option.text('<column>', 'name the weight; default: the column with that role'),
  method: option.choice(
    '<name>',
    'set the distance of the new weights from the old',
    ['raking', 'linear', 'logit'],
    'raking',
  ),
  bounds: option.value('<low,high>', 'bound new weight / old weight, such as 0.3,3', boundsOf),
  schema: option.schema,
  out: option.required(option.text('<file>', 'write the file with the calibrated weights here')),
  ...option.outputFlags,
  json: option.json('weights-calibrate'),
}

const help = `
Sampling and suppression change what the weights add up to. This command changes the weights as little as possible, so that they meet known totals again (Deville & Särndal 1992). Only the weight column changes.

Distances:
  raking   factors above 0; iterative proportional fitting gives the same weights
  linear   the regression estimator (GREG); without bounds, weights may be negative
  logit    factors strictly between the bounds
With raking and linear, factors are cut off at the bounds.

Totals: a CSV file with the columns column, category and total. An empty category is the sum of a numeric column. sex:region with 1:3 crosses two columns. sdc weights margins makes such a file from the original; totals of a census serve as well.

Every category in the file needs a total, and every total above 0 needs records. Columns with missing values (after local suppression) cannot be calibrated; leave them out of the margins.

Newton steps stop when each total is met within 1e-10 of it.

Examples:
  sdc weights margins survey.csv --schema schema.yaml --columns sex,region -o margins.csv
  sdc mask survey.csv --schema schema.yaml --method coding/sampling --set percent=50 --release -o sample.csv
  sdc weights calibrate sample.csv --schema schema.yaml --margins margins.csv -o released.csv
  sdc weights calibrate sample.csv --weight w --margins margins.csv --method logit --bounds 0.3,3 -o released.csv
  sdc weights calibrate sample.sav --weight w --margins census.csv --method linear -o released.sav --json`

/** Adds `sdc weights calibrate`. */
export function addWeightsCalibrate(weights: Command): void {
  option
    .addFlags(weights.command('calibrate'), flags)
    .description('calibrate weights to known totals')
    .argument('<data>', 'masked CSV, Parquet, SPSS, Stata, SAS or Excel file')
    .addHelpText('after', help)
    .action(async (path: string, options: option.Given<typeof flags>) => {
      const { out, margins } = options
      await checkOutputs([path, options.schema, margins], [out])
      const encode = encoderOf(options)
      const schema = await schemaOf(path, options)
      const source = readReleased(await readInput(path), schema)
      const totals = await readInput(margins)
      const outputs = [{ path: out }]
      await checkNames(outputs)
      const bar = progress('calibrating')
      const outcome = await calibrateFile(source, totals, { ...options, schema, encode, tick: bar.tick })
      bar.done()
      const { result, artefacts, messages } = outcome
      const printed = options.json ? calibratedJson(result) : calibratedText(result, screenOf(options))
      const wrote = asInfo(`wrote ${pathsOf(artefacts).join(', ')}`)
      await holdingNames(outputs, () => deliver({ artefacts, printed, messages: [...messages, wrote] }))
    })
}

/** Parses two numbers, which are checked with the method. */
function boundsOf(text: string): [number, number] {
  const parts = nameList(text)
  const [low, high] = parts.map(option.number)
  if (parts.length !== 2) throw new InvalidArgumentError('it is not two numbers, such as 0.3,3')
  return [low, high]
}
