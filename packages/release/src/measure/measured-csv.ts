import { categorical, dataset, numeric, type Column } from '@sdc/core'
import { risksMeasured, type Measured, type MeasuredRisk } from '@sdc/engine'
import { writeCsv } from '@sdc/files'
import type { MeasuredFile } from './measure-masked.js'

/** A measured value and its group. */
interface Line {
  readonly group: string | null
  readonly one: Measured
}

/**
 * Returns the measurements of a file as a table: a row for every metric, and with groups for every metric of each
 * group.
 *
 * @param file - The measured file.
 * @returns Text of a CSV file. Its columns: metric, title, value, unit, 95 % interval, value in independent data and
 *   level of a risk, better direction, basis, reason for a missing value, warnings. With groups also the group, empty
 *   for the whole file.
 */
export function measuredCsv({
  measured,
  levels,
  groups,
}: Pick<MeasuredFile, 'measured' | 'levels' | 'groups'>): string {
  const lines: Line[] = [
    ...measured.map((one) => ({ group: null, one })),
    ...(groups ?? []).flatMap(({ group, measured: own }) => own.map((one) => ({ group, one }))),
  ]
  const text = (of: (one: Measured) => string | null): Column => categorical(lines.map(({ one }) => of(one)))
  const number = (of: (one: Measured) => number | null | undefined): Column =>
    numeric(lines.map(({ one }) => of(one) ?? Number.NaN))
  const riskOf = (one: Measured): MeasuredRisk | undefined => risksMeasured([one], levels)[0]
  return writeCsv(
    undefined,
    dataset([
      ...(groups ? [['group', categorical(lines.map(({ group }) => group))] as const] : []),
      ['metric', text(({ metric }) => metric.id)],
      ['title', text(({ metric }) => metric.title)],
      ['value', number(({ measurement }) => measurement.value)],
      ['unit', text(({ metric }) => metric.unit)],
      ['low', number(({ measurement }) => measurement.interval?.low)],
      ['high', number(({ measurement }) => measurement.interval?.high)],
      ['independent', number((one) => riskOf(one)?.independent)],
      ['level', text((one) => riskOf(one)?.grade ?? null)],
      ['better', text(({ metric }) => metric.better)],
      ['used', number(({ measurement }) => measurement.used)],
      ['reason', text(({ measurement }) => measurement.reason ?? null)],
      ['warnings', text(({ measurement }) => measurement.warnings?.join('; ') ?? null)],
    ]),
  )
}
