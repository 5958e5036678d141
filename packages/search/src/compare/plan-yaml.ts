import { stringify } from 'yaml'

/**
 * A plan as YAML, as `sdc run` and `sdc compare` read it.
 *
 * @param plan - The plan.
 * @param heading - Comment above it, line by line.
 * @returns The text.
 */
export function planYaml(plan: object, heading?: string): string {
  const comments = heading === undefined ? '' : heading.replaceAll(/^/gm, '# ').concat('\n')
  return `${comments}${stringify(plan, { lineWidth: 0 })}`
}
