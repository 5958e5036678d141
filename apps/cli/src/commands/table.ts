import type { Command } from 'commander'
import { addTableApply } from './table-apply.js'
import { addTableAttack } from './table-attack.js'
import { addTableAudit } from './table-audit.js'
import { addTableBuild } from './table-build.js'
import { addTableConsistent } from './table-consistent.js'
import { addTableMethods } from './table-methods.js'
import { addTableProtect } from './table-protect.js'
import { addTableRead } from './table-read.js'

export function addTable(program: Command): void {
  const table = program.command('table').description('build a table, find its sensitive cells, protect it, or audit it')
  addTableBuild(table)
  addTableRead(table)
  addTableApply(table)
  addTableProtect(table)
  addTableAudit(table)
  addTableAttack(table)
  addTableConsistent(table)
  addTableMethods(table)
}
