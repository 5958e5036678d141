import type { Command } from 'commander'
import { applyToTable, nameList } from '@sdc/workflow'
import { deliver } from '../deliver.js'
import { checkOutputs, readInput } from '../files.js'
import { addHeaderOptions, collect, type HeaderOption } from '../options.js'
import { progress } from '../progress.js'
import { registryOf } from '../registry.js'
import { addTableAttack } from './table-attack.js'
import { addTableAudit } from './table-audit.js'
import { addTableBuild } from './table-build.js'
import { addTableConsistent } from './table-consistent.js'
import { addTableMethods } from './table-methods.js'
import { addTableProtect } from './table-protect.js'
import { addTableRead } from './table-read.js'

interface ApplyOptions extends HeaderOption {
  readonly by: readonly string[]
  readonly value: string
  readonly count?: string
  readonly largest?: readonly string[]
  readonly total: string
  readonly set: readonly string[]
  readonly seed?: string
  readonly out: string
}

const help = `
TABLE is in long form: a line for every cell, totals among them, with a column for every dimension. Every dimension
that has the level of --total adds up to it. What is written has the dimensions, the value (empty where it is
suppressed), the count, a column status (published, primary, secondary), and low and high where the method gives them.

Example (the table methods that there are: sdc tables)
  sdc table apply ID table.csv --by region,sex --value turnover --count firms --largest first,second -o shown.csv`

export function addTable(program: Command): void {
  const table = program.command('table').description('build a table, find its sensitive cells, protect it, or audit it')
  addTableBuild(table)
  addTableRead(table)
  addHeaderOptions(table.command('apply'))
    .description('run a table method on a table')
    .argument('<id>', 'the id of a table method (sdc tables)')
    .argument('<table>', 'the table: a CSV file with a line for every cell')
    .requiredOption('--by <names>', 'the dimensions: a,b', nameList)
    .requiredOption('--value <name>', 'the column of the values')
    .option('--count <name>', 'the column of the number of contributors; by default the values are these')
    .option('--largest <names>', 'the columns of the largest and the second largest contribution: l1,l2', nameList)
    .option('--total <level>', 'the level of a dimension that is the total of its others', 'Total')
    .option('--set <name=value>', "one of the method's parameters (repeatable)", collect, [])
    .option('--seed <seed>', 'repeatable random numbers, for research and tests; without it they are fresh and keyed')
    .requiredOption('-o, --out <file>', 'where to write the table')
    .addHelpText('after', help)
    .action(async (id: string, path: string, options: ApplyOptions) => {
      const registry = await registryOf(table)
      await checkOutputs([path], [options.out])
      const bar = progress('working')
      const asked = { ...options, method: id, tick: bar.tick }
      const outcome = await applyToTable(await readInput(path), asked, registry)
      bar.done()
      await deliver(outcome)
    })
  addTableProtect(table)
  addTableAudit(table)
  addTableAttack(table)
  addTableConsistent(table)
  addTableMethods(table)
}
