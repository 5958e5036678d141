import { asInfo, asNote, asWarning, listed, type Message } from '@sdc/core'
import { shortNumber } from '@sdc/engine'
import type { Compared, ReusedColumn } from './reuse.js'

/**
 * Smallest share of the persons in both releases that two releases must single out in addition to one, to be reported.
 */
const NOTABLE = 0.01

/**
 * Returns messages about a release compared with an earlier one.
 *
 * @param compared - The comparison.
 * @returns Values that were released again, risks of both releases together, and advice.
 */
export function comparedMessages({ name, persons, known, reused, unlike, singled }: Compared): Message[] {
  const has = known === 1 ? '1 person' : `${known} persons`
  if (known === 0)
    return [asWarning(`none of ${persons} persons is in ${name}: its ids are others, or it is of other people`)]
  const names = listed(reused.map(({ column }) => column))
  return [
    ...(reused.length > 0
      ? [
          asInfo(
            `${has} of ${persons} are in ${name}: masked values of that release are released again (${names}), so that nobody can average two maskings`,
          ),
          ...reused.flatMap(twiceSentence),
        ]
      : [
          asWarning(
            `${has} of ${persons} are in ${name}, and no masked value is released again: set level: person in the schema for columns that do not change, and the role wave for the time of a record`,
          ),
        ]),
    ...unlike.map((column) =>
      asWarning(
        `${column} has numbers in one release and classes in the other, and is masked a second time: both together tell more than one; mask it as in ${name}`,
      ),
    ),
    ...singledMessages(singled, known, name),
  ]
}

/** Reports the knowledge that a second masking of the values would have given. */
function twiceSentence({ column, twice }: ReusedColumn): Message[] {
  if (twice === null || twice.cells === 0 || twice.errorOfOne === 0) return []
  const percent = (share: number): string => `${shortNumber(100 * share)} %`
  const error = (value: number): string => (twice.estimate === 'mode' ? percent(value) : shortNumber(value))
  const of = twice.estimate === 'mode' ? 'share of wrong categories' : 'error (root mean square)'
  return [
    asNote(
      `${column}: masked twice, the ${of} of an intruder would have been ${error(twice.error)} instead of ${error(twice.errorOfOne)} (${twice.cells} records)`,
    ),
  ]
}

function singledMessages(singled: Compared['singled'], known: number, name: string): Message[] {
  if (singled === undefined) return []
  const {
    each: [earlier, now],
    together: both,
  } = singled
  const counts = `${both} of ${known} persons in both releases (${name}: ${earlier}, this one: ${now})`
  const more = both - Math.max(earlier, now)
  if (more < NOTABLE * known) return [asInfo(`the quasi-identifiers of both releases together single out ${counts}`)]
  return [
    asWarning(
      `the quasi-identifiers of both releases together single out ${counts}, if an intruder can link the persons: recode them to the same classes as in ${name}, or release one file of all waves instead`,
    ),
  ]
}
