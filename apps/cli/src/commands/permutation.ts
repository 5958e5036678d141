import type { Command } from 'commander'
import { numericValues, SdcError } from '@sdc/core'
import { chooseColumns, shortNumber } from '@sdc/engine'
import { writeCsv } from '@sdc/io'
import { writeFilesSafely } from '@sdc/io/node'
import { permutationPlot } from '@sdc/report'
import { verifyRecord } from '@sdc/reverse-map'
import { checkOutputs, readTable } from '../files.js'
import { matchFiles, sharedColumns } from '../match-files.js'
import { collect, columnList, keyValue, number } from '../options.js'
import { perRecord, permutationJson, permutationText, takeApart } from '../permutation-report.js'
import { rootRng } from '../produce.js'
import { say } from '../progress.js'

interface PermutationOptions {
  readonly columns?: 'all' | string[]
  readonly key?: string
  readonly origin?: string
  readonly seed: string
  readonly out?: string
  readonly plot?: string
  readonly json?: boolean
}

interface VerifyOptions {
  readonly value: string[]
  readonly d: number
}

const help = `
The masked file may come from any program. Whatever made it, it is a permutation of the original values and noise that
moves no rank: this shows how much of each, and what an adversary who knows everything but the linkage can do.

Examples:
  sdc permutation data.csv masked.csv --columns income,tax --plot moves.svg
  sdc permutation data.csv public.csv --columns all --origin keep.json -o records.csv
  sdc permutation verify public.csv --value income=31200 --value tax=4100`

const verifyHelp = `
Nothing but the own record and the released file is needed: the own ranks are those of the nearest released values, and the
distance is that of the released record that is nearest in all columns together.

Example:
  sdc permutation verify public.csv --value income=31200 --value tax=4100 --d 2`

export function addPermutation(program: Command): void {
  const command = program
    .command('permutation')
    .description('take a masked file apart: how much of it is permutation, how much noise, and who could be linked')
    .argument('<original>', 'the original CSV file')
    .argument('<masked>', 'the masked CSV file')
    .option('--columns <names>', 'the columns: a,b or all numeric ones that both files have', columnList)
    .option('--key <column>', 'a column whose values say which records belong together')
    .option('--origin <file>', 'the private file of the run, or a CSV file with a column origin')
    .option('--seed <seed>', 'how equal masked values are ordered', '1')
    .option('-o, --out <file>', 'write every linked record: its z, change of rank and residual noise by column')
    .option('--plot <file>', 'draw the changes of rank, sorted, a line a column (SVG)')
    .option('--json', 'print JSON (sdc schema permutation)')
    .addHelpText('after', help)
    .action(async (originalPath: string, maskedPath: string, options: PermutationOptions) => {
      await checkOutputs([originalPath, maskedPath, options.origin], [options.out, options.plot])
      const { dataset: original } = await readTable(originalPath)
      const { dataset: masked } = await readTable(maskedPath)
      const { origin } = await matchFiles(original, masked, maskedPath, options)
      const chosen = chooseColumns(original, options.columns, undefined, [])
      const columns =
        options.columns === 'all'
          ? sharedColumns(original, masked, chosen, { key: options.key, kind: 'numeric' })
          : chosen
      const report = takeApart(original, masked, origin, columns, rootRng(options.seed))
      const files = [
        ...(options.out === undefined ? [] : [{ path: options.out, content: writeCsv(undefined, perRecord(report)) }]),
        ...(options.plot === undefined
          ? []
          : [
              {
                path: options.plot,
                content: permutationPlot({
                  title: 'Permutation distance',
                  subtitle: `${origin.filter((row) => row >= 0).length} records`,
                  series: report.columns.map(({ name, part }) => ({ name, distance: part.distance })),
                }),
              },
            ]),
      ]
      await writeFilesSafely(files)
      if (files.length > 0) say(`wrote ${files.map(({ path }) => path).join(', ')}`)
      process.stdout.write(
        options.json ? `${JSON.stringify(permutationJson(report), null, 2)}\n` : `${permutationText(report)}\n`,
      )
    })

  command
    .command('verify')
    .description('check the own record against a released file: is any released record near it in all ranks?')
    .argument('<released>', 'the released CSV file')
    .requiredOption('--value <name=number>', 'a value of the own record (repeatable)', collect, [])
    .option('--d <percent>', 'the distance asked for, in percent of the longest way in rank', number, 1)
    .addHelpText('after', verifyHelp)
    .action(async (path: string, options: VerifyOptions) => {
      const { dataset: released } = await readTable(path)
      const values = options.value.map((pair): readonly [string, number] => {
        const [name, text] = keyValue(pair)
        if (text.trim() === '' || !Number.isFinite(Number(text))) {
          throw new SdcError('BAD_OPTION', `"${text}" of ${name} is not a number`, { column: name })
        }
        return [name, Number(text)]
      })
      const names = values.map(([name]) => name)
      chooseColumns(released, names, undefined, [])
      const columns = names.map((name) => numericValues(released, name))
      const d = (options.d / 100) * (released.rows - 1)
      const found = verifyRecord(
        Float64Array.from(values, ([, one]) => one),
        columns,
        { d },
      )
      const lines = names.map(
        (name, k) =>
          `${name}: rank ${shortNumber(found.ranks[k])} of ${released.rows}; the released values within ${shortNumber(d)} ranks have ${shortNumber(100 * found.localVariance[k])} % of the column's variance`,
      )
      const safe = found.distance >= d
      process.stdout.write(
        [
          ...lines,
          `The nearest released record is ${shortNumber(found.distance)} ranks away in the column where it is furthest (${shortNumber((100 * found.distance) / Math.max(1, released.rows - 1))} % of the longest way).`,
          safe
            ? `So no released record is nearer than the ${shortNumber(options.d)} % asked for.`
            : `So a released record is nearer than the ${shortNumber(options.d)} % asked for; whether it is your own the file does not say.`,
          '',
        ].join('\n'),
      )
    })
}
