import type { Inspection } from '../inspection.js'
import type { InspectOutput } from './output.js'

/**
 * Returns an inspection as JSON in the form of `inspectOutput`.
 *
 * @param inspection - The inspection.
 * @returns Plain data.
 */
export function inspectionJson({ file, records, columns, findings, rules, risk }: Inspection): InspectOutput {
  return {
    file,
    records,
    columns: columns.map((column) => {
      const {
        name,
        kind,
        why,
        shape,
        looks,
        suggestedKind,
        dateFormat,
        missing,
        distinct,
        missingCodes,
        numbers,
        levels,
        facts: { label, labels, measure, missingKinds },
        role,
        level,
        hierarchy,
      } = column
      return {
        name,
        label: label ?? null,
        labels: labels === undefined ? null : Object.fromEntries(labels),
        measure: measure ?? null,
        kind,
        why,
        shape,
        looks,
        suggestedKind: suggestedKind ?? null,
        dateFormat: dateFormat ?? null,
        missing,
        missingKinds: missingKinds.map(({ text, label: says, records: cells }) => {
          return { text, label: says ?? null, records: cells }
        }),
        distinct,
        missingCodes: missingCodes.map((code) => ({ ...code })),
        numbers: numbers === undefined ? null : { ...numbers },
        levels: levels === undefined ? null : [...levels],
        role: role === undefined ? null : { role: role.role, unsure: role.unsure, why: role.why },
        level: level ?? null,
        hierarchy: hierarchy ?? null,
      }
    }),
    rules: rules.map((one) => ({ ...one })),
    risk: riskJson(risk),
    findings: findings.map(({ kind, columns: names, text }) => ({ kind, columns: [...names], text })),
  }
}

function riskJson(inspected: Inspection['risk']): InspectOutput['risk'] {
  const { risk, isGuess = false } = inspected ?? {}
  if (risk?.identity === undefined) return null
  const { unique, expected, leaveOut } = risk.identity
  return { keys: [...risk.keys], isGuess, unique, expected, leaveOut: leaveOut.map((one) => ({ ...one })) }
}
