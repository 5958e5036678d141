import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildProgram, comparePicture, examplePages, renewed } from './examples.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const program = mkdtempSync(join(tmpdir(), 'sdc-program-'))
beforeAll(() => buildProgram(program))
afterAll(() => rmSync(program, { recursive: true, force: true }))

describe('the commands in README.md and docs/', () => {
  it('are in the introductory pages', () => {
    expect(examplePages).toContain('README.md')
  })

  it.each(examplePages)('%s shows their present output (renew it: pnpm run examples)', async (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const pictures: string[] = []
    const now = await renewed(page, text, program, (picture, source) => {
      pictures.push(picture)
      return comparePicture(picture, source)
    })
    expect(now).toBe(text)
    for (const picture of pictures) expect(statSync(picture).size).toBeLessThan(150_000)
  })
})

describe('the options in code blocks of pages', () => {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?!api|commands|\.vitepress).*\.md$/.test(file))
    .map((file) => `docs/${file}`)
  /** Words of a command line: `sdc table build eia.csv --by STATE`. */
  const lines = ['README.md', ...pages].flatMap((page) =>
    [
      ...readFileSync(join(root, page), 'utf8')
        .replaceAll('\\\n', ' ')
        .matchAll(/^(?:\$ )?sdc (.+?)(?:\s#.*)?$/gm),
    ].map(([, words = '']) => ({ page, words: words.split(/\s+/) })),
  )
  const groups = ['table', 'service', 'attack', 'rules', 'weights']
  const helps = new Map<string, string>()
  /** Returns the help of a command and of its subcommand. */
  const helpOf = ([command = '', second = '']: readonly string[]): string => {
    const name = groups.includes(command) || second === 'verify' ? `${command} ${second}` : command
    const help =
      helps.get(name) ?? execFileSync(join(program, 'sdc'), [...name.split(' '), '--help'], { encoding: 'utf8' })
    helps.set(name, help)
    return help
  }

  it('are options of their command', () => {
    expect(lines.length).toBeGreaterThan(100)
    const everywhere = ['--quiet', '--plugin', '--help', '--version']
    const unknown = lines.flatMap(({ page, words }) =>
      words
        .filter((word) => word.startsWith('--') && !everywhere.includes(word))
        .filter((word) => !new RegExp(`${word}(?![\\w-])`).test(helpOf(words)))
        .map((word) => `${page}: ${words.join(' ')}: ${word}`),
    )
    expect(unknown).toEqual([])
  })
})

describe('a console block', () => {
  const noPicture = (): void => {}
  const run = (text: string): Promise<string> => renewed('docs/page.md', text, program, noPicture)
  const block = (body: string): string => `\`\`\`console\n${body}\`\`\`\n`

  it('shows the output of its commands, limited to the requested lines', async () => {
    const [command, lines] = ['$ printf "a\\nb\\nc\\nd\\n"\n', '<!-- lines 1 3-4 -->\n']
    expect(await run(block(`${command}old\n`))).toBe(block(`${command}a\nb\nc\nd\n`))
    expect(await run(lines + block(command))).toBe(lines + block(`${command}a\n…\nc\nd\n`))
  })

  it('keeps a duration if nothing else differs, and updates any other difference', async () => {
    const kept = block('$ echo "3 rows in 2 s"\n3 rows in 1.5 s\n')
    expect(await run(kept)).toBe(kept)
    expect(await run(kept.replace('3 rows in 1', '4 rows in 1'))).not.toBe(kept)
  })

  it('can use the files that the page shows', async () => {
    const page = `\`\`\`yaml [a/plan.yaml]\nseed: 1\n\`\`\`\n${block('$ cat a/plan.yaml\nseed: 1\n')}`
    expect(await run(page)).toBe(page)
  })

  it('fails with a failing command, unless the page shows its status', async () => {
    const shown = block('$ sh -c "exit 3"\n\n$ echo $?\n3\n')
    expect(await run(shown)).toBe(shown)
    await expect(run(block('$ sh -c "exit 3"\n'))).rejects.toThrow('status 3')
    await expect(run(block('$ false\n\n$ true\n'))).rejects.toThrow('status 1 of false')
  })

  it('refuses an old picture', () => {
    const [old, now] = ['old.svg', 'now.svg'].map((name) => join(program, name))
    writeFileSync(old, '<svg/>')
    writeFileSync(now, '<svg></svg>')
    expect(() => comparePicture(old, now)).toThrow('old.svg is old')
    expect(() => comparePicture(old, old)).not.toThrow()
  })
})
