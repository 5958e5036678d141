import { describe, expect, it } from 'vitest'
import { fitHelp } from './fit-help.js'

describe('a help text in a terminal', () => {
  it('is unchanged if it fits', () => {
    const text = '\nExamples:\n  sdc mask a.csv   what it does\n\n  more'
    expect(fitHelp(text, 40)).toBe(text)
  })

  it('treats each line as a paragraph', () => {
    const long = 'word '.repeat(18).trim()
    const lines = Array<string>(3).fill('word '.repeat(6).trim())
    expect(fitHelp(`${long}\n${long}`, 30)).toBe([...lines, ...lines].join('\n'))
  })

  it('breaks examples between options, so that they can be copied', () => {
    expect(fitHelp('  sdc mask data.csv --method a/b --columns x,y --set k=5 -o masked.csv', 40)).toBe(
      ['  sdc mask data.csv --method a/b \\', '      --columns x,y --set k=5 \\', '      -o masked.csv'].join('\n'),
    )
  })

  it('keeps the second column', () => {
    expect(fitHelp('  p=15%     a respondent could compute another one', 34)).toBe(
      ['  p=15%     a respondent could', '            compute another one'].join('\n'),
    )
  })

  it('has no line that is too long, for any words', () => {
    const text = `  ${'ab cd  '.repeat(9)}\n${'x '.repeat(90)}\n  sdc a ${'--b c '.repeat(30)}`
    for (const width of [30, 60, 79])
      for (const line of fitHelp(text, width).split('\n')) expect(line.length).toBeLessThanOrEqual(width)
  })
})
