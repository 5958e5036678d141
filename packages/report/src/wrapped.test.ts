import { describe, expect, it } from 'vitest'
import { painted, type Screen } from './screen.js'
import { textTable } from './text-table.js'
import { flowed } from './wrapped.js'

const screen: Screen = { width: 40, colour: true, all: false, wraps: true }

describe('flowed', () => {
  it('leaves a coloured table unchanged, since it already has the width of the screen', () => {
    const rows = [['risk/a', '12 %']]
    const table = textTable(
      [
        { name: 'metric', align: 'left' },
        { name: 'value', align: 'right' },
      ],
      rows,
      { screen, paint: () => 'yellow' },
    )
    expect(table).toContain(painted('risk/a', 'yellow', screen))
    expect(flowed(table, screen, '  ')).toBe(table)
    const full = painted('─'.repeat(40), 'dim', screen)
    expect(flowed(full, screen, '  ')).toBe(full)
  })

  it('removes all other control sequences', () => {
    const escape = String.fromCodePoint(27)
    expect(flowed(`a${escape}[2Jb${escape}]0;c\u0007d`, screen)).toBe('a [2Jb ]0;c d')
  })
})
