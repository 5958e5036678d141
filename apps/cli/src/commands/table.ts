import type { Command } from 'commander'
import { addTableApply } from './table-apply.js'
import { addTableAttack } from './table-attack.js'
import { addTableAudit } from './table-audit.js'
import { addTableBuild } from './table-build.js'
import { addTableConsistent } from './table-consistent.js'
import { addTableMethods } from './table-methods.js'
import { addTableProtect } from './table-protect.js'
import { addTableRead } from './table-read.js'

/** `table`: everything of tables, a subcommand a file. */
export function addTable(program: Command): void {
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
