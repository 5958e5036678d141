import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'
import { main } from './main.js'

export interface Outcome {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command line in this process and returns its output. */
export async function sdc(...argv: readonly string[]): Promise<Outcome> {
  const held = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      held[stream] += typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
      return true
    }),
  )
  try {
    return { status: await main(argv), ...held }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Returns a temporary folder, which is removed after the tests of a file. */
export function workFolder(): {
  path: (name: string) => string
  write: (name: string, text: string) => string
  read: (name: string) => string
} {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-cli-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string): string => join(folder, name)
  return {
    path,
    write(name, text) {
      writeFileSync(path(name), text)
      return path(name)
    },
    read: (name) => readFileSync(path(name), 'utf8'),
  }
}

/**
 * Returns 60 people: an identifier with leading zeros, a text column, numbers in different notations, a missing value.
 */
export function peopleCsv(): string {
  const lines = Array.from({ length: 60 }, (_, i) => {
    const income = (1000 + ((i * 7919) % 613) * 10).toFixed(2)
    const tax = ((i * 104729) % 97) / 8
    return `${String(i).padStart(4, '0')},"${['north', 'south'][i % 2]}",${income},${tax},${i === 9 ? 'NA' : 20 + (i % 45)}`
  })
  return `id,"region",income,tax,age\r\n${lines.join('\r\n')}\r\n`
}

/** The axes of papers 003 and 004, in place of the limits of a release type. */
export const paperAxes: readonly string[] = ['--risk', 'risk/dr-combine', '--loss', 'loss/il-score']
