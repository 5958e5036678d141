import { join } from 'node:path'
import { type Command } from 'commander'
import { SdcError } from '@sdc/core'
import { parsePrivateTableManifest, type PrivateTableManifest } from '@sdc/engine'
import { inDocument, manifestName, readDocument, refuseDifferent } from '@sdc/inspect'
import { budgetSeconds } from '@sdc/search'
import {
  formatOf,
  exceptionCount,
  protectedJson,
  protectedVerdict,
  protectTableFiles,
  reasonCodes,
  tableFormats,
  viewText,
  type TableFormat,
  type TableInputFile,
  readTableOptions,
  readTableInput,
} from '@sdc/tables'
import { deliver, print } from '../../output/deliver.js'
import { access, checkOutputs, isFile, readInput } from '../../input/files.js'
import { registryOf } from '../../plugins/registry.js'
import { checkNames } from '@sdc/release/node'
import { screenOf } from '../../terminal/screen.js'
import { tableFlags, tableOptionsHelp, ownContributions, singletons, protectionFlags } from './table-options.js'
import { tableNames } from './table-outputs.js'
import { progress } from '../../terminal/progress.js'
import * as option from '../../options/options.js'

const flags = {
  ...tableFlags,
  ...protectionFlags,
  cost: option.choice('<what>', 'set the cost of secondary suppressions', ['value', 'count', 'one', 'log', 'column']),
  exact: option.flag('search the cheapest pattern, within --budget'),
  heuristic: option.flag('search a good pattern fast'),
  method: option.text('<id>', 'use another protection (sdc table methods)'),
  set: option.set('set a parameter of the protection'),
  ptable: option.text('<file>', 'read a p-table for tabular/cell-key: count, v, p (CSV)'),
  writePtable: option.text('<file>', 'write the p-table that tabular/cell-key used'),
  thenRound: option.value(
    '<base>',
    'round the unsuppressed cells to this base',
    option.numberThat((b) => Number.isInteger(b) && b >= 2, 'a whole number from 2, as in 5'),
  ),
  zeros: option.choice('<what>', 'publish cells of value 0, or allow their suppression', ['published', 'suppressible']),
  singletons,
  ownContributions,
  acceptExceptions: option.flag('write the public version although some cells stay unprotected'),
  budget: option.value('<time>', 'limit the exact search: 30s, 2m, 1h', budgetSeconds),
  seed: option.seed,
  replay: option.text('<file>', 'replay the run of a private file'),
  out: option.text('<file>', 'write the internal version here; default: print it'),
  format: option.choice('<form>', 'set the form of -o', tableFormats),
  reasonCodes: option.choice('<whose>', 'write reasons as status letters of this agency', reasonCodes),
  layout: option.choice('<layout>', 'write one line per cell, or one dimension across', ['long', 'wide']),
  mark: option.text('<text>', 'write this text for suppressed values in --public'),
  outLocale: option.text('<tag>', 'write numbers of this language; default: as --locale'),
  thousands: option.flag('mark thousands in written numbers'),
  public: option.text('<file>', 'write the version to publish'),
  private: option.privateFile,
  plot: option.text('<file>', 'draw the intervals of suppressed cells; keep it secret (SVG)'),
  json: option.json('table-protect', 'print the result as JSON'),
}

type ProtectOptions = option.Given<typeof flags>

const help = `${tableOptionsHelp}

A cell is sensitive by a rule (--rule, repeatable), or by its status in the table (--status):
  p=15%     a respondent can compute another's contribution to within 15 %
  nk=1,50   one respondent has more than 50 % of the cell
  pq=10,80  as p, for readers who know each contribution to within 80 %
  freq=3    fewer than 3 contributors
sdc table methods lists all rules with their parameters. Secondary cells are also suppressed, so that no reader can compute a sensitive cell more closely than its level allows. Every pattern is audited before it is written.

Internal version (-o): it distinguishes sensitive (primary) from secondary cells, and names the rules that each breaks (p=15%+freq=3). Its columns:
  lower, upper           the levels: the required uncertainty
  low, high              limits that a reader can compute; empty if there are none
  alone_in               a cell with one respondent
  alone_low, alone_high  limits that this respondent can compute

Version to publish (--public): all suppressed cells look alike. Only the internal HTML and --plot have true values of suppressed cells. A manifest (….manifest.json) is written next to the public version, or next to -o. It names the method and discloses no value.

Forms: CSV, an Excel workbook (.xlsx), text, JSON or HTML. A wide table has one dimension across; each code of a third has a block (CSV) or a sheet. Workbooks have bold totals and a mark for suppressed values.

Several tables are linked: cells in two tables are the same cell, and all tables are protected together. -o, --public and --plot then name a folder (DIR/), or numbered files: out.1.csv, out.2.csv.

Examples:
  sdc table protect t.csv --by row,col --value value --status status --protection 20 --cost value --exact -o out.csv
  sdc table protect revenue.csv --rule p=15% -o internal.html --public revenue-public.csv --private keep.json
  sdc table protect by-state.csv by-branch.csv --rule freq=3 -o internal/ --public public/
  sdc table protect wide.xlsx --by region,sex --rule freq=3 --public shown.xlsx --mark :
  sdc table protect counts.csv --method tabular/cell-key --set V=3 -o internal.csv --public public.csv
  sdc table protect counts.csv --rule freq=3 --then-round 5 -o internal.csv --public public.csv`

