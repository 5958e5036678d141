import { contractVersion, messageText, option, SdcError } from '@sdc/core'
import type { Content } from '@sdc/inspect'
import { longForm } from '../view/long-form.js'
import type { ProtectedTables } from './protected-tables.js'
import { viewJson } from './protected-json.js'
import { protectedFacts } from './protected-messages.js'
import { protectedRows } from './protected-table.js'
import { protectedVerdict, publicVerdict } from './protected-verdict.js'
import type { TableVersion, TableView } from '../view/table-view.js'
import { viewPage } from '../view/view-page.js'
import { isLaidOut, viewCsv, viewXlsx, type TableLayout } from '../view/view-rows.js'
import { viewText } from '../view/view-text.js'

/** Formats of output tables. */
export const tableFormats = ['csv', 'xlsx', 'text', 'json', 'html'] as const

export type TableFormat = (typeof tableFormats)[number]

const ends: Readonly<Record<string, TableFormat>> = {
  csv: 'csv',
  tsv: 'csv',
  xlsx: 'xlsx',
  txt: 'text',
  text: 'text',
  json: 'json',
  html: 'html',
  htm: 'html',
}

/**
 * Returns the format implied by the ending of a name.
 *
 * @param name - Name of the file.
 * @param format - Requested format, if any.
 * @returns The format.
 * @throws BAD_OPTION for an ending without one
 */
export function formatOf(name: string, format?: TableFormat): TableFormat {
  const end = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const found = format ?? (Object.hasOwn(ends, end) ? ends[end] : undefined)
  if (found) return found
  const fix = `Name it .csv, .xlsx, .txt, .json or .html, or say it: ${option('format', 'csv')}.`
  throw new SdcError('BAD_OPTION', `the name ${name} does not say in which form to write it`, { file: name }, fix)
}

/**
 * Returns one table in one version, in the format implied by its name.
 *
 * @param view - The table.
 * @param version - Internal or public.
 * @param name - Name of the file.
 * @param made - The protected tables.
 * @param layout - Layout of a CSV file or workbook, and the format if the name does not imply it.
 * @returns The file.
 */
export async function viewContent(
  view: TableView,
  version: TableVersion,
  name: string | undefined,
  made: ProtectedTables,
  layout: TableLayout & { readonly format?: TableFormat | undefined } = {},
): Promise<Content> {
  switch (formatOf(name ?? '', layout.format)) {
    case 'csv':
      return isLaidOut(layout) ? viewCsv(view, version, layout) : longForm(view, version, made.codes)
    case 'xlsx':
      return viewXlsx(view, version, layout)
    case 'text':
      return viewText(view, version)
    case 'json':
      return `${JSON.stringify(viewJson(view, version, made), null, 2)}\n`
    case 'html':
      return viewPage(view, {
        version,
        codes: made.codes,
        title: `${view.of} by ${view.by.join(' and ')}`,
        verdict: version === 'internal' ? protectedVerdict(made) : [publicVerdict(view)],
        cells: made.result.protection.result.table === undefined ? protectedRows(made) : [],
        facts: protectedFacts(made).map(messageText),
        footer: `sdc, contract ${contractVersion}`,
      })
  }
}
