import type { Role } from '@sdc/core'

/** How the page calls a role, the key that sets it, and what follows from it. */
export interface RoleTexts {
  readonly role: Role
  readonly word: string
  /** The term of the field, where the word is not it. */
  readonly term?: string
  readonly key: string
  readonly meaning: string
}

/** The roles in the order in which they are offered. */
export const roleTexts: readonly RoleTexts[] = [
  {
    role: 'confidential',
    word: 'confidential',
    key: 'c',
    meaning: 'What nobody is to learn: an income, a diagnosis. It is masked.',
  },
  {
    role: 'quasi-identifier',
    word: 'known to others',
    term: 'quasi-identifier',
    key: 'q',
    meaning:
      'What somebody may know of a person: age, place, work. It is masked, and risks count who is alone with it.',
  },
  {
    role: 'non-confidential',
    word: 'harmless',
    term: 'non-confidential',
    key: 'n',
    meaning: 'Goes out as it is. Where it gives masked columns away, that is said above.',
  },
  {
    role: 'identifier',
    word: 'identifier',
    key: 'i',
    meaning: 'Names one person by itself: a name, a number of insurance. It is dropped.',
  },
  {
    role: 'weight',
    word: 'weight',
    key: 'w',
    meaning: 'How many of the population a record stands for. One column at the most; it goes out as it is.',
  },
  {
    role: 'household',
    word: 'household',
    key: 'h',
    meaning: 'The same for all members of a household. One column at the most; it goes out with other numbers.',
  },
  {
    role: 'person',
    word: 'person',
    key: 'p',
    meaning:
      'The same in all records of one person: a patient with several visits. Risks count persons. One column at the most; it goes out with other numbers.',
  },
  {
    role: 'wave',
    word: 'wave',
    key: 't',
    meaning: 'The time of a record of a person: a year, a visit. One column at the most; it goes out as it is.',
  },
]

/** How the page calls a role. */
export function wordOf(role: Role): string {
  return roleTexts.find((one) => one.role === role)?.word ?? role
}
