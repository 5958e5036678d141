import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SdcError } from '@sdc/core'
import { makeFolder, writeFilesSafely } from '@sdc/files/node'
import type { Command } from 'commander'
import { beforeOf, type BeforeOfPaper } from '../papers/before.js'
import { papers } from '../papers/index.js'
import type { Paper, PaperOptions } from '../papers/paper.js'
import { paperTables, partsOf } from '../papers/paper-tables.js'
import { paperPage, papersPage, type PageContent } from '../papers/page.js'
import { paperJson } from '../papers/json.js'
import { renderPaper } from '../papers/render.js'
import { renderSeeds, runSeeds } from '../papers/seeds.js'
import { placeCounts, summarise } from '../papers/summary.js'
import { renewalSeeds } from '../papers/verdict.js'
import type { StageContext } from '../stage-context.js'

interface Options {
  readonly own: boolean
  readonly seed: string
  readonly seeds?: string
  readonly json: boolean
  readonly figures?: string
  readonly table?: string
  readonly renew?: string
  readonly pages?: string
}

/** Adds `papers [ID]`: the tables of one paper or of all; exit status 1 if a value differs. */
export function addPapers(program: Command, context: StageContext): void {
  program
    .command('papers')
    .description("Compare the papers' values with ours.")
    .argument('[id]', `one paper: ${papers.map(({ id }) => id).join(', ')}`)
    .option('--table <name>', `one table of a paper: ${papers.map(tableNames).join('; ')}`)
    .option('--own', 'add a column measured on masks of this run', false)
    .option('--seed <text>', 'random seed of the masks', '5')
    .option('--seeds <list>', 'run several seeds: a number (20: seeds 1 to 20) or a list (101,102)')
    .option('--figures <dir>', 'draw the figures into a folder, as SVG')
    .option('--renew <file>', `write our values of ${renewalSeeds} seeds if the printed ones do not reproduce`)
    .option('--pages <dir>', 'write a page for each paper into a folder, as Markdown with its figures')
    .option('--json', 'print JSON', false)
    .action(async (id: string | undefined, options: Options) => {
      if (options.table !== undefined && id === undefined) {
        throw new SdcError('BAD_OPTION', '--table needs a paper', {}, 'As in: papers 000 --table 3.')
      }
      const { renew, seeds, pages } = options
      if (renew !== undefined) await renewBefore(chosen(id), renew, context)
      else if (pages !== undefined) await writePages(pages, options, context)
      else if (seeds === undefined) await onePass(id, options, context)
      else await severalSeeds(id, seedList(seeds), options, context)
    })
}

async function onePass(
  id: string | undefined,
  options: Options,
  { stdout, stderr, registry, setStatus }: StageContext,
): Promise<void> {
  const paperOptions: PaperOptions = { registry, own: options.own, seed: options.seed }
  const outputs: string[] = []
  const reports: unknown[] = []
  for (const paper of chosen(id)) {
    const { run, left } = partsOf(paper, id !== undefined)
    const tables = await paperTables({ ...paper, parts: run }, paperOptions, options.table)
    const summary = summarise(tables)
    const isWhole = left.length === 0 && options.table === undefined
    const places = isWhole ? placeCounts(paper, tables) : undefined
    const text = renderPaper(paper, tables, summary, places)
    outputs.push(
      left.length === 0 ? text : `${text}\nLeft out, since they take long: ${left.join(', ')} (papers ${paper.id}).`,
    )
    reports.push({ ...paperJson(paper, tables, summary, places), ...(left.length > 0 && { leftOut: left }) })
    if (!summary.passed) setStatus(1)
    if (options.figures !== undefined && paper.figures) {
      const folder = options.figures
      const drawn = await paper.figures(paperOptions)
      await makeFolder(folder)
      await writeFilesSafely(drawn.map(({ name, svg }) => ({ path: join(folder, name), content: svg })))
      stderr.write(`wrote ${drawn.map(({ name }) => join(folder, name)).join(', ')}\n`)
    }
  }
  stdout.write(options.json ? `${JSON.stringify({ papers: reports }, null, 2)}\n` : `${outputs.join('\n\n')}\n`)
}

