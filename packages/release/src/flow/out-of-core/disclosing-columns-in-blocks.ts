import { type PartsPlan, emptyFileOf } from '@sdc/engine/partitions'
import { asNote, asWarning, SdcError, type Message } from '@sdc/core'
import { openValues, refuseFindings, rolesOf, type ReleaseFinding } from '@sdc/engine'
import { PROCESS, sizeText } from '../place/cut.js'
import type { PlannedRelease } from '../work/run-document.js'
import type { OpenSource } from '../work/run-files.js'
import { patternsInBlocks } from './patterns-in-blocks.js'
import { columnsInMemory } from './whole-file.js'

/**
 * Bytes of a value during the search: of an unmasked column, of a masked one, and of the masked column being searched.
 */
const OPEN = 32
const MASKED = 8
const AT_HAND = 80

/**
 * Looks for unmasked columns that disclose something before anything is masked: in all records, as in memory. If the
 * columns do not fit in memory, the search is skipped, and each must be accepted by name. The pattern of missing values
 * is searched in any case.
 *
 * @param plan - The plan.
 * @param masked - Columns that its steps mask.
 * @param keeping - Masked columns whose missing values stay unchanged.
 * @param release - Dropped and accepted columns.
 * @param memory - Bytes that the search may take.
 * @returns The messages.
 * @throws OPEN_RELEASE for a column that discloses something or was not searched, and was not accepted.
 */
export async function disclosingColumnsInBlocks(
  { source, schema }: Pick<PartsPlan, 'schema'> & { readonly source: Omit<OpenSource, 'close'> },
  masked: readonly string[],
  keeping: readonly string[],
  { dropped, pseudonyms, acceptOpen }: Pick<PlannedRelease, 'dropped' | 'pseudonyms' | 'acceptOpen'>,
  memory: number,
): Promise<readonly Message[]> {
  const open = source.names.filter((name) => !masked.includes(name) && !dropped.includes(name))
  const lookedAt = source.names.filter((name) => open.includes(name) || keeping.includes(name))
  const { identifiers } = rolesOf(emptyFileOf(source), schema)
  const patterns = await patternsInBlocks(
    source,
    lookedAt.filter((name) => !identifiers.includes(name) && !dropped.includes(name) && !source.unheld?.has(name)),
  )
  if (open.length === 0) {
    refuseFindings(patterns, acceptOpen)
    return acceptedNotes(patterns)
  }
  const bytes = PROCESS + source.rows * (OPEN * open.length + MASKED * masked.length + AT_HAND)
  const unheld = open.filter((name) => source.unheld?.has(name))
  if (bytes <= memory && unheld.length === 0) {
    // Dropped columns are not released, so they disclose nothing.
    const shown = source.names.filter((name) => open.includes(name) || masked.includes(name))
    const data = await columnsInMemory(source, shown, schema)
    const findings = [...openValues(data, masked, schema, pseudonyms), ...patterns]
    refuseFindings(findings, acceptOpen)
    return acceptedNotes(findings)
  }
  refuseFindings(patterns, acceptOpen)
  const left = open.filter((name) => !acceptOpen.includes(name))
  if (left.length > 0) throw notLookedAt(left, { unheld, bytes, memory })
  return [
    asWarning(
      `accepted unmasked: ${open.join(', ')}; their disclosure of masked columns was not measured: it needs ` +
        `about ${sizeText(bytes)}, but --memory allows ${sizeText(memory, 'down')}`,
    ),
  ]
}

function acceptedNotes(findings: readonly ReleaseFinding[]): readonly Message[] {
  const accepted = [...new Set(findings.flatMap(({ accept }) => accept))]
  return accepted.length === 0
    ? []
    : [asNote(`accepted unmasked, although they disclose something: ${accepted.join(', ')}`)]
}

function notLookedAt(
  left: readonly string[],
  { unheld, bytes, memory }: { readonly unheld: readonly string[]; readonly bytes: number; readonly memory: number },
): SdcError {
  const why =
    unheld.length > 0
      ? `${unheld.join(', ')} ${unheld.length === 1 ? 'has' : 'have'} more categories than fit in memory`
      : `that needs about ${sizeText(bytes)}, but --memory allows ${sizeText(memory, 'down')}`
  const message = `the disclosure by unmasked columns was not measured: ${why}; not accepted: ${left.join(', ')}`
  const more = unheld.length > 0 ? '' : `Allow --memory ${sizeText(bytes).replace(' ', '')}; or mask `
  const fix =
    `${more === '' ? 'Mask ' : more}these columns, drop them (role: identifier in a schema), or, if ` +
    'everybody may know them, accept each by name (--accept-open NAME).'
  return new SdcError('OPEN_RELEASE', message, {}, fix)
}
