import { describe, expect, it } from 'vitest'
import { screenOf } from './screen.js'

const terminal = { isTTY: true, columns: 80 }

describe('screenOf', () => {
  it('has the width of the terminal, and 100 if it is unknown', () => {
    expect(screenOf({}, terminal, {})).toEqual({ width: 80, colour: true, all: false, wraps: true })
    expect(screenOf({}, {}, {})).toEqual({ width: 100, colour: false, all: false, wraps: false })
    // A terminal without a known size reports 0.
    expect(screenOf({}, { isTTY: true, columns: 0 }, {})).toMatchObject({ width: 100, wraps: false })
    expect(screenOf({}, { isTTY: true, columns: 3 }, {})).toMatchObject({ width: 40 })
    expect(screenOf({ all: true }, terminal, {})).toMatchObject({ width: 80, all: true })
  })

  it.each([
    [terminal, {}, true],
    [terminal, { NO_COLOR: '1' }, false],
    [terminal, { NO_COLOR: '' }, true],
    [terminal, { TERM: 'dumb' }, false],
    [terminal, { FORCE_COLOR: '0' }, false],
    [{}, { FORCE_COLOR: '1' }, true],
    [{}, { FORCE_COLOR: '' }, false],
    [{}, { FORCE_COLOR: '1', TERM: 'dumb' }, true],
    [terminal, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('has colour for %j with %j: %s', (stream, environment, colour) => {
    expect(screenOf({}, stream, environment).colour).toBe(colour)
  })
})
