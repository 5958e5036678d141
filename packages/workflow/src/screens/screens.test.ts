import { wordOptions } from '@sdc/core'
import fc from 'fast-check'
import { displayWidth, fileScreen, type Screen } from '@sdc/report/tables'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { screens } from './screens.fixture.js'

const terminal = (width: number, colour: boolean): Screen => ({ width, colour, all: false, wraps: true })
const plain = { column: 'income', label: 'k' }

const cases = Object.entries(screens)

beforeAll(() => wordOptions((name, value) => (value === undefined ? `--${name}` : `--${name} ${value}`)))
afterAll(() => wordOptions((name, value) => (value === undefined ? name : `${name}: ${value}`)))

describe('printed results', () => {
  it.each(
    cases.flatMap(([name, text]) =>
      [80, 200].flatMap((width) => [false, true].map((colour) => ({ name, text, width, colour }))),
    ),
  )('$name on $width columns, colour $colour, equals the reviewed text', async ({ name, text, width, colour }) => {
    const file = `./shown/${name}-${width}${colour ? '-colour' : ''}.txt`
    await expect(`${text(terminal(width, colour), plain)}\n`).toMatchFileSnapshot(file)
  })

  it('are never wider than the terminal, whatever the names of columns and levels', () => {
    const name = fc.oneof(
      fc.constantFrom(
        '収入と支出の合計',
        '👨‍👩‍👧‍👦 family 👍🏽',
        'x'.repeat(200),
        'naïve é',
        '한국어 '.repeat(12),
        'a\nb\u001B[2Jc',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((one) => !/[/\\]/.test(one)),
    )
    const width = fc.integer({ min: 60, max: 200 })
    fc.assert(
      fc.property(
        name,
        name,
        width,
        fc.boolean(),
        fc.constantFrom(...cases),
        (column, label, cells, colour, [, text]) => {
          for (const line of text(terminal(cells, colour), { column, label }).split('\n'))
            expect(displayWidth(line), line).toBeLessThanOrEqual(cells)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('have the same text with and without colour, which carries no information of its own', () => {
    for (const [, text] of cases) {
      const coloured = text(terminal(80, true), plain)
      const paint = new RegExp(`${String.fromCodePoint(27)}\\[\\d+m`, 'g')
      expect(coloured).toMatch(paint)
      expect(coloured.replace(paint, '')).toBe(text(terminal(80, false), plain))
    }
  })

  it('begin with a table of at most 12 lines', () => {
    for (const name of ['measure', 'compare']) {
      const [first] = screens[name](terminal(80, false), plain).split('\n\n')
      // One more line may be above the table (the measures) or below it (the meanings of marks).
      expect(first.split('\n').length, name).toBeLessThanOrEqual(13)
    }
  })

  it('are complete in a file, and on a terminal with --all', () => {
    for (const [name, text] of cases) {
      const file = text(fileScreen, plain)
      expect(file, name).not.toMatch(/…|no room/)
      expect(text({ ...terminal(60, false), all: true }, plain), name).not.toMatch(/…|no room/)
    }
  })

  it('leave out candidates of a comparison and say so, except with --all', () => {
    const shown = (screen: Screen): string => screens.compare(screen, plain)
    expect(shown(terminal(80, false))).toMatch(/22 plans measured: --all/)
    expect(shown(terminal(80, false)).match(/^.{2} {2}(MDAV|additive noise)/gm)).toHaveLength(4)
    const plans = /^.{2} {2}(microaggregation|noise)\//gm
    expect(shown({ ...terminal(200, false), all: true }).match(plans)).toHaveLength(22)
    expect(shown(fileScreen).match(/^not possible/gm)).toHaveLength(2)
  })
})
