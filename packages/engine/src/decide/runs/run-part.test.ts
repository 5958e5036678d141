import { seededRng } from '@sdc/core'
import { ruleFindings } from '@sdc/rules'
import { expect, it } from 'vitest'
import { rolesOf } from '../../bind/roles.js'
import type { Part } from '../../compare/part.js'
import { parseStep } from '../../plan/plan.js'
import { numbers, registry } from '../../testing/fake-methods.js'
import { joinParts } from './join-parts.js'
import { pairFiles, runPart, type PartGround } from './run-part.js'

it('keeps rules between columns that two parts mask', async () => {
  const rng = seededRng('stays')
  const from = Array.from({ length: 200 }, () => 10 * rng.uniform())
  const original = numbers({ from, to: from.map((value) => value + rng.uniform()) })
  const schema = { columns: {}, rules: ['from <= to'] }
  const roles = rolesOf(original, schema)
  const ground: PartGround = { registry, original, schema, roles, rng, tick: () => undefined }
  const sample = { replicate: 1, rng, rows: undefined, original, prepared: new Map() }
  const run = async (side: Part['side'], column: string): ReturnType<typeof runPart> => {
    const steps = [parseStep({ use: 'fake/noise', columns: [column], params: { share: 0.5 } })]
    return runPart(ground, sample, { side, kind: 'perturbed', label: column, steps, varied: {} })
  }
  const [keys, values] = [await run('keys', 'from'), await run('values', 'to')]
  if ('error' in keys || 'error' in values) throw new Error('both parts run')
  const broken = (files: Parameters<typeof ruleFindings>[1]): number | undefined =>
    ruleFindings(original, files, roles)?.broken
  const side = ({ run: { files, columns } }: typeof keys): Parameters<typeof joinParts>[1] => ({
    file: files[0],
    columns,
  })
  const joined = joinParts(original, side(keys), side(values))
  // Each part keeps the rule with the original values of the other part.
  expect([broken(keys.run.files), broken(values.run.files)]).toEqual([0, 0])
  expect(joined && broken([joined])).toBeGreaterThan(0)
  expect(broken(pairFiles(ground, sample, keys, values))).toBe(0)
})
