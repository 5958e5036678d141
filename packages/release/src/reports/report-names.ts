import { option, SdcError } from '@sdc/core'

/** Class of a report by its readers; the word is in its name, its head and on every printed page. */
export type ReportClass = 'INTERNAL' | 'PUBLIC'

/**
 * Returns the name of a report, which always contains its class.
 *
 * @param out - Name that the user gave: `report.html`.
 * @param classification - Class of the report.
 * @returns `report.INTERNAL.html`; a name that has the class already is unchanged.
 * @throws BAD_OPTION for a name with the other class.
 */
export function reportName(out: string, classification: ReportClass): string {
  const at = Math.max(out.lastIndexOf('/'), out.lastIndexOf('\\')) + 1
  const [folder, name] = [out.slice(0, at), out.slice(at)]
  const other: ReportClass = classification === 'INTERNAL' ? 'PUBLIC' : 'INTERNAL'
  if (says(name, other)) {
    const message = `the name ${name} says ${other}, and the report is ${classification}`
    const fix =
      classification === 'INTERNAL'
        ? `It holds facts about the original. Choose another name, or ask for the public one: ${option('public')}.`
        : `Choose another name, or leave out ${option('public')}.`
    throw new SdcError('BAD_OPTION', message, { file: out }, fix)
  }
  if (says(name, classification)) return out
  const [, base = name, end = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? []
  return `${folder}${base}.${classification}${end === '' ? '.html' : end}`
}

/** Returns true if a name has a word, between marks or at its ends. */
function says(name: string, word: ReportClass): boolean {
  return name
    .toUpperCase()
    .split(/[^A-Z]+/)
    .includes(word)
}

/**
 * Returns the name of a run's report.
 *
 * @param beside - A file in the same folder.
 * @param out - The masked file, whose name it gets.
 * @param classification - Class of the report.
 * @returns `<folder of beside>/<out without its ending>.report.INTERNAL.html`.
 */
export function runReportName(beside: string, out: string, classification: ReportClass): string {
  const folder = beside.slice(0, Math.max(beside.lastIndexOf('/'), beside.lastIndexOf('\\')) + 1)
  const name = out.slice(Math.max(out.lastIndexOf('/'), out.lastIndexOf('\\')) + 1)
  return `${folder}${name.replace(/(.)\.[^.]*$/, '$1')}.report.${classification}.html`
}
