/** Facts of a schema about the labels and missing values of a column. */
export interface DeclaredLabels {
  readonly levels?: readonly string[] | undefined
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly missing?: readonly string[] | undefined
  readonly missingRange?: readonly [low: number, high: number] | undefined
}

/**
 * Returns the problem of labels and missing values of a schema, for any data.
 *
 * @param said - Schema of the column.
 * @param missing - The missing texts of the whole file.
 * @returns The key with the problem, and what it must be, for `… must be …, and is …`; undefined without a problem.
 */
export function labelsProblem(
  said: DeclaredLabels,
  missing: readonly string[] | undefined,
): { readonly path: readonly string[]; readonly message: string } | undefined {
  const { levels, labels = {}, missingRange } = said
  if (missingRange !== undefined && missingRange[0] > missingRange[1]) {
    return {
      path: ['missingRange'],
      message: `two numbers, the lower one first (${missingRange[1]}, ${missingRange[0]})`,
    }
  }
  if (levels === undefined) return undefined
  const known = new Set([...levels, ...(said.missing ?? missing ?? [])])
  const [low, high] = missingRange ?? [Number.NaN, Number.NaN]
  const isKnown = (value: string): boolean =>
    known.has(value) || /^\.[a-z_]$/.test(value) || (Number(value) >= low && Number(value) <= high)
  const other = Object.keys(labels).find((value) => !isKnown(value))
  if (other === undefined) return undefined
  const message = `left out, or ${JSON.stringify(other)} listed in levels or missing: it is neither a level nor a missing value`
  return { path: ['labels', other], message }
}
