import { SdcError } from '@sdc/core'
import { readRows } from '@sdc/files'
import { textOf, type InputFile } from '@sdc/inspect'

/**
 * Reads the holding of each respondent from lines `respondent;holding`, with or without that header.
 *
 * @param file - The file.
 * @returns Holdings by respondent; a respondent without an entry stands alone.
 * @throws WRONG_INPUT with the line if a respondent has two holdings, or a holding belongs to another; EMPTY_FILE,
 *   RAGGED_ROW
 */
export function readHoldings(file: InputFile): ReadonlyMap<string, string> {
  const rows = readRows(textOf(file).replace(/^\uFEFF+/, ''), { file: file.name }).map((row) =>
    row.map((cell) => cell.trim()),
  )
  const titled = rows[0].map((cell) => cell.toLowerCase()).join() === 'respondent,holding'
  const holdings = new Map<string, string>()
  rows.forEach(([respondent, holding = '', ...more], i) => {
    if (titled && i === 0) return
    if (respondent === '' || holding === '' || more.length > 0)
      throw wrong(file, i, 'is not respondent;holding', 'Give each respondent of a holding a line, and others none.')
    const known = holdings.get(respondent)
    if (known !== undefined && known !== holding)
      throw wrong(file, i, `puts "${respondent}" into "${holding}", and a line before into "${known}"`, 'Give it one.')
    holdings.set(respondent, holding)
  })
  for (const [respondent, holding] of holdings) {
    const above = holdings.get(holding) ?? holding
    if (above === holding) continue
    const message = `${file.name} puts "${respondent}" into "${holding}", and that into "${above}"`
    throw new SdcError('WRONG_INPUT', message, { file: file.name }, `Put "${respondent}" into "${above}" as well.`)
  }
  return holdings
}

function wrong({ name }: InputFile, row: number, what: string, fix: string): SdcError {
  return new SdcError('WRONG_INPUT', `line ${row + 1} of ${name} ${what}`, { file: name, line: row + 1 }, fix)
}
