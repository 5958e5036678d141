import type { Command } from 'commander'
import * as z from 'zod'
import { SdcError } from '@sdc/core'
import { planJsonSchema } from '@sdc/engine'
import {
  attackInversionOutput,
  attackLinkageOutput,
  checkOutput,
  combineOutput,
  compareOutput,
  measureOutput,
  methodsOutput,
  metricsOutput,
  permutationOutput,
  permutationVerifyOutput,
} from '../output-schemas.js'

const schemas: ReadonlyMap<string, () => unknown> = new Map([
  ['plan', planJsonSchema],
  ...Object.entries({
    measure: measureOutput,
    compare: compareOutput,
    combine: combineOutput,
    methods: methodsOutput,
    metrics: metricsOutput,
    check: checkOutput,
    'attack-inversion': attackInversionOutput,
    'attack-linkage': attackLinkageOutput,
    permutation: permutationOutput,
    'permutation-verify': permutationVerifyOutput,
  }).map(([name, schema]) => [name, () => z.toJSONSchema(schema)] as const),
])

export function addSchema(program: Command): void {
  program
    .command('schema')
    .description('the JSON Schema of a plan, or of what --json prints')
    .argument('<name>', [...schemas.keys()].join(', '))
    .action((name: string) => {
      const schema = schemas.get(name)
      if (!schema)
        throw new SdcError(
          'BAD_OPTION',
          `there is no schema "${name}"`,
          {},
          `There are ${[...schemas.keys()].join(', ')}.`,
        )
      process.stdout.write(`${JSON.stringify(schema(), null, 2)}\n`)
    })
}
