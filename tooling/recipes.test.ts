import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dataset } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { writeCsv } from '@sdc/io'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { bundledProgram } from './testing/bundled-program.js'

const root = fileURLToPath(new URL('../', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'sdc-recipes-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const recipes = readFileSync(join(root, 'docs/recipes.md'), 'utf8')

/** The code of a recipe: of the section with this heading, in this language. */
function codeOf(heading: string, language: string): string {
  const section = recipes.split(/^## /m).find((text) => text.startsWith(heading))
  const code =
    section === undefined ? undefined : new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(section)?.[1]
  if (code === undefined) throw new Error(`docs/recipes.md has no ${language} under "${heading}"`)
  return code
}

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

/** Whether a program is there; of one that is not, it is said that its recipe was not run. */
function have(program: string): boolean {
  if (spawnSync(program, ['--version']).status === 0) return true
  console.warn(`skipped: the recipe needs ${program}, which is not here`)
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
  const columns = ['AGI', 'FICA', 'TAX'].map((name) => [name, data.column(name)] as const)
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

  it.runIf(have('make'))('in a Makefile, which stops where the limit is not kept and makes nothing twice', () => {
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
})