/** Writes a page for each paper, and one that lists them. */
async function writePages(folder: string, { own, seed }: Options, { stderr, registry }: StageContext): Promise<void> {
  const options: PaperOptions = { registry, own, seed }
  const made: PageContent[] = []
  for (const paper of papers) {
    stderr.write(`paper ${paper.id}\n`)
    const tables = await paperTables(paper, options)
    const figures = (await paper.figures?.(options)) ?? []
    made.push({ paper, tables, summary: summarise(tables), places: placeCounts(paper, tables), figures })
  }
  await makeFolder(folder)
  const files = made.flatMap((page) => [
    { path: `${page.paper.id}.md`, content: paperPage(page) },
    ...page.figures.map(({ name, svg }) => ({ path: name, content: svg })),
  ])
  const all = [{ path: 'index.md', content: papersPage(made) }, ...files]
  await writeFilesSafely(all.map(({ path, content }) => ({ path: join(folder, path), content })))
}

async function severalSeeds(
  id: string | undefined,
  seeds: readonly string[],
  { own, json }: Options,
  { stdout, stderr, registry, setStatus }: StageContext,
): Promise<void> {
  const reports: unknown[] = []
  for (const paper of chosen(id)) {
    const all = await runSeeds(
      paper,
      id !== undefined,
      { registry, own, seed: '' },
      seeds,
      (line) => void stderr.write(`${line}\n`),
    )
    if (all.problems.length > 0 || all.runs.some(({ summary }) => !summary.passed)) setStatus(1)
    const runs = all.runs.map(({ seed, summary, differing }) => ({ seed, ...summary, differing }))
    reports.push({ id: paper.id, runs, left: all.left, places: all.places })
    if (!json) stdout.write(`${renderSeeds(all)}\n\n`)
  }
  if (json) stdout.write(`${JSON.stringify({ papers: reports }, null, 2)}\n`)
}

/** Writes our values of several seeds for each paper; those of other papers stay. */
async function renewBefore(
  ofPapers: readonly Paper[],
  file: string,
  { stdout, stderr, registry }: StageContext,
): Promise<void> {
  const all: Record<string, BeforeOfPaper> = JSON.parse(readFileSync(file, 'utf8'))
  // Other seeds than those of `--seeds`, which shall be independent.
  const seeds = Array.from({ length: renewalSeeds }, (_, i) => `renewal ${i + 1}`)
  for (const paper of ofPapers) {
    const options = { registry, own: false, seed: '' }
    const { runs } = await runSeeds(paper, true, options, seeds, (line) => void stderr.write(`${line}\n`))
    const made = beforeOf(runs.map(({ tables }) => tables))
    const old = all[paper.id] ?? {}
    for (const name of Object.keys(made)) if (!Object.hasOwn(old, name)) stdout.write(`new: ${paper.id} · ${name}\n`)
    for (const name of Object.keys(old)) if (!Object.hasOwn(made, name)) stdout.write(`gone: ${paper.id} · ${name}\n`)
    all[paper.id] = made
    const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
    await writeFilesSafely([{ path: file, content: `${JSON.stringify(sorted, null, 1)}\n` }])
  }
}

function seedList(text: string): string[] {
  const list = text.split(',').map((one) => one.trim())
  if (list.some((one) => one === '')) {
    throw new SdcError('BAD_OPTION', `--seeds ${text} has an empty seed`, {}, 'As in: --seeds 20, or --seeds 101,102.')
  }
  const [only = ''] = list
  const isCount = list.length === 1 && /^[1-9]\d{0,3}$/.test(only)
  return isCount ? Array.from({ length: Number(only) }, (_, i) => String(i + 1)) : list
}

function tableNames({ id, parts }: Paper): string {
  return `${id} has ${parts.map(({ name }) => name).join(', ')}`
}

function chosen(id: string | undefined): readonly Paper[] {
  if (id === undefined) return papers
  const paper = papers.find((one) => one.id === id)
  if (paper) return [paper]
  throw new SdcError(
    'BAD_OPTION',
    `there is no paper "${id}"`,
    {},
    `Papers: ${papers.map((one) => one.id).join(', ')}.`,
  )
}
