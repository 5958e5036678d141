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
  /** Columns that a release may leave unmasked although they disclose something. */
  readonly acceptOpen?: readonly string[] | undefined
  /** Percent of a masked column's values that a release may leave unchanged. */
  readonly maxUnchanged?: number | undefined
  readonly replay?: object | undefined
}

/** Findings for files that are to be released. */
export interface DisclosingColumns {
  readonly findings: readonly ReleaseFinding[]
  readonly messages: readonly Message[]
}

/**
 * Returns the findings against releasing masked files. A release is refused; other runs get warnings, and so does a
 * replay, whose file may be released already.
 *
 * @param input - The files, the original, and the masked columns.
 * @param options - Options of the release, and the accepted columns.
 * @returns The findings, with a warning for every kind that is not accepted, and a note on the accepted ones.
 * @throws OPEN_RELEASE for a release with a finding that is not accepted.
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

/** Returns warnings on findings, one for each kind. */
export function warnings(findings: readonly ReleaseFinding[]): Message[] {
  return findingSentences(findings).map(asWarning)
}

/** Returns warnings on columns that disclose their largest values, one for each of the files that differs. */
export function largestWarnings({
  original,
  files,
  columns,
}: Pick<ReleaseCheckInput, 'original' | 'files' | 'columns'>): Message[] {
  const said = files.flatMap((file) => largestSentence(largestInFile(original, file, columns)))
  return [...new Set(said)].map(asWarning)
}

/**
 * Returns warnings on unchanged intervals between dates that identify persons, one for each of the files that differs.
 */
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
