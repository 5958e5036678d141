import { shortNumber } from '@sdc/engine'
import { fileScreen, type Screen } from '@sdc/report/tables'
import { detailTables, tablesJson } from '@sdc/release'
import { verdictLine } from '@sdc/inspect'
import type { RegisteredAttack } from './registered-attack.js'

/** Formats a registered attack as text: the knowledge gained by the intruder, and its tables. */
export function registeredAttackText(
  { attack, columns, measurement }: RegisteredAttack,
  screen: Screen = fileScreen,
): string {
  const { value, reason, used, tables } = measurement
  const learned = value === null ? `no value: ${reason ?? ''}` : `${shortNumber(value)} ${attack.unit}`
  const verdict = `${attack.id}: ${learned}, of ${columns.join(', ')}; it rests on ${used}`
  return [...detailTables('', tables, screen), verdictLine(verdict, screen)].join('\n\n')
}

/** Returns a registered attack as JSON in the form of `attackRunOutput`. */
export function registeredAttackJson({ attack, params, columns, measurement }: RegisteredAttack): unknown {
  const { value, reason, used, columns: byColumn, records, tables } = measurement
  return {
    attack: attack.id,
    columns,
    value,
    unit: attack.unit,
    ...(reason === undefined ? {} : { reason }),
    used,
    params,
    ...(byColumn && { byColumn: Object.fromEntries(byColumn) }),
    ...(tables && { tables: tablesJson(tables) }),
    ...(records && { records: Array.from(records, (one) => (Number.isNaN(one) ? null : one)) }),
  }
}
