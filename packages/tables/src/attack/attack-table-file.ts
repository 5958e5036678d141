import { asNote, option, type Dataset, type Message, type Registry, type Table } from '@sdc/core'
import { applyTableMethod, rootRng } from '@sdc/engine'
import type { InputFile, Outcome } from '@sdc/inspect'
import { countNote } from '../cells/count-note.js'
import { readFrequencies } from '../cells/read-frequencies.js'
import { readPattern } from '../cells/read-pattern.js'
import type { TableOptions } from '../read/table-columns.js'
import { readTableFile, type TableInputFile } from '../cells/table-file.js'

export interface AttackTableOptions {
  readonly columns: TableOptions
  /** The same table with its published values. */
  readonly pattern?: InputFile | undefined
  readonly patternStatus?: string | undefined
  /** Texts of a suppressed value in the pattern. */
  readonly marks?: readonly string[] | undefined
  /** Publicly known numbers of contributors. */
  readonly frequencies?: InputFile | undefined
  /** Distance of a bound from its value, in percent of it, below which it is a finding. */
  readonly near?: number | undefined
  /** Number of contributors who combine their knowledge. */
  readonly coalition?: number | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Findings of attacks on a table. */
export interface AttackedTable {
  readonly table: Table
  readonly suppressed: number
  readonly near: number
  readonly coalition: number
  /** Columns cell, kind, who, low, high, exact, sentence. */
  readonly findings: Dataset
}

/**
 * Attacks a table: finds cells with one or few contributors, dominated cells, and group disclosure.
 *
 * @param input - True table.
 * @param options - Columns, pattern, and public frequencies.
 * @param registry - The table methods.
 * @returns The findings.
 * @throws BAD_PARAMETER, and the errors of reading
 */
export async function attackTableFile(
  input: TableInputFile,
  options: AttackTableOptions,
  registry: Registry,
): Promise<Outcome<AttackedTable>> {
  const { near, coalition, frequencies, pattern, tick } = options
  const uncounted = frequencies !== undefined
  const file = readTableFile(input, { ...options.columns, ...(uncounted && { uncounted }) })
  const known = frequencies && readFrequencies(frequencies, file)
  const held = pattern && readPattern(pattern, file, options)
  const table: Table = known ? { ...file.table, counts: known.counts } : file.table
  const { result, params } = await applyTableMethod({
    registry,
    table,
    method: 'tabular/attacks',
    params: { ...(near !== undefined && { percent: near }), ...(coalition !== undefined && { coalition }) },
    rng: rootRng(1),
    // Any suppressed cell may be sensitive.
    pattern: held?.statuses.map((one) => (one === 3 ? 1 : one)),
    tick,
  })
  const used = params as { readonly percent: number; readonly coalition: number }
  const findings = result.report?.get('findings')
  if (typeof findings !== 'object') throw new TypeError('the attacks have no findings')
  return {
    result: {
      table,
      suppressed: held?.statuses.filter((one) => one > 0).length ?? 0,
      near: used.percent,
      coalition: used.coalition,
      findings,
    },
    artefacts: [],
    messages: [
      ...file.messages,
      ...(known?.messages ?? []),
      ...(held?.messages ?? []),
      ...(uncounted ? [] : countNote(file)),
      ...dominanceNote(table),
    ],
  }
}

/** Without contributions, dominance cannot be examined. */
function dominanceNote({ largest, values, counts }: Table): Message[] {
  const areCounts = values.every((value, c) => value === counts[c])
  return largest || areCounts
    ? []
    : [
        asNote(
          `without the largest contributions (${option('largest')}) nobody can tell which cells one contributor dominates`,
        ),
      ]
}
