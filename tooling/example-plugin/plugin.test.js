import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRng } from '@sdc/core'
import { checkPlugin } from '@sdc/test-kit'
import plugin, { exchangeNeighbours } from 'sdc-plugin-example'

test('the plugin passes the conformance suite', async () => {
  const checks = await checkPlugin(plugin)
  assert.deepEqual(
    checks.filter(({ ok }) => !ok),
    [],
  )
  assert.ok(checks.length > 30)
})

test('no value moves by more ranks than exchanges', () => {
  const values = Float64Array.from({ length: 50 }, (_, i) => i)
  for (const times of [1, 2, 7]) {
    const masked = exchangeNeighbours(values, times, seededRng(times))
    assert.deepEqual(masked.slice().sort(), values)
    assert.ok(masked.every((value, i) => Math.abs(value - i) <= times))
  }
})
