import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { asInfo, SdcError } from '@sdc/core'
import type { InternalReport } from '@sdc/report'
import { chosenPlanName, comparisonName, readComparison } from '@sdc/search'
import { readPlan } from '@sdc/release'
import { encoderOf } from '@sdc/release/node'
import type { Artefact } from '@sdc/inspect'
import {
  chosenReport,
  folderKind,
  internalContent,
  publicContent,
  notPublic,
  readPolicyChoice,
  readRelease,
  releaseReports,
  reportName,
  type ReportClass,
} from '@sdc/release/reports'
import { deliver } from '../output/deliver.js'
import { access, checkOutputs, identity, isFile, planData, readInput, readTable } from '../input/files.js'
import { plannedPlugins } from '../plugins/plan-plugins.js'
import { progress } from '../terminal/progress.js'
import { registryOf } from '../plugins/registry.js'
import { reportVersion } from '../output/report-version.js'
import { STANDARD_OUTPUT } from '../options/output-rules.js'
import * as option from '../options/options.js'

const flags = {
  allowPlugins: option.allowPlugins,
  encoding: option.encoding,
  out: option.required(option.text('<file>', 'write the report here (HTML); - prints it')),
  public: option.flag('write the public report instead of the internal one'),
  data: option.text('<file>', 'read the original from this file'),
  ...option.policyFlags,
  today: option.today,
}

type ReportCommandOptions = option.Given<typeof flags>

const help = `
The internal report supports the decision to release. On paper it has at most six pages. Page 1 is to be signed. Page 2 has the open columns, warnings by kind and other measures; page 3 the map and up to 15 candidates. Pages 4 and 5 show columns and relations before and after. Page 6 has the riskiest records by kind, each kind with a remedy. Long lists end with a count. Everything else is in the file, closed and not printed: methods, attacks, all measures, and the whole report as JSON.

It contains facts about the original: only its owner may read it (mode 0600).

The public report (--public) accompanies a released file. It says what is exact, what needs care, and what to avoid. It has no parameters, no risks and no facts about the original.

DIR is the output folder of sdc compare, or a release. For a comparison, the command runs the chosen plan and measures its result. A release folder has the private file, the masked file, and the original (or --data).

The file name shows who may read it: -o report.html becomes report.INTERNAL.html, or report.PUBLIC.html. A report is one file without scripts, for a browser or for print. The same input gives the same bytes.

Examples:
  sdc report comparison/ -o report.html
  sdc report release/ --data census.csv -o report.html
  sdc report release/ --data census.csv --policy policy.yaml --for scientific-use -o report.html
  sdc report release/ --data census.csv --public -o census.PUBLIC.html`

/** `sdc report DIR`: a document of a release, or of a choice, for signature. */
export function add(program: Command): void {
  const command = option
    .addFlags(program.command('report'), flags)
    .argument('<dir>', 'folder of a comparison, or of a release')
    .addHelpText('after', help)
    .action(async (folder: string, options: ReportCommandOptions) => {
      const { out = STANDARD_OUTPUT } = options
      const classification: ReportClass = options.public ? 'PUBLIC' : 'INTERNAL'
      checkPolicyOptions(options)
      const name = out === STANDARD_OUTPUT ? undefined : reportName(out, classification)
      const names = await filesIn(folder)
      const kind = folderKind(folder, names)
      const bar = progress('making the report')
      const how = { ...options, folder, names, out: name, tick: bar.tick, command }
      const artefact = kind === 'release' ? await ofRelease(how) : await ofChoice(how)
      bar.done()
      const renamed = name === undefined || name === out ? '' : `: the name shows who may read it`
      const wrote = name === undefined ? [] : [asInfo(`wrote ${name}${renamed}`)]
      await deliver({ artefacts: [artefact], messages: wrote })
    })
}

