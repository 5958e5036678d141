import { listed, option, SdcError, type Dataset, type Roles } from '@sdc/core'
import type { MissingPolicy } from '../plan/plan.js'
import type { LevelledStep } from './levels.js'

/**
 * Refuses a step that cannot mask changes between waves.
 *
 * @param step - A step on records with `waves: changes`.
 * @param file - The file and its roles.
 * @throws BAD_PLAN without a column of persons or waves, for a method without numbers or with new records, for categories.
 */
export function checkWaves(
  { method, columns, missing, waves }: LevelledStep & { readonly missing?: MissingPolicy | undefined },
  { original, roles }: { readonly original: Dataset; readonly roles: Roles },
): void {
  if (waves !== 'changes') return
  const place = { method: method.id }
  for (const role of ['person', 'wave'] as const) {
    if (roles[role] !== undefined) continue
    const fix = `Give a column the role ${role} in the schema, or leave out ${option('waves')}.`
    throw new SdcError(
      'BAD_PLAN',
      `waves: changes needs a column with the role ${role}, and no column has it`,
      place,
      fix,
    )
  }
  const { accepts, adds, records, changes, postMasking } = method.traits
  const fix = `Choose a method that masks the numbers of all records, such as noise/additive, or leave out ${option('waves')}.`
  const reasons: readonly (readonly [boolean, string])[] = [
    [!accepts.includes('numeric'), 'masks no numbers'],
    [adds, 'adds columns'],
    [records === 'subset', 'takes some of the records'],
    [changes === 'unsafe', 'changes only unsafe records'],
    [postMasking, 'works on masked values'],
  ]
  const why = reasons.find(([is]) => is)?.[1]
  if (why !== undefined)
    throw new SdcError('BAD_PLAN', `${method.id} cannot mask changes between waves: it ${why}`, place, fix)
  const categories = columns.filter((name) => original.column(name).kind !== 'numeric')
  if (categories.length > 0)
    throw new SdcError(
      'BAD_PLAN',
      `waves: changes masks numbers, but ${listed(categories)} have categories`,
      { ...place, column: categories[0] },
      'Mask them in a step of their own.',
    )
  if (missing === 'impute')
    throw new SdcError('BAD_PLAN', 'waves: changes fills no missing cells', place, 'Set missing: keep.')
}
