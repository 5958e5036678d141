import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sdcProcess, type Outcome } from './sdc-process.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface Workplace {
  readonly folder: string
  /** Runs the built command line in the folder, with these plugins: all of them in one process. */
  sdc(plugins: readonly string[], ...args: readonly string[]): Promise<Outcome>
  write(name: string, content: string | object): string
  read(name: string): string
  exists(name: string): boolean
  remove(): void
}

/** A folder outside the repository with the new plugins, and the built packages in its node_modules. */
export function workplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-newcomers-'))
  mkdirSync(join(folder, 'node_modules/@sdc'), { recursive: true })
  cpSync(join(root, 'tooling/newcomers'), folder, { recursive: true })
  for (const name of readdirSync(join(root, 'packages')).filter((entry) => !entry.endsWith('.md')))
    symlinkSync(join(root, 'packages', name), join(folder, 'node_modules/@sdc', name), 'dir')
  symlinkSync(join(root, 'packages/core/node_modules/zod'), join(folder, 'node_modules/zod'), 'dir')
  const host = sdcProcess()
  return {
    folder,
    sdc: (plugins, ...args) =>
      host.run(folder, [...args, ...plugins.flatMap((name) => ['--plugin', `./${name}/index.js`])]),
    write(name, content) {
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
      return name
    },
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    exists: (name) => existsSync(join(folder, name)),
    remove() {
      host.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** 240 people: an identifier, two categories, numbers that depend on each other, a sampling weight. */
export function peopleCsv(): string {
  const regions = ['north', 'south', 'east', 'west', 'south', 'north', 'north']
  const jobs = ['nurse', 'clerk', 'driver', 'clerk', 'teacher']
  const lines = Array.from({ length: 240 }, (_, i) => {
    const income = 1000 + ((i * 7919) % 613) * 10
    const tax = income / 5 + ((i * 104_729) % 97)
    return [i + 1, regions[(i * 31) % 7], jobs[(i * 17) % 5], 20 + ((i * 13) % 45), income, tax, 1 + (i % 4)].join()
  })
  return `id,region,job,age,income,tax,w\n${lines.join('\n')}\n`
}

/** Schema of the columns of `peopleCsv`. */
export const peopleSchema = {
  columns: {
    id: { role: 'identifier' },
    region: { role: 'quasi-identifier' },
    job: { role: 'quasi-identifier' },
    income: { role: 'confidential' },
    tax: { role: 'confidential' },
    w: { role: 'weight' },
  },
} as const