/** Refuses options that only apply with a policy. */
function checkPolicyOptions({ policy, ...options }: ReportCommandOptions): void {
  const idle = policy === undefined && (['for', 'today'] as const).find((name) => options[name] !== undefined)
  if (!idle) return
  const fix = 'Name the policy: --policy FILE, or an example such as --policy scientific-use.'
  throw new SdcError('BAD_OPTION', `--${idle} needs a policy`, { parameter: `--${idle}` }, fix)
}

interface HowReported extends Omit<ReportCommandOptions, 'out'> {
  readonly command: Command
  readonly folder: string
  readonly names: readonly string[]
  /** Name of the report; undefined if it is printed. */
  readonly out: string | undefined
  readonly tick: (fraction: number) => void
}

async function ofChoice(how: HowReported): Promise<Artefact> {
  const { command, folder, out, tick } = how
  const result = join(folder, comparisonName)
  if (how.public) {
    const fix = 'Release its choice first (sdc run chosen-plan.yaml --release), then report on the release.'
    throw notPublic('a comparison has', fix)
  }
  const planPath = join(folder, chosenPlanName)
  const planFile = await readInput(planPath)
  const { plan } = readPlan(planFile)
  const plugins = plannedPlugins(command, plan, planPath, how)
  const registry = await registryOf(command, plugins)
  const dataPath = planData(planPath, plan, how.data)
  await checkData(dataPath, folder, how.data)
  await checkOutputs([dataPath, planPath, result], [out])
  const compared = readComparison(await readInput(result))
  const source = await readTable(dataPath, plan.schema)
  const policy = await readPolicyChoice(access, how, registry)
  const input = { registry, source, policy, data: dataPath, plan, compared }
  const report = await chosenReport({ ...input, version: reportVersion(), tick })
  return internal(out, () => report)
}

/** Refuses a comparison whose data file does not exist. */
async function checkData(path: string, folder: string, given: string | undefined): Promise<void> {
  if (path === '-' || (await isFile(path))) return
  const message = `${folder} has a comparison, but its data file ${path} does not exist`
  const fix = given === undefined ? 'Name the data of the comparison: --data FILE.' : 'Correct --data.'
  throw new SdcError('FILE', message, { file: path }, fix)
}

async function ofRelease(how: HowReported): Promise<Artefact> {
  const { command, folder, data, out, tick } = how
  const own = data === undefined ? undefined : await identity(data)
  const paths: string[] = []
  for (const path of how.names.filter(mayBeRead).map((name) => join(folder, name)))
    if (/\.json$/i.test(path) || (await identity(path)) !== own) paths.push(path)
  const release = await readRelease(access, folder, paths, how)
  await checkOutputs([...paths, release.original.name], [out])
  const registry = await registryOf(command)
  const policy = await readPolicyChoice(access, how, registry)
  const reports = await releaseReports({
    registry,
    ...release,
    policy,
    version: reportVersion(),
    encodeAs: (name) => encoderOf({ out: name }),
    tick,
  })
  if (!how.public) return internal(out, reports.internal)
  return { kind: 'public-report', name: out, content: await publicContent(reports.public) }
}

async function internal(name: string | undefined, report: () => InternalReport): Promise<Artefact> {
  return { kind: 'internal-report', name, content: await internalContent(report) }
}

/** Skips reports and pictures of earlier runs. */
function mayBeRead(name: string): boolean {
  return /\.(json|csv|tsv|tab|txt|dat|gz|parquet|pq|z?sav|dta|xpt|xlsx)$/i.test(name)
}

/** Returns the names of the files in a folder, sorted; throws FILE if it is not a folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(async () => {
    const what = (await isFile(folder)) ? `${folder} is a file` : `there is no folder ${folder}`
    const fix = 'Name the folder of sdc compare -o, or one with a release and its private file.'
    throw new SdcError('FILE', what, { file: folder }, fix)
  })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort((a, b) => (a < b ? -1 : 1))
}
