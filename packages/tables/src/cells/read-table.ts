import { asInfo, asNote, givenStatuses, type Message } from '@sdc/core'
import type { InputFile, Outcome } from '@sdc/inspect'
import { countNote } from './count-note.js'
import type { TableFile } from './read-table-cells.js'
import { tableArtefacts } from './table-artefacts.js'
import { namedColumns, type TableOptions } from '../read/table-columns.js'
import { normalColumns } from '../read/table-csv.js'
import { readTableDescription, type TableOrigin } from '../read/table-description.js'
import { readTableFile, type TableInputFile } from './table-file.js'
import { levelsText } from './table-sentences.js'

/**
 * Reads a table in long form, checks it, and writes its normal form: columns under their usual names, and the
 * description in a second file.
 *
 * @param input - The table, with its description and contributions if there are any.
 * @param options - Meanings of the columns.
 * @param out - Name of the output; without one it is printed.
 * @returns The table, output files, and messages.
 * @throws The errors of `readTableFile`
 */
export function normalTable(input: TableInputFile, options: TableOptions, out: string | undefined): Outcome<TableFile> {
  const held = readTableFile(input, options)
  const { table, columns, source, weights } = held
  const written = normalColumns({ ...table, weights }, columns.distinct === true)
  return {
    result: held,
    artefacts: tableArtefacts({ ...table, weights }, written, out, originOf(input.description), source),
    messages: findings(held),
  }
}

function originOf(description: InputFile | undefined): TableOrigin {
  if (description === undefined) return {}
  const { contributions, source } = readTableDescription(description)
  // The contributions of the output have a file of their own.
  return { ...(contributions && { contributions: { ...contributions, file: undefined } }), ...(source && { source }) }
}

function findings(held: TableFile): Message[] {
  const { table, columns, source, messages } = held
  const { equations, values, dimensions, given } = table
  const cells = values.length
  const whole = dimensions.reduce((product, { levels }) => product * levels.length, 1)
  const names = namedColumns(columns).map(([, name]) => name)
  const left = source.dataset.names.filter((name) => !names.includes(name))
  const said = givenStatuses.slice(1).flatMap((status, s) => {
    const count = given?.filter((one) => one === s + 1).length ?? 0
    return count > 0 ? [`${count} ${status}`] : []
  })
  return [
    equations.length === 0
      ? asNote(`nothing had to add up: ${cells} cells (${levelsText(columns.by, table)})`)
      : asInfo(`the table adds up: ${cells} cells (${levelsText(columns.by, table)}) in ${equations.length} relations`),
    ...messages,
    ...(said.length > 0 ? [asInfo(`it says of its cells: ${said.join(', ')}`)] : []),
    ...(table.givenLevels || table.waivers
      ? [asNote('levels and waivers are not written: give them to sdc table protect (--apriori, --waiver)')]
      : []),
    ...(whole > cells ? [asNote(`${whole - cells} cells of the cross are not in the file, and count as empty`)] : []),
    ...countNote(held),
    ...(left.length > 0 ? [asNote(`not written, because nothing says what they are: ${left.join(', ')}`)] : []),
    asNote('nothing is protected yet: keep the table secret'),
  ]
}
