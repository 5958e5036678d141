import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { path, write, read } = workFolder()
const cells = (file: string): string[][] =>
  read(file)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

/** 120 ids of patients: with leading zeros, in upper and lower case, of digits, and one missing. */
const ids = Array.from({ length: 120 }, (_, i) =>
  i === 0 ? '' : [`00${i}`, `Ab${i - 1}`, `aB${i - 2}`, String(i)][i % 4],
)
const day = (number: number): string => new Date(86_400_000 * number).toISOString().slice(0, 10)

/** Three stays of each patient, with the same date of birth. */
const stays = write(
  'stays.csv',
  ['pid,birth,admission,discharge,sex']
    .concat(
      Array.from({ length: 3 * ids.length }, (_, i) => {
        const [p, visit] = [i % ids.length, Math.floor(i / ids.length)]
        const admission = 18_000 + 40 * visit + ((p * 7 + visit * 11) % 37)
        const births = day(-9000 + ((p * 131) % 7000))
        return [
          ids[p],
          births,
          p === 5 ? '' : day(admission),
          day(admission + ((p * 5 + visit) % 9)),
          'fm'[p % 2],
        ].join()
      }),
    )
    .join('\n')
    .concat('\n'),
)
const visits = write('visits.csv', `y,pid\n${ids.map((id, i) => `${i},${id}`).join('\n')}\n`)
const date = '{ kind: date, dateFormat: YYYY-MM-DD }'
const schema = write(
  'schema.yaml',
  `columns: { pid: { kind: categorical, role: person }, birth: ${date}, admission: ${date}, discharge: ${date} }\n`,
)
const persons = write('persons.yaml', 'columns: { pid: { kind: categorical, role: person } }\n')
const key = path('project.key')
const withKey = ['--pseudonym-key', key] as const

/** Runs a command that must succeed. */
async function done(...argv: readonly string[]): Promise<string> {
  const { status, stderr, stdout } = await sdc(...argv)
  expect([argv, stderr, status]).toEqual([argv, stderr, 0])
  return stdout + stderr
}

describe('pseudonyms', () => {
  const pseudonym = ['--method', 'identifiers/pseudonym', '--columns', 'pid', '--schema', persons, ...withKey] as const

  it('link files of several formats and runs, one for each id', async () => {
    await done('mask', stays, ...pseudonym, '-o', path('stays-out.csv'))
    await done('mask', visits, ...pseudonym, '-o', path('visits-out.sav'))
    // Another run that masks the file keeps its pseudonyms.
    await done(
      'mask',
      path('visits-out.sav'),
      '--method',
      'noise/additive',
      '--columns',
      'y',
      '-o',
      path('visits.out.csv'),
    )
    await done('mask', visits, ...pseudonym, '-o', path('again.csv'))
    const known = new Map(cells('again.csv').map(([, pid = ''], i) => [ids[i], pid]))
    expect(cells('visits.out.csv').map(([, pid = '']) => pid)).toEqual(ids.map((id) => known.get(id)))
    expect(cells('stays-out.csv').map(([pid]) => pid)).toEqual(cells('stays.csv').map(([pid]) => known.get(pid)))
    expect(new Set(known.values()).size).toBe(ids.length)
    expect(known.get('')).toBe('')
    for (const [id, made] of known) expect(made).toMatch(id === '' ? /^$/ : /^[A-Z2-7]{16}$/)
  })

  it('are kept by a release without a question, and reproduced only with the key', async () => {
    const release = ['--release', '--private', path('p.json'), '-o', path('p.csv')] as const
    const accepted = ['birth', 'admission', 'discharge'].flatMap((name) => ['--accept-open', name])
    const said = await done('mask', stays, ...pseudonym, ...release, ...accepted)
    expect(said).not.toMatch(/renumbered|accepted unmasked.*pid/)
    expect(new Set(cells('p.csv').map(([pid]) => pid))).toEqual(new Set(cells('stays-out.csv').map(([pid]) => pid)))
    const replay = ['run', path('p.json'), '--data', stays, '-o', path('p2.csv')] as const
    expect((await sdc(...replay)).stderr).toMatch(/used the key of a project[^]*--pseudonym-key FILE/)
    const other = await sdc(...replay, '--pseudonym-key', path('other.key'))
    expect(other.stderr).toMatch(/other\.key/)
    expect(await done(...replay, ...withKey)).toContain('the replay equals the file of the run, bit for bit')
  })

  it('are made by anonymize for persons, whose classes have k persons', async () => {
    const asked = ['--schema', schema, '--quasi-identifiers', 'sex,birth', '--k', '4', ...withKey] as const
    const release = ['--release', '--private', path('a.json'), '-o', path('a.csv')] as const
    const said = await done('anonymize', stays, ...asked, ...release, '--accept-open', 'admission', '--accept-open', 'discharge') // oxfmt-ignore
    expect(said).toContain('finds at least 4 persons')
    const known = new Set(cells('stays-out.csv').map(([pid]) => pid))
    for (const [pid = '?'] of cells('a.csv')) expect(known.has(pid)).toBe(true)
  })
})

