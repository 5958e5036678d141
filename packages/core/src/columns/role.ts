/** What a column is to disclosure control. */
export const roles = [
  'identifier',
  'quasi-identifier',
  'confidential',
  'non-confidential',
  'weight',
  'household',
] as const

export type Role = (typeof roles)[number]

/** The roles whose columns are masked where no columns are named. */
export const maskedRoles: readonly Role[] = ['confidential', 'quasi-identifier']
