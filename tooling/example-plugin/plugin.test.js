import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataset, maskInput, numeric, resolveParams, seededRng } from '@sdc/core'
import { checkPlugin } from '@sdc/test-kit'
import { maskByPlan } from '@sdc/toolkit'
import plugin, { randomRound } from 'sdc-plugin-example'

test('the plugin passes the conformance suite', async () => {
  const checks = await checkPlugin(plugin)
  assert.deepEqual(
    checks.filter(({ ok }) => !ok),
    [],
  )
  assert.ok(checks.length > 30)
})

test('every value becomes a multiple of the base less than the base away', async () => {
  const data = dataset([['income', numeric(Float64Array.from({ length: 50 }, (_, i) => 3 * i))]])
  const params = resolveParams(randomRound.params, { base: 10 })
  const { files } = await maskByPlan(randomRound, maskInput(data, { params, rng: seededRng(1) }))
  const masked = files[0].columns.get('income')
  assert.ok(masked?.kind === 'numeric')
  assert.ok(masked.values.every((value, i) => value % 10 === 0 && Math.abs(value - 3 * i) < 10))
})
