import { expect, it } from 'vitest'
import { onceARun } from './once-a-run.js'
import { paperOptions } from './options.fixture.js'

it('makes what tables share once for the same options, and anew for others', async () => {
  let made = 0
  const counted = onceARun(async ({ seed }) => `${seed} ${++made}`)
  const [first, second] = [paperOptions({ seed: 'a' }), paperOptions({ seed: 'b' })]
  expect(await Promise.all([counted(first), counted(first)])).toEqual(['a 1', 'a 1'])
  expect(await counted(second)).toBe('b 2')
  expect(await counted(first)).toBe('a 1')
})
