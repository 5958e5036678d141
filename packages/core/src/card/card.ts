import { honouredRoles, type HonouredRole } from '../columns/role.js'
import { sourceProblems, type Source } from './references.js'

/** Topics of notes with the headings of a printed card, in printing order. */
export const noteTopics = {
  keeps: 'Preserved properties',
  loses: 'Information loss',
  limits: 'Limits',
  attacks: 'Attacks by an intruder',
  parameters: 'About its parameters',
  ties: 'Ties',
  missing: 'Missing values and constant columns',
  interpretation: 'Reading the value',
  choices: 'Choices made here',
  release: 'Before a release',
} as const

export type NoteTopic = keyof typeof noteTopics

/** One thing that the user of a method or metric must know. */
export interface Note {
  readonly topic: NoteTopic
  readonly text: string
}

/** Self-description of a method or metric; the command line, the documentation and the reports print it. */
export interface Card {
  /** Which of the roles weight, household and person it honours where a schema gives them. */
  readonly honours?: readonly HonouredRole[] | undefined
  /** `family/name`; the family is the package's suffix. */
  readonly id: string
  /** The field's name for it. */
  readonly title: string
  /** One sentence: what it does. */
  readonly summary: string
  /**
   * Two sentences after the summary for readers in a hurry. A method says what it keeps and what it costs; a metric says how to
   * read its value, and its limit.
   */
  readonly brief?: readonly [string, string] | undefined
  readonly formula: string
  /** Sources: references and the places in them. */
  readonly source: readonly Source[]
  /** Notes for users before they release a file or trust a number: limits, attacks, design choices. */
  readonly notes?: readonly Note[] | undefined
}

/** `family/name` in lower case, words joined by hyphens. */
export const idPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/

/** Returns the problems of a card; an empty list for a valid one. */
export function cardProblems(card: Partial<Card>): string[] {
  const problems: string[] = []
  if (typeof card.id !== 'string' || !idPattern.test(card.id)) {
    problems.push(`id ${JSON.stringify(card.id)} is not of the form family/name`)
  }
  const named = card.id ?? 'card'
  for (const key of ['title', 'summary', 'formula'] as const) {
    if (isBlank(card[key])) problems.push(`${named}: ${key} is missing`)
  }
  if (card.brief !== undefined && (card.brief.length !== 2 || card.brief.some(isBlank)))
    problems.push(`${named}: brief is not two sentences`)
  if (card.honours !== undefined && !areHonoured(card.honours))
    problems.push(`${named}: honours is not a list of ${honouredRoles.join(', ')}`)
  for (const problem of sourceProblems(card.source)) problems.push(`${named}: ${problem}`)
  return [...problems, ...noteProblems(card.notes).map((problem) => `${named}: ${problem}`)]
}

/**
 * Describes a method or metric in a few sentences: the summary, then the brief or, without one, the first sentences of
 * its notes.
 *
 * @param card - The card.
 * @param topics - Topics of notes that replace a missing brief.
 * @returns The sentences, the summary first.
 */
export function briefSentences({ summary, brief, notes = [] }: Card, topics: readonly NoteTopic[]): readonly string[] {
  const first = (topic: NoteTopic): string[] => {
    const text = notes.find((note) => note.topic === topic)?.text
    return text === undefined ? [] : [text.split(/(?<=[.!?])\s+(?=[A-Z])/, 1)[0]]
  }
  return [summary, ...(brief ?? topics.flatMap(first))]
}

function areHonoured(value: unknown): boolean {
  return Array.isArray(value) && value.every((role) => (honouredRoles as readonly unknown[]).includes(role))
}

function noteProblems(notes: unknown): string[] {
  if (notes === undefined) return []
  if (!Array.isArray(notes)) return ['notes is not a list of { topic, text }']
  return (notes as readonly (Partial<Note> | null)[]).flatMap((note, i) => {
    if (typeof note?.topic !== 'string' || !Object.hasOwn(noteTopics, note.topic))
      return [`note ${i + 1} has no topic of ${Object.keys(noteTopics).join(', ')}`]
    return isBlank(note.text) ? [`note ${i + 1} has no text`] : []
  })
}

const isBlank = (text: unknown): boolean => typeof text !== 'string' || text.trim() === ''

/** Notes by topic, in the order of the topics: each heading that has any, and its sentences. */
export function notesByTopic(notes: readonly Note[] = []): (readonly [heading: string, texts: readonly string[]])[] {
  return (Object.keys(noteTopics) as NoteTopic[])
    .map((topic) => [noteTopics[topic], notes.filter((note) => note.topic === topic).map(({ text }) => text)] as const)
    .filter(([, texts]) => texts.length > 0)
}

/**
 * Returns problems, each beginning with the id of its subject.
 *
 * @param id - Id of the subject; another value than a text adds nothing.
 * @param problems - The problems.
 * @returns As many problems.
 */
export function problemsNamed(id: unknown, problems: readonly string[]): string[] {
  if (typeof id !== 'string' || id === '') return [...problems]
  return problems.map((problem) => (problem.startsWith(id) ? problem : `${id}: ${problem}`))
}
