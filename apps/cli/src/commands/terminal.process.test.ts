import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledProgram } from '@sdc/testing/bundled-program'
import { peopleCsv } from '../cli.fixture.js'

/* Behaviour in a terminal: `script` (util-linux) opens one, 70 columns wide, and records its output. */
const folder = mkdtempSync(join(tmpdir(), 'sdc-terminal-'))
const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const hasTerminal = has('script') && /util-linux/.test(String(spawnSync('script', ['--version']).stdout))
let program = ''
beforeAll(async () => {
  writeFileSync(join(folder, 'people.csv'), peopleCsv())
  const steps = [7919, 104_729, 1_299_709, 15_485_863, 32_452_843, 49_979_687, 67_867_967]
  const records = Array.from({ length: 150_000 }, (_, i) => steps.map((step) => (i * step) % 100_003).join(','))
  writeFileSync(join(folder, 'long.csv'), `a,b,c,d,e,f,g\n${records.join('\n')}\n`)
  program = await bundledProgram('apps/cli/src/cli.ts', join(folder, 'sdc.mjs'))
  writeFileSync(join(folder, 'sdc'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, { mode: 0o755 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Recording {
  readonly status: number | null
  readonly text: string
}

/** Runs a line in a terminal; presses Ctrl-C each time the next text appears. */
function record(line: string, ...interruptAt: readonly RegExp[]): Promise<Recording> {
  const child = spawn('script', ['-qec', `stty cols 70; exec ${line}`, '/dev/null'], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, SHELL: '/bin/sh' },
  })
  let text = ''
  let pressed = 0
  child.stdout.on('data', (piece: Buffer) => {
    text += piece.toString()
    if (interruptAt[pressed]?.test(text) !== true) return
    pressed++
    child.stdin.write('\u0003')
  })
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, text })))
}

describe.runIf(hasTerminal)('a long run in a terminal', () => {
  it('has one progress line that is rewritten, and removed before the result', async () => {
    const { status, text } = await record('sdc mask long.csv --method microaggregation/mdav --columns all -o out.csv')
    expect([status, existsSync(join(folder, 'out.csv'))]).toEqual([0, true])
    const lines = text.split('\r').filter((line) => line.startsWith('masking: '))
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) {
      expect(line.length).toBeLessThan(70)
      expect(line).toMatch(/^masking: [a-z].*, \d+ %, [1-9]\d* s(, about .* left)? *$|…$/)
    }
    expect(text.slice(text.lastIndexOf('masking: '))).toMatch(/^masking: [^\r]*\r +\r[^\r]/)
  })

  it('ends with its results on Ctrl-C, and at once on a second one', async () => {
    const compare = 'sdc compare long.csv --columns a,b,c'
    const once = await record(`${compare} -o found`, /comparing: /)
    expect(once.text).toMatch(/comparing: .*, part \d+ of \d+, \d+ s/)
    expect(once.text).toMatch(/the comparison was stopped after \d+ of \d+ parts/)
    expect(existsSync(join(folder, 'found', 'comparison.json'))).toBe(true)
    const twice = await record(`${compare} -o made/comparison`, /comparing: /, /Ctrl-C again/)
    expect(twice.status).toBe(130)
    // Only the files that --resume needs may remain.
    const made = join(folder, 'made/comparison')
    const left = existsSync(made) ? readdirSync(made) : []
    expect(left.filter((name) => name !== 'measurements.INTERNAL.jsonl')).toEqual([])
  })
})

describe('a run out of core ended by a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s ends with %i and leaves no files', async (signal, status) => {
    const argv = ['mask', 'long.csv', '--method', 'noise/additive', '--columns', 'a,b', '--seed', '1', '--workers', '1']
    const child = spawn(process.execPath, [program, ...argv, '-o', 'parts.csv'], { cwd: folder })
    let text = ''
    child.stderr.on('data', (piece: Buffer) => {
      const isFirst = !text.includes('is masked out of core')
      text += piece.toString()
      if (isFirst && text.includes('is masked out of core')) child.kill(signal)
    })
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(status)
    expect(text).toContain('CANCELLED: the run was interrupted')
    expect(readdirSync(folder).filter((name) => name.includes('parts.csv'))).toEqual([])
  })

  it.runIf(hasTerminal)('cleans up even if a terminal shows its progress', async () => {
    const mask = 'sdc mask long.csv --method noise/additive --columns a,b --seed 1 --workers 1 -o parts.csv'
    expect((await record(mask, /is masked out of core/)).status).toBe(130)
    expect(readdirSync(folder).filter((name) => name.includes('parts.csv'))).toEqual([])
  })
})

describe('the standard input', () => {
  const run = (line: string): string =>
    execFileSync('bash', ['-c', line], {
      cwd: folder,
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    }).toString()

  it('is read under the name -, from a pipe and from a file', () => {
    const mask = 'sdc mask FILE --method microaggregation/mdav --columns income --seed 1 -q 2>/dev/null'
    const plain = run(mask.replace('FILE', 'people.csv'))
    expect(plain).toMatch(/^id,/)
    expect(run(`cat people.csv | ${mask.replace('FILE', '-')}`)).toBe(plain)
    expect(run(`${mask.replace('FILE', '-')} < people.csv`)).toBe(plain)
  })
})

describe('the standard output', () => {
  /** Runs a line whose reader closes the pipe at once; returns the status of the first command. */
  const statusOf = (line: string): string =>
    execFileSync('bash', ['-c', `${line} 2>/dev/null | true; echo "${'${PIPESTATUS[0]}'}"`], {
      cwd: folder,
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    }).toString()

  it('keeps the exit status of the command if its reader closes the pipe', () => {
    const policy = 'version: 1\nreleases: { x: { limits: { loss/il1s: 0 } } }\n'
    writeFileSync(join(folder, 'policy.yaml'), policy)
    const mask = 'sdc mask people.csv --method noise/additive --columns income --seed 1'
    expect(statusOf(`${mask} -o masked.csv -q 2>/dev/null; sdc gate people.csv masked.csv --policy policy.yaml`)).toBe(
      '3\n',
    )
    expect(statusOf('sdc measure people.csv masked.csv --fail-above loss/il1s=0')).toBe('3\n')
    expect(statusOf('sdc measure people.csv people.csv --metrics no/such')).toBe('2\n')
    expect(statusOf(mask)).toBe('0\n')
    expect(statusOf('sdc methods')).toBe('0\n')
  })
})

describe.each([
  [
    'bash',
    'source <(sdc completion bash); COMP_WORDS=(sdc mask people.csv --columns income,t); COMP_CWORD=4; _sdc sdc; printf "%s\\n" "${COMPREPLY[@]}"',
  ],
  [
    'zsh',
    '_describe() { print -l $found }; source <(sdc completion zsh) 2>/dev/null; words=(sdc mask people.csv --columns income,t); CURRENT=5; _sdc',
  ],
  ['fish', 'sdc completion fish | source; complete -C "sdc mask people.csv --columns income,t"'],
])('completion in %s', (shell, line) => {
  it.runIf(has(shell))('asks the program for the possible words', () => {
    const { stdout } = spawnSync(shell, ['-c', line], {
      cwd: folder,
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    })
    expect(stdout.toString()).toMatch(/^income,tax:?\s*$/)
  })
})
