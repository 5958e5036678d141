import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { countsOf, findings, findingsIn } from './check.js'
import { patterns } from './patterns.js'
import { sentencesOfText } from './sentences.js'

describe('plain English', () => {
  it('no text has a finding', () => {
    const all = findings(fileURLToPath(new URL('../../', import.meta.url)))
    const advice = 'see `node tooling/scripts/words.mjs`'
    expect(
      all.map(({ file, line, pattern, sentence }) => `${file}:${line}  ${pattern}  ${sentence}`),
      advice,
    ).toEqual([])
  })

  it('counts findings by kind and package', () => {
    const finding = { line: 1, pattern: 'is no', sentence: '' }
    const counts = countsOf([
      { kind: 'comments', file: 'packages/core/src/a.ts', ...finding },
      { kind: 'comments', file: 'packages/core/src/b.ts', ...finding },
      { kind: 'markdown', file: 'docs/a.md', ...finding },
    ])
    expect(counts).toEqual({ comments: { 'packages/core': 2 }, markdown: { docs: 1 } })
  })
})

const found = (text: string): string[] => findingsIn('README.md', text).map(({ pattern }) => pattern)

/** A sentence for each pattern, and one in plain English or with a correct use of the words. */
const planted: readonly (readonly [pattern: string, wrong: string, right: string])[] = [
  ['opens with What', 'What the method keeps.', 'Moments that the method keeps.'],
  ['opens with How', 'How many records the group has.', 'Number of records in the group.'],
  ['opens with Whether', 'Whether it draws random numbers.', 'True if it draws random numbers.'],
  ['opens with Where', 'Where no role is given, all columns are used.', 'If no role is given, all columns are used.'],
  ['opens with Of', 'Of 109 candidates it chooses one.', 'It chooses one of 109 candidates.'],
  ['opens with Who', 'Who knows `k` can undo it.', 'An intruder who knows `k` can undo it.'],
  ['opens with That', 'That the file is sorted is checked.', 'The command checks that the file is sorted.'],
  ['of which', 'Columns of which the mean is kept.', 'Columns whose mean is kept.'],
  ['is no', 'A missing value is no number.', 'There is no number, and the value is no longer missing.'],
  ['goes out', 'The column goes out unchanged.', 'The column is released unchanged; work goes on, not out.'],
  ['whoever', 'It tells whoever asks.', 'It tells anybody who asks.'],
  ['is told', 'The user is told why.', 'The message tells the user why.'],
  ['for who', 'It is for who signs a release.', 'It is for the person who signs a release.'],
  ['what is … is', 'The run skips it: what is done already is not repeated.', 'It shows what is done, and is quick.'],
  ['stands in', 'The value stands in the manifest.', 'A mean stands in for a missing value.'],
  ['as they are', 'Given columns count as they are.', 'It reads numbers as they are computed.'],
  ['beside', 'It writes a log beside the file.', 'It writes a log next to the file, and nothing besides.'],
  ['doors', 'The column is an open door.', 'The unmasked column discloses a masked one.'],
  ['held to', 'The value is held to a limit.', 'The value must not exceed a limit that is held in memory.'],
  ['arms', 'A small window arms an intruder.', 'A small window helps an intruder. The farms differ.'],
  ['given away', 'It gives the original value away.', 'It discloses the original value; keep away from it.'],
  ['leaves the house', 'The file leaves the house.', 'The file is released to every household.'],
  ['in parts', 'It masks the file in parts.', 'It masks the file out of core; this holds in part.'],
  ['readings', 'Readings of the file come first.', 'Reading the file comes first.'],
  ['what is lost', 'It minimises what is lost.', 'It minimises information loss, so nothing is lost.'],
  ['the store', 'It resumes from the store.', 'It resumes from the work folder. Stores and shops differ.'],
  [
    'over 35 words',
    `The method keeps the ${'mean and the '.repeat(11)}sum.`,
    `It is ${'a fact. It is '.repeat(20)}short.`,
  ],
]

describe('patterns', () => {
  it.each(planted)('%s', (pattern, wrong, right) => {
    expect(found(wrong)).toEqual([pattern])
    expect(found(right)).toEqual([])
  })

  it('have a test sentence each', () => {
    expect(patterns.map(({ name }) => name).filter((name) => planted.every(([one]) => one !== name))).toEqual([])
  })

  it('allow a question as a heading', () => {
    expect(found('## What do the risks mean?')).toEqual([])
    expect(found('What do the risks mean?')).toEqual(['opens with What'])
    expect(found('## What the risks mean')).toEqual(['opens with What'])
  })
})

const split = (text: string): string[] => sentencesOfText(text).map((one) => one.text)

