/** Number of groups that a sentence names; the others are counted. */
const NAMED = 3

/** Warnings of a method in the groups of a step, one sentence for each kind. */
export interface GroupWarnings {
  /** Returns the receiver of the warnings of a group; an empty label is the whole file. */
  of(label: string): (sentence: string) => void
  sentences(): string[]
}

/**
 * Collects the warnings about the groups of a step, because a line for each of a thousand groups is unreadable.
 * Sentences that differ only in their numbers are of one kind.
 *
 * @returns An object that takes the warnings and makes one sentence of each kind: the number of groups, the first of
 *   them, and its words.
 */
export function groupWarnings(): GroupWarnings {
  const kinds = new Map<string, { readonly labels: string[]; readonly sentences: string[] }>()
  return {
    of: (label) => (sentence) => {
      const kind = label === '' ? sentence : `group ${sentence.replace(/[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, '#')}`
      const held = kinds.get(kind) ?? { labels: [], sentences: [] }
      if (!held.labels.includes(label)) held.labels.push(label)
      held.sentences.push(sentence)
      kinds.set(kind, held)
    },
    sentences: () => [...kinds.values()].map(({ labels, sentences }) => sentenceOf(labels, sentences)),
  }
}

function sentenceOf(labels: readonly string[], sentences: readonly string[]): string {
  const [first] = sentences
  if (labels.length === 1) return labels[0] === '' ? first : `${labels[0]}: ${first}`
  const same = sentences.every((one) => one === first)
  return `${labels.length} groups of records (${labelsText(labels)}): ${first}${same ? '' : ' (these are the numbers of the first)'}`
}

/**
 * Lists the labels of groups for a message: the first ones, and the number of the others.
 *
 * @param labels - The labels.
 * @returns `region=1; region=2; region=3 and 97 more`.
 */
export function labelsText(labels: readonly string[]): string {
  const more = labels.length > NAMED ? ` and ${labels.length - NAMED} more` : ''
  return `${labels.slice(0, NAMED).join('; ')}${more}`
}
