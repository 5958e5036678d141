import type { Findings } from '@sdc/core'

/** Merges findings, in their order. */
export function mergedFindings(
  all: readonly (Findings | undefined)[],
): Findings & { readonly warnings: readonly string[] } {
  const report = all.flatMap((one) => [...(one?.report ?? [])])
  const publish = all.flatMap((one) => [...(one?.publish ?? [])])
  return {
    warnings: all.flatMap((one) => one?.warnings ?? []),
    ...(report.length > 0 && { report: new Map(report) }),
    ...(publish.length > 0 && { publish: new Map(publish) }),
  }
}