describe('sentences', () => {
  it.each([
    [
      'a letter ends one',
      'It takes the best k. The rest S. Both do.',
      ['It takes the best k.', 'The rest S.', 'Both do.'],
    ],
    ['abbreviations do not', 'See e.g. Eq. 4 and i.e. No. 3 of Sweeney et al. Here vs. there.', 1],
    [
      'a number sign is one before a number only',
      'Is it safe? No. The risk is high.',
      ['Is it safe?', 'No.', 'The risk is high.'],
    ],
    ['any beginning', 'It ends. (So.) 5 of them. `a` does. --all is an option. ρ is one.', 6],
    ['quotation marks and emphasis close it', 'He says "it ends." **It does.** Then more.', 3],
    ['points in numbers, ids and dots do not', 'The file a.csv has 1.5 and so on ... and more … here.', 1],
    ['list items', '- one\n- two\n  goes on\n  1. three\n2) four', ['one', 'two goes on', 'three', 'four']],
    [
      'cells, rules and headings',
      '# Title\ntext\n| a | b |\n|---|:--|\n| c d | e |',
      ['Title', 'text', 'a', 'b', 'c d', 'e'],
    ],
    ['paragraphs', 'one\ntwo\n\nthree', ['one two', 'three']],
    ['code is skipped', 'a\n\n```sh\nWhat is it.\n```\n\n    what is it\n\nb', ['a', 'b']],
    ['comments are skipped', 'a\n<!-- What\nis -->\nb', ['a', 'b']],
    ['examples and columns of help', 'Examples:\n  sdc mask a.csv\n  one    the first\n  two    the second', 3],
  ] as const)('%s', (_, text, expected) => {
    if (typeof expected === 'number') expect(split(text)).toHaveLength(expected)
    else expect(split(text)).toEqual(expected)
  })

  it('treat inline code and addresses as one word without a pattern', () => {
    const code = `\`${'what is beside it is '.repeat(9)}\``
    expect(found(`It prints ${code}. It links [the page](https://example.org/in-parts/beside).`)).toEqual([])
    expect(found(`It is ${`${code} `.repeat(40)}.`)).toEqual(['over 35 words'])
  })

  it('have line numbers', () => {
    const text = 'First.\nIt ends. What\nfollows.'
    expect(findingsIn('README.md', text).map(({ line, sentence }) => [line, sentence])).toEqual([[2, 'What follows.']])
  })
})

const kindsIn = (file: string, text: string): string[] =>
  findingsIn(file, text, (name) => name === 'open').map(({ kind, line, pattern }) => `${kind} ${line} ${pattern}`)

describe('source files', () => {
  it('have messages: literals, sums and templates, not types, names or formulas', () => {
    const text = [
      "import { a } from 'what is a name'",
      "const one: 'What the type is' = 'What the value is' // not a type",
      'const two = `${a} is no number: ${b}` + (c ? "x" : y)',
      "const three = 'It masks the file ' +",
      "  'in parts, beside the other.'",
      "const four = { formula: 'What the sum is', text: `A line.\n  Where it ends.` }",
      "throw new SdcError('BAD', 'the value goes out as text')",
      "const piece = ' of which there are many'",
    ].join('\n')
    expect(kindsIn('packages/x/src/x.ts', text)).toEqual([
      'messages 2 opens with What',
      'messages 3 is no',
      'messages 4 beside',
      'messages 4 in parts',
      'messages 7 opens with Where',
      'messages 8 goes out',
      'messages 9 of which',
    ])
    expect(kindsIn('packages/x/src/x.test.ts', text)).toEqual([])
  })

  it('distinguish help from messages in the command line', () => {
    const text =
      "command.option('--a <b>', 'what to mask with it')\nconst help = `Who reads this text`\nsay('Who reads this text')"
    expect(kindsIn('apps/cli/src/commands/x.ts', text)).toEqual([
      'help 1 opens with What',
      'help 2 opens with Who',
      'messages 3 opens with Who',
    ])
  })

  it('distinguish docblocks of public names and their members from other comments', () => {
    const text = [
      '/** What the file is. */',
      "import 'x'",
      '/** What it is. */',
      'export interface open {',
      '  /** Whether it is so. */',
      '  readonly a: boolean',
      '}',
      '/** What it is. */',
      'export const inner = "// What it is"',
      '/**',
      ' * Returns the sum.',
      ' *',
      ' * @param a what is added',
      ' * @throws NOT_NUMERIC where a value is missing',
      ' * @source What the paper says.',
      ' */',
      'export function open(a: number): void {',
      '  // What follows',
      '  // is one sentence.',
      '  const re = /[/*]/ // Where it ends',
      '}',
    ].join('\n')
    expect(kindsIn('packages/x/src/x.ts', text)).toEqual([
      'comments 1 opens with What',
      'docblocks 3 opens with What',
      'docblocks 5 opens with Whether',
      'comments 8 opens with What',
      'docblocks 13 opens with What',
      'comments 18 opens with What',
      'comments 20 opens with Where',
    ])
  })

  it('have names of tests, and no other text of a test', () => {
    const text = [
      "describe('what is tested', () => {",
      "  it.each([1])('is no number: %s', () => {",
      "    expect('what a text of a test says').toBe('x')",
      '  })',
      '})',
    ].join('\n')
    expect(kindsIn('packages/x/src/x.test.ts', text)).toEqual(['tests 1 opens with What', 'tests 2 is no'])
  })

  it('include the words of a page: its markup, attributes, expressions and script', () => {
    const text = [
      '<script lang="ts">',
      "  const a = 'What the script says'",
      '</script>',
      '<p class="what it is not">',
      '  The value <b>goes</b> out',
      '</p>',
      '<button title="What it does here">{a ? "Who presses the button" : `${b} is no name`}</button>',
      '<h2>What was read?</h2>',
      '<style> .a { content: "What is a style" } </style>',
    ].join('\n')
    expect(kindsIn('apps/web/src/X.svelte', text)).toEqual([
      'messages 2 opens with What',
      'messages 7 opens with Who',
      'messages 7 is no',
      'messages 7 opens with What',
      'messages 5 goes out',
    ])
  })
})