export function addTableProtect(table: Command): void {
  const command = option
    .addFlags(table.command('protect'), flags)
    .description('protect sensitive cells by suppression, rounding or perturbation')
    .argument('<tables...>', 'tables (CSV or .xlsx); several are linked')
    .addHelpText('after', help)
    .action(async (paths: readonly string[], options: ProtectOptions) => {
      const registry = await registryOf(command)
      const { out, public: open, private: secret, plot, format, replay: keep, json = false } = options
      const { ptable, writePtable } = options
      const replay = keep === undefined ? undefined : await readPrivate(keep, command)
      const { columns, paths: read } = await readTableOptions(access, options)
      const outs = await tableNames(out, paths, '-o', format && `.${format === 'text' ? 'txt' : format}`)
      const publics = await tableNames(open, paths, '--public')
      const plots = await tableNames(plot, paths, '--plot', '.svg')
      const forms = [
        ...(outs ?? []).map((name) => formatOf(name, format)),
        ...(publics ?? []).map((name) => formatOf(name)),
      ]
      checkLaidOut(options, forms)
      const manifest = manifestBase(publics ?? outs, paths.length > 1 ? (open ?? out) : undefined)
      const outputs = [
        secret,
        writePtable,
        ...(outs ?? []),
        ...(publics ?? []),
        ...(plots ?? []),
        manifest && manifestName(manifest),
      ]
      const written = outputs.filter((path) => path !== undefined)
      await checkOutputs([...paths, ...read, keep, ptable], written)
      await refuseExistingKey(secret)
      const tables: TableInputFile[] = []
      for (const path of paths)
        tables.push(replay ? { file: await readInput(path) } : await readTableInput(access, path, columns))
      await checkNames(written.map((path) => ({ path, exclusive: path === secret })))
      const bar = progress('protecting')
      const requirements = { ...options, ptable: ptable === undefined ? undefined : await readInput(ptable) }
      const asked = { columns, requirements, rules: options.rule, percent: options.protection, seed: options.seed }
      const { acceptExceptions = false } = options
      const { layout, across, mark, outLocale, locale, thousands } = options
      const laidOut = { layout, across, mark, locale: outLocale ?? locale, thousands }
      const named = {
        outs,
        publics,
        plots,
        format,
        layout: laidOut,
        reasonCodes: options.reasonCodes,
        private: secret,
        manifest,
        writePtable,
        acceptExceptions,
      }
      const outcome = await protectTableFiles(
        tables,
        { ...asked, ...named, replay, screen: screenOf(command.opts(), process.stderr), tick: bar.tick },
        registry,
      ).finally(bar.done)
      if (json) print(protectedJson(outcome.result))
      else if (out === undefined)
        for (const view of outcome.result.views) print(viewText(view, 'internal', screenOf(command.opts())))
      await deliver(outcome)
      refuseDifferent(outcome.replayed)
      if (exceptionCount(outcome.result) === 0 || acceptExceptions) return
      const fix = `Read the warnings above${open === undefined ? '' : `; ${open} was not written`}. Follow them, or accept the exceptions: --accept-exceptions.`
      throw new SdcError('BEYOND_LIMIT', protectedVerdict(outcome.result)[0], {}, fix)
    })
}

/**
 * Returns the base of the name of the public manifest: the public version, else the internal one; one for a folder of
 * several tables.
 */
function manifestBase(names: readonly string[] | undefined, several: string | undefined): string | undefined {
  if (names === undefined || names.length === 0) return undefined
  if (several === undefined) return names[0]
  return names[0].startsWith(join(several, '/')) ? join(several, 'tables') : several
}

/** Options of outputs, which a replay accepts. */
const freeOfReplay = [
  'all',
  'replay',
  'out',
  'format',
  'public',
  'private',
  'plot',
  'json',
  'plugin',
  'layout',
  'across',
  'mark',
  'outLocale',
  'thousands',
]

/** Reads the private file of an earlier run; refuses options that would change the run. */
async function readPrivate(path: string, command: Command): Promise<PrivateTableManifest> {
  const free = new Set(freeOfReplay)
  const given = command.options.find(
    (option) => !free.has(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === 'cli',
  )
  if (given !== undefined) {
    const message = `--replay and ${given.long ?? given.flags} exclude each other`
    throw new SdcError('BAD_OPTION', message, { parameter: given.long ?? given.flags }, 'Leave one of them out.')
  }
  const file = await readInput(path)
  return inDocument(file, () => parsePrivateTableManifest(readDocument(file)))
}

/** Refuses an existing private file, which may be the only key to a published table. */
async function refuseExistingKey(path: string | undefined): Promise<void> {
  if (path === undefined || !(await isFile(path))) return
  const fix = 'It may be the only key to a published table: choose another name, or move it away.'
  throw new SdcError('BAD_OPTION', `the private file ${path} exists already`, { file: path }, fix)
}

/** Refuses options of the layout if neither a CSV file nor a workbook is written. */
function checkLaidOut({ layout, mark, outLocale, thousands }: ProtectOptions, forms: readonly TableFormat[]): void {
  if ([layout, mark, outLocale, thousands].every((one) => one === undefined)) return
  if (forms.some((form) => form === 'csv' || form === 'xlsx')) return
  const message = '--layout, --mark, --out-locale and --thousands need a CSV or .xlsx output'
  throw new SdcError('BAD_OPTION', message, {}, 'Name one: --public shown.csv, or -o internal.xlsx.')
}
