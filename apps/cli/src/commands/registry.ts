import type { Command } from 'commander'
import { cardJson, cardText, catalogueJson, catalogueText, type Sort } from '@sdc/workflow'
import { print } from '../deliver.js'
import { registryOf } from '../registry.js'

export function addMethods(program: Command): void {
  addList(program, 'methods', 'method')
}

export function addMetrics(program: Command): void {
  addList(program, 'metrics', 'metric')
}

function addList(program: Command, sort: Sort, noun: string): void {
  const command = program
    .command(sort)
    .description(`every ${noun}, or the card of one: formula, parameters, source`)
    .argument('[id]', `the id of a ${noun}`)
    .option('--json', `print JSON (sdc schema ${sort})`)
    .action(async (id: string | undefined, { json }: { readonly json?: boolean }) => {
      const registry = await registryOf(command)
      if (id === undefined) print(json ? catalogueJson(registry, sort) : catalogueText(registry, sort))
      else print(json ? cardJson(registry, sort, id) : cardText(registry, sort, id))
    })
}
