import { expect, it } from 'vitest'
import { roughTime } from './rough-time.js'

it('grows with runs and records, shrinks with threads, and says nothing of large files', () => {
  const census = { runs: 100, records: 1080, columns: 13 }
  expect(roughTime(census)).toBe('likely 9 s to 84 s')
  expect(roughTime(census, 4)).toBe('likely 2 s to 21 s')
  expect(roughTime({ ...census, records: 4 * 1080 })).toBe('likely 75 s to 11 min')
  expect(roughTime({ ...census, runs: 2 })).toBe('a few seconds')
  expect(roughTime({ ...census, records: 1_000_000 })).toBe('how long it takes is said once it runs')
})
