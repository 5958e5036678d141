import type { Command } from 'commander'
import { addTableApply } from './apply.js'
import { addTableAttack } from './attack.js'
import { addTableAudit } from './audit.js'
import { addTableBuild } from './build.js'
import { addTableConsistent } from './consistent.js'
import { addTableMethods } from './methods.js'
import { addTableProtect } from './protect.js'
import { addTableRead } from './read.js'

/** `table`: all commands for tables, a module per subcommand. */
export function add(program: Command): void {
  const table = program.command('table')
  addTableBuild(table)
  addTableRead(table)
  addTableProtect(table)
  addTableAudit(table)
  addTableAttack(table)
  addTableConsistent(table)
  addTableMethods(table)
  addTableApply(table)
}
