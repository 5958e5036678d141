import type { Command } from 'commander'
import { catalogueJson, tableMethodsText } from '@sdc/workflow'
import { print } from '../../output/deliver.js'
import { registryOf } from '../../plugins/registry.js'
import { screenOf } from '../../terminal/screen.js'

export function addTableMethods(table: Command): void {
  const command = table
    .command('methods')
    .description('list the rules, protections and audits of tables')
    .option('--json', 'print JSON (sdc schema tables)')
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const registry = await registryOf(command)
      print(json ? catalogueJson(registry, 'tables') : tableMethodsText(registry, screenOf(command.opts())))
    })
}
