import { type Command } from 'commander'
import { SdcError } from '@sdc/core'
import { combinedJson, combinedText, combineSets, estimatesFrom, meansFrom, ruleTexts } from '@sdc/workflow'
import { imputationKinds } from '@sdc/stats/distributions'
import { type NamedTable, withoutBounds } from '@sdc/inspect'
import { deliver, print } from '../output/deliver.js'
import { identity, readNamed, schemaOf } from '../input/files.js'
import { screenOf } from '../terminal/screen.js'
import * as option from '../options/options.js'

const flags = {
  ...option.inputFlags,
  kind: option.required(option.choice('<kind>', 'name the kind of the files', imputationKinds)),
  columns: option.columnsFlag('estimate the means of these columns: a,b or all numeric ones'),
  level: option.value(
    '<level>',
    'set the coverage of the interval',
    option.numberThat((l) => l > 0 && l < 1, 'a share between 0 and 1, such as .95'),
    0.95,
  ),
  sizeRatio: option.value(
    '<ratio>',
    'with full and synthetic: synthetic records per original record; default 1',
    option.numberThat((r) => r > 0, 'a number greater than 0'),
  ),
  schema: option.schema,
  json: option.json('combine'),
}

type CombineCommandOptions = option.Given<typeof flags>

const help = `
Multiple imputation makes m files. Analyse each as if it were the original, and take the estimate and its variance (the square of the standard error) from each. The variance of a single file is too small. The combined one is valid:
  estimate   the mean of the m estimates
  variance   T, from ū, the mean variance within the files, and b, the variance of the estimates between files
  interval   estimate ∓ t·√T, where t has ν degrees of freedom

--kind names the kind of the files. Each kind has its own rule; another rule gives a wrong variance.
  partial        ${ruleTexts.partial}, for originals with replaced confidential values (linear/multiple-imputation, kind=partial)
  full           ${ruleTexts.full}, for samples of a synthetic population (linear/multiple-imputation, kind=full). If T is not positive, (n_syn/n)·ū with m − 1 degrees; n_syn/n is --size-ratio
  missing-data   ${ruleTexts['missing-data']}, for the original with imputed missing values, nothing masked
  synthetic      ${ruleTexts.synthetic}, for new records by a model of the original (synthetic/sequential, kind=full); n_syn/n is --size-ratio

Means of columns, from the files themselves, with variance s²/n (simple random sample; with weights or clusters, use your own estimates):
  sdc combine out.1.csv out.2.csv out.3.csv --columns income,tax --kind partial

Your own estimates, from a CSV file with one row per file, and a column name if there are several quantities:
    name,estimate,variance
    slope,0.231,0.0009
    slope,0.245,0.0010
  sdc combine estimates.csv --kind partial`

export function add(program: Command): void {
  option
    .addFlags(program.command('combine'), flags)
    .argument('<files...>', 'a CSV file of estimates, or all imputed files with --columns')
    .addHelpText('after', help)
    .action(async (paths: string[], options: CombineCommandOptions) => {
      const schema = await schemaOf(paths[0], options)
      if (options.columns === undefined) checkOne(paths)
      await checkTwice(paths)
      const tables: NamedTable[] = []
      for (const path of paths) tables.push(await readNamed(path, withoutBounds(schema)))
      const quantities =
        options.columns === undefined ? estimatesFrom(tables[0]) : meansFrom(tables, options.columns, schema)
      const outcome = combineSets(quantities, options)
      print(options.json ? combinedJson(outcome.result) : combinedText(outcome.result, screenOf(options)))
      await deliver(outcome)
    })
}

function checkOne(paths: readonly string[]): void {
  if (paths.length === 1) return
  const message = `there are ${paths.length} files, and nothing says what to combine of them`
  const fix = 'Name the columns whose means to combine: --columns a,b. Estimates of your own go into one CSV file.'
  throw new SdcError('BAD_OPTION', message, {}, fix)
}

/** Refuses a set that is named twice, also through a link. */
async function checkTwice(paths: readonly string[]): Promise<void> {
  const files = await Promise.all(paths.map(identity))
  const twice = paths.find((_, f) => files.indexOf(files[f]) < f)
  if (twice === undefined) return
  throw new SdcError('BAD_OPTION', `${twice} is named twice`, { file: twice }, 'Name each set once.')
}
