import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { peopleCsv, sdc, workFolder } from './cli.fixture.js'

const work = workFolder()
const good = work.write('good.csv', peopleCsv())
const out = work.path('out.csv')
const file = (name: string, text: string): string => work.write(name, text)
const mask = (path: string, ...more: readonly string[]): string[] => [
  'mask',
  path,
  '--method',
  'noise/additive',
  '--columns',
  'a',
  '-o',
  out,
  ...more,
]

/** Bad input of users: the arguments, the error code, and the required message. */
const cases: readonly (readonly [string, readonly string[], string, RegExp])[] = [
  ['no such file', mask(work.path('nothing.csv')), 'FILE', /nothing\.csv/],
  [
    'a folder in which the output would be a part',
    mask(dirname(good)),
    'BAD_OPTION',
    /would be a partition of the input/,
  ],
  ['an empty file', mask(file('empty.csv', '')), 'EMPTY_FILE', /empty/],
  ['a header only', mask(file('header.csv', 'a,b\n')), 'EMPTY_FILE', /header/],
  ['a ragged row', mask(file('ragged.csv', 'a,b\n1,2\n3\n')), 'RAGGED_ROW', /line 3/],
  ['a row too long', mask(file('long.csv', 'a,b\n1,2\n3,4,5\n')), 'RAGGED_ROW', /line 3/],
  ['text in a numeric column', mask(file('text.csv', 'a,b\n1,2\nx,4\n5,6\n')), 'NOT_NUMERIC', /line 3.*x/s],
  [
    'text in a column that the schema calls numeric',
    mask(file('text2.csv', 'a,b\n1,2\nx,4\n'), '--schema', file('s.yaml', 'columns: { a: { kind: numeric } }')),
    'NOT_NUMERIC',
    /line 3/,
  ],
  ['an unknown column', mask(good), 'UNKNOWN_COLUMN', /columns are id, region, income/],
  [
    'an unknown method',
    ['mask', good, '--method', 'noise/aditive', '--columns', 'income', '-o', out],
    'UNKNOWN_METHOD',
    /Did you mean noise\/additive/,
  ],
  [
    'an unknown parameter',
    ['mask', good, '--method', 'noise/additive', '--columns', 'income', '--set', 'relativVariance=1', '-o', out],
    'BAD_PARAMETER',
    /Did you mean "relativeVariance"/,
  ],
  [
    'a parameter out of range',
    ['mask', good, '--method', 'noise/additive', '--columns', 'income', '--set', 'relativeVariance=-1', '-o', out],
    'BAD_PARAMETER',
    /> 0.*variance.*got -1/,
  ],
  [
    'text for a parameter',
    ['mask', good, '--method', 'microaggregation/mdav', '--columns', 'income', '--set', 'k=many', '-o', out],
    'BAD_PARAMETER',
    /whole number.*got "many"/,
  ],
  [
    'k > n',
    ['mask', good, '--method', 'microaggregation/mdav', '--columns', 'income', '--set', 'k=61', '-o', out],
    'TOO_FEW_RECORDS',
    /60/,
  ],
  ['a constant column', mask(file('constant.csv', 'a,b\n7,2\n7,4\n7,5\n')), 'CONSTANT_COLUMN', /"a"/],
  ['a column all missing', mask(file('missing.csv', 'a,b\n,2\nNA,4\n')), 'ALL_MISSING', /"a"/],
  ['duplicate column names', mask(file('double.csv', 'a,a\n1,2\n3,4\n')), 'DUPLICATE_COLUMN', /"a"/],
  ['no columns and no roles', ['mask', good, '--method', 'noise/additive', '-o', out], 'NO_COLUMNS', /--columns/],
  [
    'a window that moves nothing',
    ['mask', good, '--method', 'swapping/rank-swap', '--columns', 'income', '--set', 'percent=1', '-o', out],
    'NOTHING_MOVES',
    /1\.6/,
  ],
  [
    'numbers with leading zeros',
    ['mask', good, '--method', 'noise/additive', '--columns', 'id', '-o', out],
    'NOT_NUMERIC',
    /leading zero/,
  ],
  [
    'missing values that are refused',
    ['mask', good, '--method', 'microaggregation/mdav', '--columns', 'age', '-o', out],
    'MISSING_VALUES',
    /record 10/,
  ],
  [
    'a setting without a value',
    ['mask', good, '--method', 'noise/additive', '--columns', 'income', '--set', 'relativeVariance', '-o', out],
    'BAD_OPTION',
    /name=value/,
  ],
  [
    'the output over the input',
    ['mask', good, '--method', 'noise/additive', '--columns', 'income', '-o', good],
    'BAD_OPTION',
    /overwritten/,
  ],
  [
    'a schema with an unknown column',
    mask(file('ab.csv', 'a,b\n1,2\n3,4\n'), '--schema', file('s2.yaml', 'columns: { c: { role: weight } }')),
    'UNKNOWN_COLUMN',
    /"c"/,
  ],
  ['a schema that is not YAML', mask(good, '--schema', file('s3.yaml', 'columns: [')), 'BAD_PLAN', /YAML/],
  ['a plan with an unknown key', ['run', file('p.yaml', 'data: good.csv\nstep: []\n'), '-o', out], 'BAD_PLAN', /step/],
  [
    'files of different length',
    ['permutation', good, file('short.csv', 'income\n1\n2\n'), '--columns', 'income'],
    'LENGTH_MISMATCH',
    /60.*2/,
  ],
  [
    'an unknown metric',
    ['measure', good, good, '--columns', 'income', '--metrics', 'risk/dll'],
    'UNKNOWN_METRIC',
    /Did you mean risk\/dld/,
  ],
  [
    'an unknown way with small groups',
    ['mask', good, '--method', 'noise/additive', '--columns', 'income', '--small-groups', 'foo'],
    '',
    /error, keep, pooled/,
  ],
  [
    'reverse mapping without a masking',
    ['mask', good, '--method', 'reverse-map/rank', '--columns', 'income', '-o', out],
    'BAD_PLAN',
    /map a masked file back/,
  ],
  [
    'a folder that is a file',
    ['compare', good, '--columns', 'income', '--methods', 'swapping/rank-swap', '-o', good],
    'FILE',
    /is a file/,
  ],
  ['an unknown option', ['mask', good, '--metod', 'x'], '', /--method/],
  ['an unknown command', ['msk', good], '', /mask/],
]

describe('bad input', () => {
  it.each(cases)('gives exit status 2, a clear message and no output file: %s', async (_, argv, code, message) => {
    const before = readdirSync(dirname(out))
    const { status, stderr, stdout } = await sdc(...argv)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(code)
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(existsSync(out)).toBe(false)
    expect(readdirSync(dirname(out))).toEqual(before)
  })
})
