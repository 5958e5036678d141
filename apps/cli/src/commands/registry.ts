import type { Command } from 'commander'
import type { Sort } from '@sdc/core'
import { cardJson, cardText, catalogueJson, catalogueText, isFamily } from '@sdc/workflow/records'
import { print } from '../output/deliver.js'
import { registryOf } from '../plugins/registry.js'
import { screenOf } from '../terminal/screen.js'

export function addMethods(program: Command): void {
  addList(program, 'methods', 'a method')
}

export function addMetrics(program: Command): void {
  addList(program, 'metrics', 'a metric')
}

export function addServices(program: Command): void {
  addList(program, 'services', 'a query service')
}

export function addTables(program: Command): void {
  addList(program, 'tables', 'a table method')
}

export function addAttacks(program: Command): void {
  addList(program, 'attacks', 'an attack')
}

function addList(program: Command, sort: Sort, noun: string): void {
  const command = program
    .command(sort)
    .argument('[id]', `id of ${noun}, or its family (the part before the slash)`)
    .option('--json', `print JSON (sdc schema ${sort})`)
    .action(async (id: string | undefined, { json }: { readonly json?: boolean }) => {
      const registry = await registryOf(command)
      const screen = screenOf(command.opts())
      if (id === undefined || isFamily(registry, sort, id))
        print(json ? catalogueJson(registry, sort, id) : catalogueText(registry, sort, screen, id))
      else print(json ? cardJson(registry, sort, id) : cardText(registry, sort, id, screen))
    })
}
