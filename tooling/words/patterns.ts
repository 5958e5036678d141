import { wordCount, type Sentence } from './sentences.js'

/** A pattern that the rules of the project replace, with its name. */
interface Pattern {
  readonly name: string
  readonly found: RegExp
}

const opening = /^["'“(]*(what|how|whether|where|of|who|that)\b(?!['’]s\b)/i

/** Each pattern with a sentence of the tests in words.packaging.test.ts. */
export const patterns: readonly Pattern[] = [
  { name: 'of which', found: /\bof (which|whom|who)\b/i },
  {
    name: 'is no',
    found:
      /(?<!\b(?:there|here)) \b(is|are|was|were|be|been) no (?!longer|more|fewer|less|larger|greater|smaller|better|worse|higher|lower|different|other)/i,
  },
  { name: 'goes out', found: /\b(go|goes|going|went|gone) out\b/i },
  { name: 'whoever', found: /\b(whoever|whomever|whosever|whosoever)\b/i },
  { name: 'is told', found: /\b(is|are|was|were|be|been|being) told\b/i },
  { name: 'for who', found: /\b(for|to|by|from|with|on) who\b/i },
  {
    name: 'what is … is',
    found: /\bwhat (is|was|are|were)(?! (?:[\w-]+ ){0,5}(?:and|or|but)\b)(?: [\w’'-]+){1,6} (is|are|was|were)\b/i,
  },
  { name: 'stands in', found: /\b(stand|stands|stood|standing) in\b(?! for)/i },
  { name: 'as they are', found: /\bas (they are|it is|they were|it was)(?=\s*(?:[.,;:)!?]|$|and\b|or\b|but\b))/i },
  { name: 'beside', found: /\bbeside\b/i },
  { name: 'doors', found: /\bdoors?\b/i },
  { name: 'held to', found: /\b(hold|holds|held|holding) (?:(?:it|them|each|one) )?to\b/i },
  { name: 'arms', found: /\b(?<!-)arms\b/i },
  { name: 'given away', found: /\b(give|gives|given|gave|giving)(?: [\w-]+){0,3} away\b/i },
  { name: 'leaves the house', found: /\b(the|our|out of) house\b/i },
  { name: 'in parts', found: /\bin parts\b/i },
  { name: 'readings', found: /\breadings\b/i },
  { name: 'what is lost', found: /\bwhat is lost\b/i },
  { name: 'the store', found: /\b(the|a|its|this|that|another|one) store\b/i },
]

/** Greatest number of words in a sentence. */
const longest = 35

/** Rules of a kind of text: `fragments` may begin in lower case, `questions` may begin with a question word. */
export interface Reading {
  readonly fragments: boolean
  readonly questions: boolean
}

/** Returns the names of the patterns in a sentence. */
export function patternsIn(sentence: Sentence, { fragments, questions }: Reading): string[] {
  const text = sentence.masked
  const names = patterns.filter(({ found }) => found.test(` ${text}`)).map(({ name }) => name)
  const word = opening.exec(text)?.[1]
  if (word !== undefined && wordCount(sentence) > 1) {
    const isQuestion = /\?["'”)]*$/.test(text) && (questions || sentence.isHeading)
    // A fragment of a message may begin with a preposition.
    const isPiece = fragments && /^(of|where|that|who)$/.test(word)
    if (!isQuestion && !isPiece) names.unshift(`opens with ${word[0]?.toUpperCase()}${word.slice(1).toLowerCase()}`)
  }
  // A list of names has no articles.
  if (wordCount(sentence) > longest && /\b(the|a|an|is|are)\b/.test(text)) names.push(`over ${longest} words`)
  return names
}