describe('shifted dates', () => {
  const shift = ['--method', 'dates/shift', '--columns', 'birth,admission,discharge', '--schema', schema] as const

  /** Returns the shifts in days of every date of each patient, in record order. */
  function shifts(file: string): Map<string, Set<number>> {
    const found = new Map<string, Set<number>>()
    const after = cells(file)
    cells('stays.csv').forEach((before, i) => {
      if (before[0] === '') return
      for (const j of [1, 2, 3]) {
        expect(after[i][j] === '').toBe(before[j] === '')
        if (before[j] === '') continue
        const days = (Date.parse(after[i][j]) - Date.parse(before[j])) / 86_400_000
        found.set(before[0], (found.get(before[0]) ?? new Set()).add(days))
      }
    })
    return found
  }

  it.each([
    ['without a key', []],
    ['with a key', withKey],
  ])('are equal for all dates of a person: %s', async (_, options) => {
    await done('mask', stays, ...shift, ...options, '-o', path('shifted.csv'), '--seed', '3')
    const found = shifts('shifted.csv')
    expect(found.size).toBe(ids.length - 1)
    for (const own of found.values()) {
      expect(own.size).toBe(1)
      expect(own.has(0)).toBe(false)
    }
    expect(new Set([...found.values()].flatMap((own) => [...own])).size).toBeGreaterThan(60)
  })

  it('are equal in every run with the key, and different without it', async () => {
    for (const [name, options] of [
      ['k', withKey],
      ['n', []],
    ] as const)
      for (const run of [1, 2]) await done('mask', stays, ...shift, ...options, '-o', path(`${name}${run}.csv`))
    expect(shifts('k1.csv')).toEqual(shifts('k2.csv'))
    expect(shifts('n1.csv')).not.toEqual(shifts('n2.csv'))
  })

  it('are released with new person numbers; the run reports the risk of preserved intervals', async () => {
    const release = ['--release', '--private', path('s.json'), '-o', path('s.csv')] as const
    const said = await done('mask', stays, ...shift, ...release)
    expect(said).toContain('renumbered from 1 in random order: pid')
    expect(said).toMatch(
      /warning: intervals between dates are unchanged, and \d+ of 122 persons .*risk\/date-intervals/,
    )
    const replayed = await done('run', path('s.json'), '--data', stays, '-o', path('s2.csv'))
    expect(replayed).toContain('the replay equals the file of the run, bit for bit')
    const asked = [
      '--origin',
      path('s.json'),
      '--schema',
      schema,
      '--metrics',
      'risk/date-intervals',
      '--json',
    ] as const
    const { metrics } = JSON.parse((await sdc('measure', stays, path('s.csv'), ...asked)).stdout) as {
      metrics: Record<string, { value: number }>
    }
    const lists = new Map<string, number>()
    const dates = new Map<string, number[]>()
    cells('s.csv').forEach(([pid, ...row], i) => {
      const own = row.slice(0, 3).flatMap((text) => (text === '' ? [] : [Date.parse(text)]))
      const id = pid === '' ? `record ${i}` : (pid ?? '')
      dates.set(id, [...(dates.get(id) ?? []), ...own])
    })
    for (const own of dates.values()) {
      const list = own.sort((a, b) => a - b).map((one) => one - own[0]).join() // oxfmt-ignore
      lists.set(list, (lists.get(list) ?? 0) + 1)
    }
    const unique = [...lists.values()].filter((count) => count === 1).length
    expect(metrics['risk/date-intervals'].value).toBeCloseTo((100 * unique) / dates.size, 9)
  })
})

describe('a key file', () => {
  const asked = (file: string): readonly string[] =>
    `mask ${visits} --method identifiers/pseudonym --columns pid --schema ${persons} --pseudonym-key ${file}`
      .split(' ')
      .concat('-o', path('made.csv'), '--quiet')

  it('is made once, for its owner only, and is not in any written file', async () => {
    const before = readFileSync(key)
    await done(...asked(key))
    expect(readFileSync(key)).toEqual(before)
    if (process.platform !== 'win32') expect(statSync(key).mode & 0o777).toBe(0o600)
    const [, hex = ''] = /^key: ([0-9a-f]{64})$/m.exec(before.toString()) ?? []
    const secret = Buffer.from(hex, 'hex')
    expect(secret.length).toBe(32)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    const bits = [...secret].map((byte) => byte.toString(2).padStart(8, '0')).join('')
    const base32 = (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('')
    const forms = [hex, secret.toString('base64'), secret.toString('base64url'), base32, [...secret].join()]
    const folder = dirname(key)
    const written = readdirSync(folder).filter(
      (name) => name !== 'project.key' && statSync(join(folder, name)).isFile(),
    )
    expect(written.length).toBeGreaterThan(20)
    for (const name of written) {
      const bytes = readFileSync(join(folder, name))
      const text = bytes.toString('latin1').toLowerCase()
      expect(bytes.includes(secret.subarray(0, 12))).toBe(false)
      for (const form of forms) expect([name, text.includes(form.slice(0, 20).toLowerCase())]).toEqual([name, false])
    }
  })

  it('is refused if others may read it, or if it is empty, damaged or a folder, and stays unchanged', async () => {
    const text = read('project.key')
    const refused = async (file: string, expected: RegExp): Promise<void> => {
      const { status, stderr } = await sdc(...asked(file))
      expect(status).toBe(2)
      expect(stderr).toMatch(expected)
    }
    const content: readonly (readonly [string, string])[] = [
      ['empty.key', ''],
      ['short.key', text.slice(0, -5)],
      ['changed.key', text.replace(/key: ([0-9a-f])/, (_, digit: string) => `key: ${digit === '0' ? '1' : '0'}`)],
      ['text.key', 'secret\n'],
    ]
    for (const [name, damaged] of content) {
      const file = write(name, damaged)
      chmodSync(file, 0o600)
      await refused(file, /is not a key file, or it is damaged/)
      expect(read(name)).toBe(damaged)
    }
    mkdirSync(path('folder.key'))
    await refused(path('folder.key'), /folder/)
    if (process.platform === 'win32') return
    const open = write('open.key', text)
    chmodSync(open, 0o644)
    await refused(open, /others may read or change the key file .*mode 644[^]*chmod 600/)
  })
})
