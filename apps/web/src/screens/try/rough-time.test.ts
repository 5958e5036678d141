import { expect, it } from 'vitest'
import { roughTime, usualTime } from './rough-time.js'

it('grows with runs and records, decreases with threads, and grows with the file alone if it is large', () => {
  const census = { runs: 100, records: 1080, columns: 13 }
  expect(roughTime(census)).toBe('likely 9 s to 84 s')
  expect(roughTime(census, 4)).toBe('likely 2 s to 21 s')
  expect(roughTime({ ...census, records: 4 * 1080 })).toBe('likely 75 s to 11 min')
  expect(roughTime({ ...census, runs: 2 })).toBe('a few seconds')
  expect(roughTime({ runs: 1, records: 1_000_000, columns: 5 })).toBe('likely 19 s to 3 min')
  expect(roughTime({ runs: 20, records: 1_000_000, columns: 5 })).toBe('likely 6 min to 57 min')
})

it('grows slowly with the records for the default candidates, and with a search', () => {
  const [census, large] = [
    { records: 1080, columns: 12 },
    { records: 100_000, columns: 12 },
  ]
  expect(usualTime(census, false)).toBe('likely 5 s to 38 s')
  expect(usualTime(census, true)).toBe('likely 10 s to 77 s')
  expect(usualTime(large, false)).toBe('likely 20 s to 3 min')
})
