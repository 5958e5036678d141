import { join } from 'node:path'
import { SdcError } from '@sdc/core'
import { makeFolder, writeFilesSafely } from '@sdc/files/node'
import type { Command } from 'commander'
import { papers } from '../papers/index.js'
import type { Paper, PaperOptions } from '../papers/paper.js'
import { paperTables, partsOf } from '../papers/paper-tables.js'
import { paperJson } from '../papers/json.js'
import { renderPaper } from '../papers/render.js'
import { summarise } from '../papers/summary.js'
import type { StageContext } from '../stage-context.js'

interface Options {
  readonly own: boolean
  readonly seed: string
  readonly json: boolean
  readonly figures?: string
  readonly table?: string
}

/** `papers [ID]`: the tables of one paper or of all; exit status 1 where one that should reproduce does not. */
export function addPapers(program: Command, { stdout, stderr, registry, setStatus }: StageContext): void {
  program
    .command('papers')
    .description("the papers' tables: ours, the printed value and a verdict")
    .argument('[id]', `one paper: ${papers.map(({ id }) => id).join(', ')}`)
    .option('--table <name>', `one table of a paper: ${papers.map(tableNames).join('; ')}`)
    .option('--own', 'a third column: the same measured on masks made in this run', false)
    .option('--seed <text>', "what this run's own masks are drawn from", '5')
    .option('--figures <dir>', 'draw the figures of the papers that have any into a folder, as SVG')
    .option('--json', 'the same as JSON', false)
    .action(async (id: string | undefined, options: Options) => {
      if (options.table !== undefined && id === undefined) {
        throw new SdcError('BAD_OPTION', '--table needs a paper', {}, 'As in: papers 000 --table 3.')
      }
      const paperOptions: PaperOptions = { registry, own: options.own, seed: options.seed }
      const outputs: string[] = []
      const reports: unknown[] = []
      for (const paper of chosen(id)) {
        const { run, left } = partsOf(paper, id !== undefined)
        const tables = await paperTables({ ...paper, parts: run }, paperOptions, options.table)
        const summary = summarise(tables)
        const text = renderPaper(paper, tables, summary)
        outputs.push(
          left.length === 0
            ? text
            : `${text}\nLeft out, since they take long: ${left.join(', ')} (papers ${paper.id}).`,
        )
        reports.push({ ...paperJson(paper, tables, summary), ...(left.length > 0 && { leftOut: left }) })
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
    })
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
