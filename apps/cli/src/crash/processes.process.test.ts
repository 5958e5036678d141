import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parsePrivateManifest, sha256Hex } from '@sdc/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledProgram } from '@sdc/testing/bundled-program'
import { peopleCsv, sdc, type Outcome } from '../cli.fixture.js'

/* Behaviour of separate processes: two at once, pipes, and a full standard output. */
const folder = mkdtempSync(join(tmpdir(), 'sdc-processes-'))
const data = join(folder, 'people.csv')
let program = ''
beforeAll(async () => {
  writeFileSync(data, peopleCsv())
  program = await bundledProgram('apps/cli/src/cli.ts', join(folder, 'sdc.mjs'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a shell line in which `sdc` is the program. */
function shell(line: string): Promise<Outcome> {
  const script = `sdc() { "${process.execPath}" "${program}" "$@"; }\n${line}`
  return new Promise((resolve) =>
    execFile('bash', ['-c', script], { cwd: folder, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr })
    }),
  )
}
const release = '--method noise/additive --columns income,tax --accept-open id --accept-open age --release'
const bytes = (name: string): Uint8Array => readFileSync(join(folder, name))

describe('two simultaneous releases with one private file', () => {
  it('are one release and one refusal, and the key belongs to the released file', async () => {
    const both = await Promise.all(
      ['a', 'b'].map((which) => shell(`sdc mask people.csv ${release} --private keep.json -o ${which}.csv`)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([0, 2])
    const [lost] = both.filter(({ status }) => status === 2)
    expect(lost.stderr).toMatch(/keep\.json exists already|another run \(process \d+\) has reserved .*keep/)
    const out = ['a', 'b'].filter((which) => existsSync(join(folder, `${which}.csv`)))
    expect(out).toHaveLength(1)
    const { outputs } = parsePrivateManifest(JSON.parse(readFileSync(join(folder, 'keep.json'), 'utf8')))
    expect(outputs.map(({ sha256 }) => sha256)).toEqual([sha256Hex(bytes(`${out[0]}.csv`))])
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})

describe('a pipe', () => {
  it('as the input of a release is identified by the hash of its bytes in the private file', async () => {
    const made = await shell(`cat people.csv | sdc mask /dev/stdin ${release} --private piped.json -o piped.csv`)
    expect([made.status, made.stderr]).toEqual([0, expect.stringContaining('wrote piped.csv')])
    const again = await shell('cat people.csv | sdc run piped.json --data /dev/stdin -o piped-again.csv')
    expect([again.status, again.stderr]).toEqual([
      0,
      expect.stringMatching(/replay equals the file of the run, bit for/),
    ])
    expect(bytes('piped-again.csv')).toEqual(bytes('piped.csv'))
  })

  it('provides a private file or a masked file like a file', async () => {
    const at = (name: string): string => join(folder, name)
    await sdc('mask', data, ...release.split(' '), '--private', at('link.json'), '-o', at('link.csv'))
    const measure = 'measure people.csv link.csv --columns income --metrics risk/dld --json'
    const [command, ...rest] = measure.split(' ')
    const inFolder = rest.map((word) => (word.endsWith('.csv') ? at(word) : word))
    const plain = await sdc(command, ...inFolder, '--origin', at('link.json'))
    expect([plain.status, plain.stderr]).toEqual([0, expect.stringMatching(/^(warning: unmasked columns .*\n)+$/)])
    const key = await shell(`cat link.json | sdc ${measure} --origin /dev/stdin`)
    expect([key.status, key.stdout]).toEqual([0, plain.stdout])
    const masked = await shell(`cat link.csv | sdc ${measure.replace('link.csv', '/dev/stdin')} --origin link.json`)
    expect([masked.status, masked.stdout]).toEqual([0, plain.stdout])
  })
})

describe('a standard output that fails', () => {
  it.each([
    ['a list', 'sdc methods'],
    ['a masked file', 'sdc mask people.csv --method noise/additive --columns income --seed 1'],
  ])('is reported in a sentence if the disk is full: %s', async (_, line) => {
    const { status, stderr } = await shell(`${line} > /dev/full`)
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('the standard output cannot be written: the disk is full'),
    ])
    expect(stderr).not.toMatch(/\n\s+at |a bug/)
  })

  it('causes no error if its reader closes it early', async () => {
    const line = 'sdc mask people.csv --method noise/additive --columns income --seed 1 2>/dev/null'
    const { status, stdout, stderr } = await shell(`set -o pipefail; sdc methods --json | head -1; ${line} | head -1`)
    expect([status, stdout.split('\n')[1], stderr]).toEqual([0, expect.stringMatching(/^id,"region"/), ''])
  })
})

describe('a device as the output', () => {
  it('has no manifest next to it, which a message says', async () => {
    const before = readdirSync('/dev')
    const { status, stdout, stderr } = await shell(
      'set -o pipefail; sdc mask people.csv --method noise/additive --columns income --seed 1 -o /dev/stdout | cat',
    )
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining('wrote /dev/stdout without a manifest, because it is not a file'),
    ])
    expect(stdout.split('\r\n')).toHaveLength(62)
    expect(readdirSync('/dev')).toEqual(before)
  })

  it('is reported in a sentence if it is full or its reader is gone', async () => {
    const mask = 'sdc mask people.csv --method noise/additive --columns income --seed 1'
    const full = await shell(`${mask} -o /dev/full`)
    expect([full.status, full.stderr]).toEqual([
      2,
      expect.stringMatching(/^sdc: FILE: \/dev\/full cannot be written: the disk is full\n.*\n$/),
    ])
    // Its reader exits long before there is output.
    const gone = await shell(`set -o pipefail; ${mask} -o /dev/stdout | true`)
    expect([gone.status, gone.stderr]).toEqual([
      2,
      expect.stringMatching(/^sdc: FILE: \/dev\/stdout cannot be written: the reading program has closed the pipe/),
    ])
  })

  it('is refused for a release, a private file, and several files', async () => {
    const refused = async (how: string, message: RegExp): Promise<void> => {
      const { status, stderr } = await sdc('mask', data, ...how.split(' '))
      expect([status, stderr]).toEqual([2, expect.stringMatching(message)])
    }
    const never = join(folder, 'never')
    await refused(`${release} --private ${never}.json -o /dev/null`, /needs a manifest next to it/)
    await refused(`${release} --private /dev/null -o ${never}.csv`, /\/dev\/null exists already, and is not a file/)
    const sets = '--method linear/multiple-imputation --columns income --given tax --seed 1'
    await refused(`${sets} -o /dev/null`, /makes 5 files/)
    expect(readdirSync(folder).filter((name) => name.includes('never'))).toEqual([])
  })
})
