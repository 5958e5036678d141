import type { Command } from 'commander'
import { jsonSchemaOf, schemaNames } from '@sdc/workflow'
import { print } from '../output/deliver.js'

export function addSchema(program: Command): void {
  program
    .command('schema')
    .argument('<name>', schemaNames.join(', '))
    .action((name: string) => print(jsonSchemaOf(name)))
}
