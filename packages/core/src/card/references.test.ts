import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineMethod } from '../method/method.js'
import { pluginProblems } from '../plugin/plugin-problems.js'
import { definePlugin, type Plugin } from '../plugin/plugin.js'
import { cardProblems, noteTopics, notesByTopic } from './card.js'
import { literature } from './literature.js'
import { cite, sourceText, unknownKeys, type Source } from './references.js'

const own = {
  'doe-2001': { authors: ['Doe, J.'], year: 2001, title: 'One', in: 'A journal' },
  'doe-roe-2002': { authors: ['Doe, J.', 'Roe, R.'], year: 2002, title: 'Two', in: 'A journal' },
  'doe-roe-poe-2003': { authors: ['Doe, J.', 'Roe, R.', 'Poe, E.'], year: 2003, title: 'Three', in: 'A journal' },
}

const card = { id: 'test/one', title: 'T', summary: 'S.', formula: 'f' }

describe('references', () => {
  it('are cited by surnames and year', () => {
    expect(Object.values(own).map(cite)).toEqual(['Doe 2001', 'Doe & Roe 2002', 'Doe, Roe & Poe 2003'])
  })

  it('make a sentence of a source; a key that nobody knows stands for itself', () => {
    const source = [{ key: 'doe-2001', where: 'eq. 4' }, { key: 'gone-1999', where: '§2' }, { where: 'the rest here' }]
    expect(sourceText(source, own)).toBe('Doe 2001, eq. 4; gone-1999, §2; the rest here')
    expect(unknownKeys(source, own)).toEqual(['gone-1999'])
    expect(unknownKeys([{ key: 'toString', where: 'x' }], own)).toEqual(['toString'])
    expect(unknownKeys(source)).toEqual(['doe-2001', 'gone-1999'])
  })

  it('each reference of the project has a plain word as key', () => {
    expect(unknownKeys([{ key: 'moore-1996', where: 'rank swapping' }], literature)).toEqual([])
  })
})

describe('the form of a card', () => {
  const source: readonly Source[] = [{ where: 'this test' }]

  it.each<[unknown, string]>([
    [undefined, 'source is missing'],
    [[], 'source is missing'],
    ['Moore 1996', 'source is missing'],
    [[{ key: 'moore-1996' }], 'source 1 does not say where'],
    [[...source, { where: ' ' }], 'source 2 does not say where'],
    [[null], 'source 1 does not say where'],
    [[{ key: 1, where: 'x' }], 'the key of source 1 is not a text'],
  ])('source %j', (wrong, problem) => {
    expect(cardProblems({ ...card, source: wrong as readonly Source[] })).toEqual([`test/one: ${problem}`])
  })

  it('notes have a topic of the list, and a text', () => {
    const problems = (notes: unknown): string[] => cardProblems({ ...card, source, notes: notes as never })
    expect(problems([{ topic: 'keeps', text: 'Means.' }])).toEqual([])
    expect(problems(['Means.'])[0]).toMatch(/^test\/one: note 1 has no topic of keeps, loses, /)
    expect(problems([{ topic: 'toString', text: 'Means.' }])[0]).toMatch(/note 1 has no topic of/)
    expect(problems([{ topic: 'keeps', text: '' }])).toEqual(['test/one: note 1 has no text'])
    expect(problems('Means.')).toEqual(['test/one: notes is not a list of { topic, text }'])
  })

  it('notes are listed by topic, in the order of the topics', () => {
    const notes = [
      { topic: 'limits', text: 'c' },
      { topic: 'keeps', text: 'a' },
      { topic: 'keeps', text: 'b' },
    ] as const
    expect(notesByTopic(notes)).toEqual([
      [noteTopics.keeps, ['a', 'b']],
      [noteTopics.limits, ['c']],
    ])
    expect(notesByTopic()).toEqual([])
  })
})

describe('a plugin', () => {
  const plugin = (key: string, references?: Plugin['references']): Plugin =>
    definePlugin({
      name: '@x/one',
      version: '1.0.0',
      sdc: '^1',
      ...(references && { references }),
      methods: [
        defineMethod({
          ...card,
          source: [{ key, where: 'all of it' }],
          traits: { scope: 'column' },
          params: z.object({}),
          plan: () => ({ form: 'file', mask: () => ({ files: [{ columns: new Map() }] }) }),
        }),
      ],
    })

  it('brings the references that its sources name', () => {
    expect(pluginProblems(plugin('doe-2001', own))).toEqual([])
    expect(pluginProblems(plugin('moore-1996', literature))).toEqual([])
    expect(pluginProblems(plugin('moore-1996', own))).toEqual([
      'test/one: its source names moore-1996, which is not among the references of the plugin',
    ])
    expect(pluginProblems(plugin('doe-2001'))).toHaveLength(1)
  })
})
