import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { dataset } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { writeCsv } from '@sdc/files'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { bundledProgram, fromSources } from '@sdc/testing/bundled-program'

const root = fileURLToPath(new URL('../', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'sdc-recipes-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const recipes = readFileSync(join(root, 'docs/recipes.md'), 'utf8')

/** Returns the code of a recipe: of the section with this heading, in this language. */
function codeOf(heading: string, language: string): string {
  const section = recipes.split(/^## /m).find((text) => text.startsWith(heading))
  const code =
    section === undefined ? undefined : new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(section)?.[1]
  if (code === undefined) throw new Error(`docs/recipes.md has no ${language} under "${heading}"`)
  return code
}

const chromiumPath = process.env.SDC_CHROMIUM ?? '/usr/bin/chromium'

interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program in the folder of the recipes, with `sdc` on its path. */
function run(program: string, ...args: readonly string[]): Ran {
  const path = [join(scratch, 'bin'), process.env.PATH].join(delimiter)
  return spawnSync(program, args, { cwd: scratch, env: { ...process.env, PATH: path }, encoding: 'utf8' })
}

/** Returns true if a program is installed; otherwise it prints that its recipe was not run. */
function have(program: string): boolean {
  if (spawnSync(program, ['--version']).status === 0) return true
  process.stderr.write(`skipped: the recipe needs ${program}, which is not here\n`)
  return false
}

function write(name: string, content: string): void {
  writeFileSync(join(scratch, name), content)
}

const read = (name: string): string => readFileSync(join(scratch, name), 'utf8')

beforeAll(async () => {
  mkdirSync(join(scratch, 'bin'))
  const program = await bundledProgram('apps/cli/src/cli.ts', join(scratch, 'bin', 'sdc.mjs'))
  write('bin/sdc', `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
  chmodSync(join(scratch, 'bin', 'sdc'), 0o755)
  const data = census()
  const columns = ['AGI', 'FICA', 'TAXINC'].map((name) => [name, data.column(name)] as const)
  write('data.csv', writeCsv(undefined, dataset(columns)))
  write('plan.yaml', codeOf('In a Makefile', 'yaml'))
})

describe('the recipes', () => {
  it.runIf(have('Rscript'))('from R', () => {
    write('recipe.R', codeOf('From R', 'r'))
    const { status, stdout, stderr } = run('Rscript', 'recipe.R')
    expect(stderr).not.toMatch(/error/i)
    expect(status).toBe(0)
    expect(stdout).toMatch(/risk\/dbrl/)
  })

  it.runIf(have('python3'))('from Python', () => {
    write('recipe.py', codeOf('From Python', 'python'))
    const { status, stdout, stderr } = run('python3', 'recipe.py')
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^1080 records\nrisk\/dbrl \d+(\.\d+)?\n$/)
  })

  it.runIf(have('make'))('in a Makefile, which stops at an exceeded limit and makes nothing twice', () => {
    const makefile = codeOf('In a Makefile', 'make')
    write('Makefile', makefile)
    expect(run('make', 'risk.json').status).toBe(0)
    expect(JSON.parse(read('risk.json'))).toMatchObject({ n: 1080 })
    expect(run('make', 'risk.json').stdout).toContain('up to date')
    rmSync(join(scratch, 'risk.json'))
    write('Makefile', makefile.replace('risk/dbrl=60', 'risk/dbrl=0'))
    const strict = run('make', 'risk.json')
    expect(strict.status).toBe(2)
    expect(strict.stderr).toMatch(/BEYOND_LIMIT[\s\S]*Error 3/)
    expect(() => read('risk.json')).toThrow('ENOENT')
  })

  it('in a CI job, whose steps end with status 3 above the limit', () => {
    const job = parse(codeOf('In a CI job', 'yaml')) as { jobs: { risk: { steps: { run?: string }[] } } }
    const commands = job.jobs.risk.steps.flatMap((step) => step.run ?? []).filter((line) => line.startsWith('sdc '))
    expect(commands).toHaveLength(2)
    for (const command of commands) expect(run('sh', '-c', command).status).toBe(0)
    expect(run('sh', '-c', commands[1].replace(/=60$/, '=1')).status).toBe(3)
  })

  it('in a browser: the page is bundled without Node, and masks a file', async () => {
    write('page.html', codeOf('In a browser', 'html'))
    await build({
      stdin: { contents: codeOf('In a browser', 'ts'), loader: 'ts', resolveDir: root },
      outfile: join(scratch, 'page.js'),
      bundle: true,
      minify: true,
      plugins: [fromSources],
    })
    expect(read('page.js').length).toBeLessThan(600_000)
    if (!existsSync(chromiumPath)) {
      process.stderr.write('skipped: the page was bundled, and not opened, since there is no Chromium here\n')
      return
    }
    const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] })
    try {
      const page = await browser.newPage()
      await page.goto(pathToFileURL(join(scratch, 'page.html')).href)
      await page.setInputFiles('#file', join(scratch, 'data.csv'))
      await page.getByText('1080 records, masked').waitFor({ timeout: 10_000 })
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('#masked')])
      await download.saveAs(join(scratch, 'downloaded.csv'))
    } finally {
      await browser.close()
    }
    const [header, ...records] = read('downloaded.csv').trim().split(/\r?\n/)
    expect(header).toBe('AGI,FICA,TAXINC')
    expect(records).toHaveLength(1080)
  })
})
