import { asNote, asWarning, type Message } from '@sdc/core'
import {
  findingSentences,
  intervalSentence,
  largestInFile,
  largestSentence,
  openQuestions,
  refuseFindings,
  releaseFindings,
  rolesOf,
  type ReleaseCheckInput,
  type ReleaseFinding,
} from '@sdc/engine'

interface HowItGoesOut {
  readonly release?: boolean | undefined
  /** True if identifiers are dropped without a release, too. */
  readonly dropsIds?: boolean | undefined
  /** Columns that a release may leave unmasked, although they give something away. */
  readonly acceptOpen?: readonly string[] | undefined
  /** Percent of a masked column's values that a release may leave unchanged. */
  readonly maxUnchanged?: number | undefined
  readonly replay?: object | undefined
}

/** What was found of files that are to go out. */
export interface DisclosingColumns {
  readonly findings: readonly ReleaseFinding[]
  readonly messages: readonly Message[]
}

/**
 * What speaks against releasing masked files as they are: a release is refused, all others are told, as is a replay, which
 * makes a file again that may be out already.
 * @param input - the files, the original, and what was masked
 * @param options - whether it is a release, and what the user accepted
 * @returns what was found, with a warning for every kind of finding that is not accepted, and a note of what is
 * @throws OPEN_RELEASE for a release with a finding that is not accepted
 */
export function disclosingColumns(
  input: Omit<ReleaseCheckInput, 'maxUnchanged' | 'dropsIdentifiers'>,
  { release = false, dropsIds = release, acceptOpen = [], maxUnchanged, replay }: HowItGoesOut,
): DisclosingColumns {
  const findings = releaseFindings({ ...input, maxUnchanged, dropsIdentifiers: dropsIds })
  if (release && replay === undefined) refuseFindings(findings, acceptOpen)
  const left = openQuestions(findings, acceptOpen)
  const settled = findings.filter((one) => !left.includes(one))
  const messages = [...warnings(left), ...accepted(settled), ...largestWarnings(input), ...intervalWarnings(input)]
  return { findings, messages }
}

/** Findings as a user reads them, a line a kind. */
export function warnings(findings: readonly ReleaseFinding[]): Message[] {
  return findingSentences(findings).map(asWarning)
}

/** Columns that disclose their largest values, in one warning for each of the files that differs. */
export function largestWarnings({
  original,
  files,
  columns,
}: Pick<ReleaseCheckInput, 'original' | 'files' | 'columns'>): Message[] {
  const said = files.flatMap((file) => largestSentence(largestInFile(original, file, columns)))
  return [...new Set(said)].map(asWarning)
}

/** Unchanged intervals between dates that identify persons, in one warning for each of the files that differs. */
function intervalWarnings({
  original,
  files,
  columns,
  schema,
}: Pick<ReleaseCheckInput, 'original' | 'files' | 'columns' | 'schema'>): Message[] {
  const roles = rolesOf(original, schema)
  const said = files.flatMap((file) => intervalSentence(original, file, columns, roles))
  return [...new Set(said)].map(asWarning)
}

function accepted(findings: readonly ReleaseFinding[]): Message[] {
  const names = [...new Set(findings.flatMap(({ accept }) => accept))]
  return names.length > 0 ? [asNote(`accepted unmasked, although they disclose something: ${names.join(', ')}`)] : []
}
