import { describe, expect, it } from 'vitest'
import { readPtable } from './read-ptable.js'

const read = (text: string): ReturnType<typeof readPtable> =>
  readPtable({ name: 'p.csv', content: new TextEncoder().encode(text) })

const plain = [
  { count: 0, v: 0, p: 1 },
  { count: 1, v: -1, p: 0.25 },
  { count: 1, v: 1, p: 0.75 },
]

describe('a p-table from a file', () => {
  it.each<[string, string]>([
    ['count, v, p', 'count,v,p\n0,0,1\n1,-1,.25\n1,1,.75\n'],
    ['other columns, in another order, padded', ' P , type, v,COUNT\n1,all,0, 0\n 0.25,all,-1,1\n.75,all,1,1\n'],
    ['as R writes it with semicolons and decimal commas', 'count;v;p\n0;0;1\n1;-1;0,25\n1;1;0,75\n'],
    [
      'i, j, p, v and limits',
      '"i","j","p","v","p_int_lb","p_int_ub"\n0,0,1,0,0,1\n1,0,0.25,-1,0,0.25\n1,2,0.75,1,0.25,1\n',
    ],
    ['limits alone', 'i,v,p_int_ub\n0,0,1\n1,-1,0.25\n1,1,1\n'],
    ['a byte order mark, and rows of a count apart', '\uFEFFcount,v,p\n1,-1,.25\n0,0,1\n1,1,.75\n'],
  ])('in the form %s', (_, text) => {
    const lines = [...read(text)]
    expect(lines.sort((a, b) => a.count - b.count || a.v - b.v)).toEqual(plain)
  })

  it('keeps the order of its rows', () => {
    expect(read('count,v,p\n0,0,1\n1,1,.75\n1,-1,.25\n')).toEqual([plain[0], plain[2], plain[1]])
  })

  it.each<[string, string, RegExp, number | undefined]>([
    ['no column v', 'count,p\n0,1\n', /no column "v"/, undefined],
    ['no probabilities', 'i,v,p_int_lb\n0,0,0\n', /no column "p"/, undefined],
    ['no header', '0,0,1\n1,0,1\n', /no column "count"/, undefined],
    ['no rows', 'count,v,p\n', /a header and no rows/, undefined],
    ['a word', 'count,v,p\n0,0,1\n1,0,one\n', /row 2: p is "one", not a number/, 2],
    ['an empty cell', 'count,v,p\n0,0,1\n1,,1\n', /row 2: v is "", not a number/, 2],
    ['j that is not i + v', 'i,j,v,p\n0,0,0,1\n1,1,1,1\n', /row 2: j is 1, and i \+ v is 2/, 2],
    [
      'limits in another order',
      'i,v,p_int_lb,p_int_ub\n0,0,0,1\n1,1,.25,1\n1,-1,0,.25\n',
      /row 2: p_int_lb is 0.25/,
      2,
    ],
    [
      'p that is not its limits',
      'i,v,p,p_int_ub\n0,0,1,1\n1,0,.5,1\n',
      /row 2: p is 0.5, and its limits are 1 apart/,
      2,
    ],
    ['limits that end early', 'i,v,p_int_ub\n0,0,1\n1,0,.9\n', /a count of 1 \(from row 2\) sum to 0.9, not 1/, 2],
    ['limits that fall', 'i,v,p_int_ub\n0,0,1\n1,-1,.9\n1,0,.2\n1,1,1\n', /row 3: p is -0.7/, 3],
    ['a count without a row', 'count,v,p\n0,0,1\n2,0,1\n', /no row for a count of 1/, 2],
  ])('is refused with its file, the row and a remedy: %s', (_, text, message, row) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: 'BAD_PARAMETER',
        message: expect.stringMatching(message),
        fix: expect.stringMatching(/./),
        place: expect.objectContaining({ parameter: 'ptable', file: 'p.csv', row }),
      }),
    )
  })
})
