import { Command, CommanderError } from 'commander'
import { isSdcError, type SdcError } from '@sdc/core'
import { addAnonymize } from './commands/anonymize.js'
import { addAttack } from './commands/attack.js'
import { addCheck } from './commands/check.js'
import { addCombine } from './commands/combine.js'
import { addCompare } from './commands/compare.js'
import { addDataset } from './commands/dataset.js'
import { addEstimate } from './commands/estimate.js'
import { addFrontier } from './commands/frontier.js'
import { addInspect } from './commands/inspect.js'
import { addMask } from './commands/mask.js'
import { addMeasure } from './commands/measure.js'
import { addOptimize } from './commands/optimize.js'
import { addPermutation } from './commands/permutation.js'
import { addAttacks, addMethods, addMetrics, addServices, addTables } from './commands/registry.js'
import { addReverseMap } from './commands/reverse-map.js'
import { addRun } from './commands/run.js'
import { addSchema } from './commands/schema.js'
import { addService } from './commands/service.js'
import { addTable } from './commands/table.js'
import { watchOptions } from './option-rules.js'
import { collect } from './options.js'
import { typedFlag } from './typed-flag.js'
import { isClosedPipe, outputError } from './standard-output.js'

const help = `
Examples:
  sdc methods                                        what there is
  sdc methods microaggregation/mdav                  one method: formula, parameters, source
  sdc mask data.csv --method microaggregation/mdav --columns income,tax --set k=5 -o masked.csv
  sdc anonymize data.csv --k 5 --hierarchies hierarchies/ -o anonymous.csv
  sdc measure data.csv masked.csv --columns income,tax
  sdc compare data.csv --columns income,tax -o comparison/
  sdc optimize data.csv masked.csv --columns income,tax -o better.csv
  sdc frontier data.csv --columns income,tax --budget 10m -o frontier/
  sdc mask data.csv --method microaggregation/mdav --columns income,tax --release --private keep.json -o public.csv
  sdc combine out.1.csv out.2.csv out.3.csv --columns income --kind partial
  sdc estimate masked.csv --matrix masked.manifest.json
  sdc attack inversion released.csv masked.csv --columns income --function rounding:10
  sdc service ask income.service "sum(income) where region = 'north'"

Exit status: 0 done; 2 bad input, with what to do about it; 3 a limit is not kept (--limit, --fail-above), and what must keep
it is not written; 1 a bug of sdc.`

/** Runs the command line and returns its exit status. */
export async function main(argv: readonly string[]): Promise<number> {
  const program = new Command('sdc')
    .description(
      'Statistical disclosure control: mask microdata, reverse-map them, measure risk and loss, compare, release.',
    )
    .option('--plugin <name>', "load a third party's plugin, by package name or path (repeatable)", collect, [])
    .addHelpText('after', help)
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .exitOverride()
  for (const add of [
    addMethods,
    addMetrics,
    addServices,
    addTables,
    addAttacks,
    addInspect,
    addMask,
    addAnonymize,
    addReverseMap,
    addOptimize,
    addMeasure,
    addRun,
    addCompare,
    addFrontier,
    addCombine,
    addEstimate,
    addPermutation,
    addAttack,
    addService,
    addTable,
    addCheck,
    addDataset,
    addSchema,
  ])
    add(program)
  for (const command of program.commands)
    command.exitOverride().option('--plugin <name>', "load a third party's plugin (repeatable)", collect, [])
  watchOptions(program)
  try {
    if (argv.length === 0) {
      program.outputHelp()
      return 0
    }
    await program.parseAsync(argv, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    return isClosedPipe(error) ? 0 : failed(error, argv)
  }
}

/**
 * Says what was wrong, and gives the exit status: 2 for bad input, 3 for a limit that is not kept, 1 for a bug.
 *
 * @param error - What was thrown.
 * @param argv - The arguments, for the flag that the error is about.
 * @returns The exit status.
 */
export function failed(error: unknown, argv: readonly string[] = []): number {
  const told = isSdcError(error) ? error : outputError(error)
  if (told) {
    process.stderr.write(`sdc: ${describe(told, typedFlag(argv, told))}\n`)
    return told.code === 'BEYOND_LIMIT' ? 3 : 2
  }
  process.stderr.write(`sdc: a bug, please report it:\n${error instanceof Error ? error.stack : String(error)}\n`)
  return 1
}

/** `CODE: what was wrong (where). What to do.`, where being the flag that was typed, or the file and its line. */
function describe({ code, message, place: { file, line }, advice }: SdcError, flag: string | undefined): string {
  const isNamed = file !== undefined && message.includes(file)
  const inFile = line === undefined || message.includes(`line ${line}`) ? [] : [`line ${line}`]
  const where = [...(flag === undefined ? [] : [flag]), ...(file === undefined || isNamed ? [] : [file]), ...inFile]
  return `${code}: ${message}${where.length > 0 ? ` (${where.join(', ')})` : ''}${advice === '' ? '' : `\n  ${advice}`}`
}
