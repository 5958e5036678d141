import { describe, expect, it } from 'vitest'
import { choiceKey, comparisonKey, drawKey, releaseKey } from './staleness.js'
import { usualSettings } from './usual-settings.js'
import { changed, goneTo, redone, treeOf, undone, versionAt } from './version-tree.js'

const settings = usualSettings(undefined, { name: 'p', text: 'version: 1', release: 'x' })
const start = treeOf(settings, 'start')

describe('versions of the settings', () => {
  const two = changed(start, { replicates: 2 }, 'two')
  const three = changed(two, { replicates: 3 }, 'three')

  it('can be undone and redone', () => {
    expect(versionAt(three).settings.replicates).toBe(3)
    expect(versionAt(undone(three)).label).toBe('two')
    expect(versionAt(redone(undone(three))).label).toBe('three')
    expect(undone(start)).toBe(start)
    expect(redone(three)).toBe(three)
    expect(changed(two, { replicates: 2 }, 'again')).toBe(two)
  })

  it('keep undone versions as a branch, to which redo returns', () => {
    const branch = changed(undone(three), { replicates: 9 }, 'nine')
    expect(branch.versions.map(({ id, parent, label }) => [id, parent, label])).toEqual([
      [0, undefined, 'start'],
      [1, 0, 'two'],
      [2, 1, 'three'],
      [3, 1, 'nine'],
    ])
    expect(versionAt(redone(undone(branch))).label).toBe('nine')
    const other = goneTo(branch, 2)
    expect(versionAt(redone(undone(other))).label).toBe('three')
    expect(versionAt(redone(redone(undone(undone(other))))).label).toBe('three')
    expect(goneTo(branch, 17)).toBe(branch)
  })
})

describe('outdated steps', () => {
  const keys = { comparisonKey, choiceKey, releaseKey, drawKey }
  const moved = (change: Partial<typeof settings>): string[] =>
    Object.entries(keys)
      .filter(([, key]) => key({ ...settings, ...change }) !== key(settings))
      .map(([name]) => name)

  it.each([
    [
      { schema: { columns: { AGI: { role: 'confidential' as const } } } },
      ['comparisonKey', 'choiceKey', 'releaseKey', 'drawKey'],
    ],
    [{ accepted: ['AGE'] }, ['choiceKey', 'releaseKey', 'drawKey']],
    [{ chosen: 'x', steps: [] }, ['choiceKey', 'releaseKey', 'drawKey']],
    [{ policy: { ...settings.policy, text: 'version: 1 #' } }, ['comparisonKey', 'choiceKey', 'releaseKey']],
    [{ missing: 'keep' as const }, ['comparisonKey']],
    [{}, []],
  ])('depend on %j', (change, names) => {
    expect(moved(change)).toEqual(names)
  })

  it('are none if only the order of columns changed', () => {
    const schema = { columns: { a: { role: 'confidential' }, b: { role: 'identifier' } } } as const
    const turned = { columns: { b: { role: 'identifier' }, a: { role: 'confidential' } } } as const
    expect(comparisonKey({ ...settings, schema })).toBe(comparisonKey({ ...settings, schema: turned }))
  })
})

describe('default settings of a new file', () => {
  const column = (missing: number) =>
    ({
      name: 'a',
      kind: 'numeric',
      looks: '',
      distinct: 3,
      missing,
      zeros: 0,
      missingKinds: [],
      suggested: undefined,
      bars: { counts: [] },
    }) as const
  const file = (missing: number) => ({
    name: 'a.csv',
    bytes: 1,
    sum: 0,
    records: 9,
    columns: [column(missing)],
    codes: [],
    rules: [],
    proposed: { columns: {} },
    findings: [],
    dialect: '',
    notes: [],
  })
  it.each([
    [0, 'refuse'],
    [4, 'keep'],
  ])('with %i missing values: %s', (missing, kept) => {
    expect(usualSettings(file(missing), settings.policy).missing).toBe(kept)
  })
  it.each([
    [50_000, 5],
    [50_001, 2],
  ])('with %i records run candidates %i times', (records, runs) => {
    expect(usualSettings({ ...file(0), records }, settings.policy).replicates).toBe(runs)
  })
})
