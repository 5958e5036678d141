import type { Role } from '@sdc/core'

/** Description of a role, and the key that sets it. */
export interface RoleTexts {
  readonly role: Role
  readonly key: string
  readonly meaning: string
}

/** The roles in the order of the page. */
export const roleTexts: readonly RoleTexts[] = [
  {
    role: 'confidential',
    key: 'c',
    meaning: 'Must not be disclosed: an income, a diagnosis. The column is masked.',
  },
  {
    role: 'quasi-identifier',
    key: 'q',
    meaning:
      'An intruder may know it: age, place, occupation. The column is masked; risks count records that are unique in it.',
  },
  {
    role: 'item',
    key: 'm',
    meaning: 'Answer to an item of a questionnaire. An intruder may know a few of them. The column is masked.',
  },
  {
    role: 'non-confidential',
    key: 'n',
    meaning: 'Released unchanged. A warning above names such columns if they disclose masked ones.',
  },
  {
    role: 'identifier',
    key: 'i',
    meaning: 'Identifies a person by itself: a name, an insurance number. The column is dropped.',
  },
  {
    role: 'weight',
    key: 'w',
    meaning: 'Number of people in the population that a record represents. At most one column; released unchanged.',
  },
  {
    role: 'household',
    key: 'h',
    meaning: 'Same number for all members of a household. At most one column; released with new numbers.',
  },
  {
    role: 'person',
    key: 'p',
    meaning:
      'Same number in all records of a person: a patient with several visits. Risks then count persons. At most one column; released with new numbers.',
  },
  {
    role: 'wave',
    key: 't',
    meaning: 'Time of a record of a person: a year, a visit. At most one column; released unchanged.',
  },
]
