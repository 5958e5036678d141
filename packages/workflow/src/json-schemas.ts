import * as z from 'zod'
import { didYouMean, SdcError } from '@sdc/core'
import { fileJsonSchema, planJsonSchema } from '@sdc/engine'
import {
  anonymizeOutput,
  recodingForm,
  gateOutput,
  measureOutput,
  optimizeOutput,
  policyForm,
  maskOutput,
  reverseMapOutput,
} from '@sdc/release'
import { attackInversionOutput, attackLinkageOutput, attackRepeatedOutput, attackRunOutput } from './attack/output.js'
import {
  attacksOutput,
  checkOutput,
  methodsOutput,
  metricsOutput,
  servicesOutput,
  tablesOutput,
} from './catalogue/output.js'
import { combineOutput } from './combine/output.js'
import { compareOutput } from '@sdc/search'
import { estimateOutput, inspectOutput, riskOutput } from '@sdc/inspect'
import { permutationOutput, permutationVerifyOutput } from './permutation/output.js'
import { rulesCheckOutput } from './rules/output.js'
import { serviceAskOutput, serviceLogOutput } from './service/output.js'
import { serviceFileForm } from './service/service-file.js'
import {
  tableAttackOutput,
  tableConsistentOutput,
  tableAuditOutput,
  tableProtectOutput,
  tableDescriptionForm,
} from '@sdc/tables'
import { calibrateOutput } from './weights/output.js'

/** Schemas of the JSON for programs; they are stable, and tests compare them with the output. */
const schemas: ReadonlyMap<string, () => unknown> = new Map([
  ['plan', planJsonSchema],
  ['file', fileJsonSchema],
  ['policy', () => z.toJSONSchema(policyForm, { io: 'input' })],
  ['compare', () => z.toJSONSchema(compareOutput, { io: 'input' })],
  ...Object.entries({
    anonymize: anonymizeOutput,
    recoding: recodingForm,
    inspect: inspectOutput,
    risk: riskOutput,
    mask: maskOutput,
    run: maskOutput,
    'reverse-map': reverseMapOutput,
    measure: measureOutput,
    gate: gateOutput,
    combine: combineOutput,
    'weights-calibrate': calibrateOutput,
    'rules-check': rulesCheckOutput,
    estimate: estimateOutput,
    methods: methodsOutput,
    metrics: metricsOutput,
    services: servicesOutput,
    tables: tablesOutput,
    attacks: attacksOutput,
    check: checkOutput,
    service: serviceFileForm,
    'service-ask': serviceAskOutput,
    'service-log': serviceLogOutput,
    'attack-inversion': attackInversionOutput,
    'attack-linkage': attackLinkageOutput,
    'attack-repeated': attackRepeatedOutput,
    'attack-run': attackRunOutput,
    optimize: optimizeOutput,
    table: tableDescriptionForm,
    'table-protect': tableProtectOutput,
    'table-audit': tableAuditOutput,
    'table-attack': tableAttackOutput,
    'table-consistent': tableConsistentOutput,
    permutation: permutationOutput,
    'permutation-verify': permutationVerifyOutput,
  }).map(([name, schema]) => [name, () => z.toJSONSchema(schema)] as const),
])

/** Names accepted by `jsonSchemaOf`. */
export const schemaNames: readonly string[] = [...schemas.keys()]

/** Returns the JSON Schema of a plan or of a result; throws BAD_OPTION. */
export function jsonSchemaOf(name: string): unknown {
  const schema = schemas.get(name)
  if (schema) return schema()
  const fix = `${didYouMean(name, schemaNames)}There are ${schemaNames.join(', ')}.`
  throw new SdcError('BAD_OPTION', `there is no schema "${name}"`, {}, fix)
}
