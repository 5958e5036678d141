import { describe, expect, it } from 'vitest'
import { durationText, stagedProgress, stageText } from './staged-progress.js'

function terminal(isTTY = true): { isTTY: boolean; columns: number; text: string; write: (text: string) => void } {
  return {
    isTTY,
    columns: 60,
    text: '',
    write(text) {
      this.text += text
    },
  }
}
const generation = (n: number): string => `generation ${n} of 9`

describe('progress in stages', () => {
  it('is a line that is written anew, with what is left at the pace so far, and is gone at the end', () => {
    const to = terminal()
    let now = 0
    const bar = stagedProgress(to, () => now)
    bar.at({ stage: generation(1), done: 0, tasks: 32, fraction: 0 })
    expect(to.text).toBe('')
    now = 20_000
    bar.at({ stage: generation(3), done: 16, tasks: 32, fraction: 1 / 3 })
    expect(to.text).toBe('\rgeneration 3 of 9, task 17 of 32, about 40 s left')
    now += 50
    bar.at({ stage: generation(3), done: 17, tasks: 32, fraction: 0.34 })
    now += 50
    to.text = ''
    bar.at({ stage: generation(9), done: 32, tasks: 32, fraction: 0.999 })
    expect(to.text).toMatch(/^\rgeneration 9 of 9, task 32 of 32, about 1 s left +$/)
    to.text = ''
    bar.done()
    bar.done()
    expect(to.text).toMatch(/^\r +\r$/)
  })

  it('counts only what it saw being done, and says nothing of what is left before it knows', () => {
    const to = terminal()
    let now = 0
    const bar = stagedProgress(to, () => now)
    bar.at({ stage: generation(5), done: 0, tasks: 32, fraction: 0.5 })
    now = 2000
    bar.at({ stage: generation(5), done: 0, tasks: 32, fraction: 0.505 })
    expect(to.text).toBe('\rgeneration 5 of 9, task 1 of 32')
    now = 10_000
    bar.at({ stage: generation(6), done: 3, tasks: 32, fraction: 0.6 })
    expect(to.text).toContain('about 40 s left')
  })

  it('is nothing where stderr is no terminal, and no longer than its line', () => {
    const log = terminal(false)
    let now = 0
    const silent = stagedProgress(log, () => now)
    const bar = stagedProgress(Object.assign(log, {}), () => now)
    now = 5000
    silent.at({ stage: generation(3), done: 1, tasks: 32, fraction: 0.5 })
    silent.done()
    expect(log.text).toBe('')
    log.isTTY = true
    bar.at({ stage: 'x'.repeat(100), done: 1, tasks: 32, fraction: 0.5 })
    expect(log.text).toBe(`\r${'x'.repeat(59)}`)
  })

  it('says times as people do', () => {
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
    expect(stageText({ stage: 'confirming', done: 0, tasks: 5, fraction: 0 }, undefined)).toBe(
      'confirming, task 1 of 5',
    )
  })
})
