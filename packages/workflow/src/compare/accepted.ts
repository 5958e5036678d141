import type { Dataset, Registry, Rng } from '@sdc/core'
import { releaseFindings, replicateRng, runSteps, type FileSchema, type Row } from '@sdc/engine'

/** What a plan accepts of what it makes, so that it can be released as it was measured. */
export interface Accepted {
  readonly acceptOpen: readonly string[]
  readonly maxUnchanged?: number | undefined
}

/** Another draw may leave so much more of a column as it was, in percent. */
const MARGIN = 1

/**
 * What a release of the choice would ask of its user: the columns that its limits let go out as they are, by name, and how much
 * of a column may be unchanged. Only what was measured is accepted: quasi-identifiers and confidential columns, whose risks
 * stand in the verdict. What any other column gives away is for the user.
 *
 * @param original - The file.
 * @param row - The choice.
 * @param schema - The roles.
 * @param rng - The comparison's.
 * @param registry - Where the methods are.
 * @returns What the plan is to say, and a note for every column that it accepts.
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
  const { files, columns: masked, spared, shielded } = run
  const findings = releaseFindings({
    original,
    files,
    columns: masked,
    schema,
    spared,
    shielded,
    dropsIdentifiers: true,
  })
  const acceptOpen = new Set<string>()
  let most: number | undefined
  for (const { kind, accept, share } of findings) {
    if (kind === 'unchanged') most = Math.max(most ?? 0, Math.min(100, Math.ceil(100 * (share ?? 1)) + MARGIN))
    else if (accept.every((name) => columns.includes(name))) for (const name of accept) acceptOpen.add(name)
  }
  return { acceptOpen: original.names.filter((name) => acceptOpen.has(name)), maxUnchanged: most }
}
