import type { Dataset, Registry, Rng } from '@sdc/core'
import { releaseFindings, replicateRng, runSteps, type FileSchema, type ReleaseFinding, type Row } from '@sdc/engine'

/** Release findings that a plan accepts, so that its file can be released as measured. */
export interface Accepted {
  readonly acceptOpen: readonly string[]
  readonly maxUnchanged?: number | undefined
  /** Findings that the plan does not accept: about unmasked columns that were not compared. */
  readonly undecided: readonly ReleaseFinding[]
}

/** Margin for another draw, in percentage points: it may leave more values of a column unchanged. */
const MARGIN = 1

/**
 * Acceptances that a release of the choice requires: columns released unmasked, by name, and the percentage of a column
 * that may be unchanged. An unmasked column is accepted only if it was compared: its risks are then in the verdict. The
 * user decides on findings about any other column.
 *
 * @param original - The file.
 * @param row - The choice.
 * @param options - Schema with the roles, compared columns, and random stream of the comparison.
 * @param registry - Registry with the methods.
 * @returns Acceptances for the plan, and the findings that a user must decide on; `maxUnchanged` is undefined if no
 *   column needs it.
 */
export async function acceptedBy(
  original: Dataset,
  row: Row,
  {
    schema,
    columns,
    rng,
  }: { readonly schema: FileSchema | undefined; readonly columns: readonly string[]; readonly rng: Rng },
  registry: Registry,
): Promise<Accepted> {
  const run = await runSteps({ registry, original, schema, steps: row.steps, rng: replicateRng(rng) })
  const { files, columns: masked, spared, shielded, pseudonyms } = run
  const findings = releaseFindings({
    original,
    files,
    columns: masked,
    schema,
    spared,
    shielded,
    pseudonyms,
    dropsIdentifiers: true,
  })
  const acceptOpen = new Set<string>()
  const undecided: ReleaseFinding[] = []
  let most: number | undefined
  for (const finding of findings) {
    const { kind, accept, share } = finding
    if (kind === 'unchanged') most = Math.max(most ?? 0, Math.min(100, Math.ceil(100 * (share ?? 1)) + MARGIN))
    else if (accept.every((name) => columns.includes(name))) for (const name of accept) acceptOpen.add(name)
    else undecided.push(finding)
  }
  return { acceptOpen: original.names.filter((name) => acceptOpen.has(name)), maxUnchanged: most, undecided }
}
