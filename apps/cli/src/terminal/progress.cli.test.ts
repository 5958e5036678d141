import { afterEach, describe, expect, it } from 'vitest'
import { durationText, elapsedText } from './durations.js'
import { progress } from './progress.js'
import { beQuiet } from './quiet.js'

interface FakeTerminal {
  isTTY: boolean
  columns: number
  text: string
  write(text: string): void
}

function terminal(isTTY = true): FakeTerminal {
  return {
    isTTY,
    columns: 90,
    text: '',
    write(text) {
      this.text += text
    },
  }
}
const generation = (n: number): string => `generation ${n} of 9`
afterEach(() => beQuiet(false))

describe('progress', () => {
  it('is a line that is rewritten, with an estimate of the remaining time, and removed at the end', () => {
    const output = terminal()
    let now = 0
    const bar = progress('searching', { output, clock: () => now })
    bar.at({ stage: generation(1), done: 0, tasks: 32, fraction: 0 })
    expect(output.text).toBe('')
    now = 20_000
    bar.at({ stage: generation(3), done: 16, tasks: 32, fraction: 1 / 3 })
    expect(output.text).toBe('searching: generation 3 of 9, task 17 of 32, 20 s, about 40 s left\r')
    now += 50
    bar.at({ stage: generation(3), done: 17, tasks: 32, fraction: 0.34 })
    now += 50
    output.text = ''
    bar.at({ stage: generation(9), done: 32, tasks: 32, fraction: 0.999 })
    expect(output.text).toMatch(/^searching: generation 9 of 9, task 32 of 32, 20 s, about 1 s left +\r$/)
    output.text = ''
    bar.done()
    bar.done()
    expect(output.text).toMatch(/^ +\r$/)
  })

  it('names the running candidate, and the later stages without an unknown time', () => {
    const output = terminal()
    let now = 0
    const bar = progress('comparing', { output, clock: () => now })
    bar.at({ stage: 'a', fraction: 0 })
    now = 65_000
    bar.at({ stage: 'mdav k=5', unit: 'candidate', done: 16, tasks: 96, fraction: 0.2 })
    expect(output.text).toBe('comparing: mdav k=5, candidate 17 of 96, 1 min 5 s, about 4 min left\r')
    output.text = ''
    now = 70_000
    bar.at({ stage: 'the choice', fraction: 1 })
    expect(output.text.trim()).toBe('comparing: the choice, 1 min 10 s')
  })

  it('names the current work and its share, each stage at its own pace', () => {
    const output = terminal()
    let now = 0
    const bar = progress('protecting', { output, clock: () => now })
    bar.tick(0, 'rules')
    now = 9000
    bar.tick(0.9, 'rules')
    expect(output.text).toBe('protecting: rules, 90 %, 9 s, about 1 s left\r')
    now = 10_000
    bar.tick(0, 'audit')
    now = 20_000
    output.text = ''
    bar.tick(0.5, 'audit')
    expect(output.text.trim()).toBe('protecting: audit, 50 %, 20 s, about 10 s left')
  })

  it('uses only observed progress, and gives no estimate before that', () => {
    const output = terminal()
    let now = 0
    const bar = progress('searching', { output, clock: () => now })
    bar.at({ stage: generation(5), done: 0, tasks: 32, fraction: 0.5 })
    now = 2000
    bar.at({ stage: generation(5), done: 0, tasks: 32, fraction: 0.505 })
    expect(output.text).toBe('searching: generation 5 of 9, task 1 of 32, 2 s\r')
    now = 10_000
    bar.at({ stage: generation(6), done: 3, tasks: 32, fraction: 0.6 })
    expect(output.text).toContain('about 40 s left')
  })

  it('is an occasional line in a log, less often the longer it takes', () => {
    const output = terminal(false)
    let now = 0
    const bar = progress('searching', { output, clock: () => now })
    for (; now <= 400_000; now += 1000) bar.at({ stage: 'x'.repeat(100), done: 1, tasks: 32, fraction: now / 800_000 })
    bar.done()
    const lines = output.text.trimEnd().split('\n')
    expect(lines.slice(0, 2)).toEqual([
      `searching: ${'x'.repeat(100)}, task 2 of 32, 10 s, about 13 min left`,
      `searching: ${'x'.repeat(100)}, task 2 of 32, 20 s, about 13 min left`,
    ])
    expect(lines.length).toBeGreaterThan(15)
    expect(lines.length).toBeLessThan(30)
  })

  it('is empty with --quiet, and fits its line', () => {
    const output = terminal()
    let now = 0
    const bar = progress('searching', { output, clock: () => now })
    const state = { stage: 'x'.repeat(100), done: 1, tasks: 32, fraction: 0.5 }
    now = 5000
    beQuiet(true)
    bar.at(state)
    expect(output.text).toBe('')
    beQuiet(false)
    bar.at(state)
    expect(output.text).toBe(`searching: ${'x'.repeat(58)}…, task 2 of 32, 5 s\r`)
    output.columns = 30
    now = 6000
    output.text = ''
    bar.at(state)
    expect(output.text.trim()).toBe('searching: xxxxxxx…, task 2 …')
  })

  it('formats times for people', () => {
    const times: [number, string][] = [
      [0, '1 s'],
      [999, '1 s'],
      [9100, '9 s'],
      [10499, '10 s'],
      [16000, '20 s'],
      [44000, '40 s'],
      [94000, '90 s'],
      [95000, '2 min'],
      [3540000, '59 min'],
      [3599000, '1 h'],
      [3900000, '1 h 10 min'],
      [7100000, '2 h'],
      [7800000, '2 h 10 min'],
    ]
    expect(times.map(([time]) => durationText(time))).toEqual(times.map(([, text]) => text))
    expect([0, 59_999, 60_000, 3_599_000, 3_600_000].map(elapsedText)).toEqual([
      '0 s',
      '59 s',
      '1 min 0 s',
      '59 min 59 s',
      '1 h 0 min',
    ])
  })
})
