import { seededRng } from '@sdc/core'
import { expect, it } from 'vitest'
import { tracedRng } from '@sdc/testing/traced-rng'
import { reverseMap } from './reverse-map.js'

it('ties of the masked values are drawn from their own stream, and from none if they follow the records', () => {
  const [x, y] = [Float64Array.of(1, 2, 3, 4), Float64Array.of(5, 5, 6, 6)]
  const { rng, drawn } = tracedRng(seededRng(1))
  reverseMap(x, y, { rng })
  expect([...drawn]).toEqual(['ties/0'])
})
