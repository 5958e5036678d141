import type { Role } from '@sdc/core'
import type { FewNumbers } from '@sdc/stats/internal'
import type { DateForm } from '../dates.js'
import type { ColumnInspection, MissingCode } from '../inspection.js'
import type { LookedColumn } from '../look-at-column.js'
import { nameHint } from '../name-hints.js'
import { counted } from '../words.js'

/** A column described by its values, without a role, which depends on other columns. */
export interface SeenColumn extends Omit<
  ColumnInspection,
  'dateFormat' | 'isAmbiguous' | 'wrongDates' | 'role' | 'isRoleSaid' | 'level' | 'facts' | 'hierarchy'
> {
  readonly looked: LookedColumn
  readonly few: FewNumbers | undefined
  readonly dates: DateForm | undefined
  /** True if its texts are numbers, apart from those that mean missing. */
  readonly nearlyNumbers: boolean
  /** A text such as 1,234.50 if all are numbers with thousands separators, currency signs or percent signs. */
  readonly markedNumber: string | undefined
  /** Form of texts that nearly all differ. */
  readonly texts: 'hashes' | 'mail addresses' | undefined
  readonly saidRole: Role | undefined
}

/** The part of the description that depends on the values. */
export type Seen = Omit<
  SeenColumn,
  'allLevels' | 'isOrdered' | 'name' | 'looked' | 'records' | 'missing' | 'distinct' | 'isSaid' | 'saidRole' | 'kind'
>

/** Greatest age. */
const OLDEST = 130

/** Returns true for integers that are ages in years, by the name of the column and by the values. */
export function isAge({ name, numbers }: Pick<SeenColumn, 'name' | 'numbers'>): boolean {
  const isNamed = nameHint(name)?.what === 'an age or a birth'
  return isNamed && numbers?.whole === true && numbers.least >= 0 && numbers.greatest <= OLDEST
}

/** Most texts whose form is examined. */
export const LOOKED_AT = 100_000
/** Most levels of a list that users can read. */
export const SHORT_LIST = 12

/** Returns `14 records` and the reason for a missing code. */
export function codeText({ text, records, why }: MissingCode): string {
  return `${JSON.stringify(text).replace(/^"(-?\d+)"$/, '$1')} in ${counted(records, 'record')} (${why})`
}
