import type { Command } from 'commander'
import { jsonSchemaOf, schemaNames } from '@sdc/workflow'
import { print } from '../../output/deliver.js'

export function add(program: Command): void {
  program
    .command('schema')
    .argument('<name>', schemaNames.join(', '))
    .action((name: string) => print(jsonSchemaOf(name)))
}
