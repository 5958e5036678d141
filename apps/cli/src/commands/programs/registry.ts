import type { Command } from 'commander'
import type { Sort } from '@sdc/core'
import { cardJson, cardText, catalogueJson, catalogueText } from '@sdc/workflow'
import { isFamily } from '@sdc/inspect'
import { print } from '../../output/deliver.js'
import { registryOf } from '../../plugins/registry.js'
import { screenOf } from '../../terminal/screen.js'

const nouns = {
  methods: 'a method',
  metrics: 'a metric',
  services: 'a query service',
  tables: 'a table method',
  attacks: 'an attack',
}

/** Adds `sdc methods` and the other lists of the registry. */
export function add(program: Command, name: string): void {
  const sort = name as Sort
  const command = program
    .command(sort)
    .argument('[id]', `id of ${nouns[sort]}, or its family (the part before the slash)`)
    .option('--json', `print JSON (sdc schema ${sort})`)
    .action(async (id: string | undefined, { json }: { readonly json?: boolean }) => {
      const registry = await registryOf(command)
      const screen = screenOf(command.opts())
      if (id === undefined || isFamily(registry, sort, id))
        print(json ? catalogueJson(registry, sort, id) : catalogueText(registry, sort, screen, id))
      else print(json ? cardJson(registry, sort, id) : cardText(registry, sort, id, screen))
    })
}
