import type { Dataset, Registry } from '@sdc/core'
import {
  privateTableManifest,
  publicTableManifest,
  sha256Hex,
  type AppliedTable,
  type TableRun,
  type TableStep,
} from '@sdc/engine'
import { writeCsv } from '@sdc/files'
import { artefactIfNamed, manifestName, piecesOf, type Artefact } from '@sdc/inspect'
import type { TableInputFile } from '../cells/table-file.js'
import { viewPlot } from '../view/view-page.js'
import type { TableLayout } from '../view/view-rows.js'
import type { ProtectedTables } from './protected-tables.js'
import { columnsJson } from './replayed-columns.js'
import { viewContent, type TableFormat } from './view-content.js'

/** Names and forms of the output files of a protection; a file without a name is not written. */
export interface ArtefactOptions {
  /** Names of the internal and of the public versions, one per table. */
  readonly outs?: readonly string[] | undefined
  readonly publics?: readonly string[] | undefined
  /** Names of further public versions: HTML pages, one per table. */
  readonly publicPages?: readonly string[] | undefined
  /** Format of the internal version, if its name does not imply it. */
  readonly format?: TableFormat | undefined
  /** Layout of CSV files and workbooks of both versions. */
  readonly layout?: TableLayout | undefined
  /** Name of the private file. */
  readonly private?: string | undefined
  /** Names of plots of the intervals, one per table. */
  readonly plots?: readonly string[] | undefined
  /** Name of the file for the p-table of cell keys. */
  readonly writePtable?: string | undefined
  /** Base name of the public manifest; undefined if none is written. */
  readonly manifest?: string | undefined
}

/**
 * Returns the output files of a protection: internal and public versions, plots, p-table and manifests.
 *
 * @param made - The protected tables.
 * @param audit - Audit of the run.
 * @param inputs - The input tables.
 * @param options - Names and forms of the files.
 * @param registry - The table methods.
 * @param resultSha256 - Hash of the internal long form of each table.
 * @returns The files; public ones last.
 */
export async function protectedArtefacts(
  made: ProtectedTables,
  audit: TableStep,
  inputs: readonly TableInputFile[],
  options: ArtefactOptions,
  registry: Registry,
  resultSha256: readonly string[],
): Promise<Artefact[]> {
  const { manifest, writePtable } = options
  const { internal, open, pictures } = await viewArtefacts(made, options)
  const run = tableRun(made, audit, inputs, registry, open.map(sha256Of), resultSha256)
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
  return [
    ...internal,
    ...pictures,
    ...artefactIfNamed('internal-table', writePtable, () =>
      writeCsv(undefined, made.result.protection.result.report?.get('perturbation table') as Dataset),
    ),
    ...artefactIfNamed('private-manifest', options.private, () => json(privateTableManifest(run))),
    ...(manifest === undefined
      ? []
      : [{ kind: 'public-manifest' as const, name: manifestName(manifest), content: json(publicTableManifest(run)) }]),
    ...open,
  ]
}

const sha256Of = ({ content }: Artefact): string => sha256Hex(piecesOf(content))

/** Both versions of every table, and the plots. */
async function viewArtefacts(
  made: ProtectedTables,
  { outs, publics, publicPages, plots, layout, format }: ArtefactOptions,
): Promise<Readonly<Record<'internal' | 'open' | 'pictures', readonly Artefact[]>>> {
  const internal: Artefact[] = []
  const open: Artefact[] = []
  const pictures: Artefact[] = []
  for (const [t, view] of made.views.entries()) {
    const [out, shown, plot] = [outs?.[t], publics?.[t], plots?.[t]]
    if (out !== undefined) {
      const content = await viewContent(view, 'internal', out, made, { ...layout, format })
      internal.push({ kind: 'internal-table', name: out, content })
    }
    for (const name of [shown, publicPages?.[t]])
      if (name !== undefined)
        open.push({ kind: 'table', name, content: await viewContent(view, 'public', name, made, layout) })
    const svg =
      plot === undefined ? undefined : await viewPlot(view, `${view.of} of ${view.name}: what a reader can compute`)
    if (svg !== undefined) pictures.push({ kind: 'fits', name: plot, content: svg })
  }
  return { internal, open, pictures }
}

/** Content of the manifests. */
function tableRun(
  { views, linked, root, percent, result }: ProtectedTables,
  audit: TableStep,
  inputs: readonly TableInputFile[],
  registry: Registry,
  publicSha256: readonly string[],
  resultSha256: readonly string[],
): TableRun {
  return {
    registry,
    root,
    tables: views.map(({ by, status }, t) => ({
      dimensions: by,
      cells: status.length,
      suppressed: status.filter((one) => one > 0).length,
      input: piecesOf(inputs[t].file.content),
      columns: columnsJson(linked.files[t].columns),
    })),
    rules: result.rules.map(stepOf),
    percent,
    protection: stepOf(result.protection),
    rounding: result.rounding && stepOf(result.rounding),
    audit,
    publicSha256,
    resultSha256,
  }
}

const stepOf = ({ method, params }: AppliedTable): TableStep => ({
  method: method.id,
  params: params as Record<string, unknown>,
})
