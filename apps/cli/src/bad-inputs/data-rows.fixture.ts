import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import type { Row, Setting } from './row.fixture.js'
import { dataSlots } from './slots.fixture.js'

type Bad = readonly [what: string, path: string, code: string, message: RegExp]

/** Files that are not tables, at every place where a command reads one. */
export function dataRows(setting: Setting): Row[] {
  const bad = badFiles(setting)
  return dataSlots(setting).flatMap(([command, argv]) =>
    bad.map(([what, path, code, message]): Row => [`${command}: ${what}`, argv(path), code, message]),
  )
}

function badFiles({ work, good }: Setting): Bad[] {
  const bytes = (name: string, content: Uint8Array): string => {
    writeFileSync(work.path(name), content)
    return work.path(name)
  }
  mkdirSync(work.path('folder'))
  symlinkSync(work.path('circle.csv'), work.path('circle.csv'))
  const utf16 = Buffer.from('\uFEFFincome,tax\n1,2\n3,4\n', 'utf16le').subarray(0, -1)
  const sav = Buffer.from(`$FL2${' '.repeat(70)}`)
  const latin1 = Buffer.from('income,tax\n1,2\nM\xfcller,4\n', 'latin1')
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  return [
    [
      'a file that is not there',
      work.path('nothing.csv'),
      'FILE',
      /nothing\.csv cannot be read: there is no such file/,
    ],
    ['a folder', work.path('folder'), 'FILE', /folder cannot be read: it is a folder/],
    ['a path through a file', `${good}/x.csv`, 'FILE', /a part of its path is a file/],
    ['a name too long', work.path(`${'n'.repeat(300)}.csv`), 'FILE', /its name is too long/],
    ['a link in a circle', work.path('circle.csv'), 'FILE', /its symbolic links form a cycle/],
    ['an empty file', work.write('empty.csv', ''), 'EMPTY_FILE', /is empty/],
    ['blank lines', work.write('blank.csv', '\n\n\n'), 'EMPTY_FILE', /is empty/],
    ['a byte order mark', work.write('bom.csv', '\uFEFF'), 'EMPTY_FILE', /is empty/],
    [
      'a header only',
      work.write('header.csv', 'income,tax\n'),
      'EMPTY_FILE',
      /a header \(income, tax\) but no records/,
    ],
    [
      'a short line',
      work.write('short.csv', 'income,tax\n1,2\n3\n'),
      'RAGGED_ROW',
      /line 3 has 1 cell.*the header has 2/,
    ],
    ['a long line', work.write('long.csv', 'income,tax\n1,2\n3,4,5\n'), 'RAGGED_ROW', /line 3 has 3 cells/],
    ['an empty line', work.write('gap.csv', 'income,tax\n1,2\n\n3,4\n'), 'RAGGED_ROW', /line 3 is empty/],
    [
      'an open quote',
      work.write('open.csv', 'income,tax\n1,2\n"3,4\n5,6\n'),
      'FILE',
      /line 3: the quote .*never closed/,
    ],
    [
      'text after a quote',
      work.write('after.csv', 'income,tax\n1,"2"x\n3,4\n'),
      'FILE',
      /line 2: text follows the closing/,
    ],
    ['a NUL', work.write('nul.csv', 'income,tax\n1,2\n3,\0\n'), 'FILE', /line 3 holds a NUL/],
    ['UTF-16 cut within a letter', bytes('utf16.csv', utf16), 'FILE', /no character in utf-16le/],
    ['an SPSS file that is cut', bytes('cut.sav', sav), 'FILE', /cut\.sav is damaged at byte/],
    ['Latin-1', bytes('latin1.csv', latin1), 'FILE', /line 3: this is not UTF-8/],
    ['a picture', bytes('picture.csv', png), 'FILE', /line 1: this is not UTF-8/],
    [
      'two columns of one name',
      work.write('twice.csv', 'income,income\n1,2\n3,4\n'),
      'DUPLICATE_COLUMN',
      /both named "income"/,
    ],
    ['a column without a name', work.write('nameless.csv', 'income,\n1,2\n3,4\n'), 'FILE', /column 2 has no name/],
    [
      'no header',
      work.write('headless.csv', '31,6\n12,2\n55,14\n'),
      'FILE',
      /line 1 looks like a record.*--no-header/s,
    ],
    ['a first record for a header', work.write('mixed.csv', 'north,6,7\nsouth,2,4\n'), 'FILE', /looks like a record/],
    [
      'points that may be thousands',
      work.write('points.csv', 'income;tax\n1.234;5\n999;7\n'),
      'NOT_NUMERIC',
      /1\.234 may mean 1234 or 1\.234.*decimal: '\.'/s,
    ],
    [
      'tabs and thousands',
      work.write('tabs.csv', 'income\ttax\n12.500\t5\n7\t7\n'),
      'NOT_NUMERIC',
      /12\.500 may mean 12500/,
    ],
  ]
}
