import { describe, expect, it } from 'vitest'
import { historyText, isHistory, readHistory } from './history-file.js'
import { usualSettings } from './usual-settings.js'
import { changed, treeOf, undone, versionAt } from './version-tree.js'

const policy = { name: 'p.yaml', text: 'version: 1', release: 'b', types: ['a', 'b'] }
const tree = undone(changed(treeOf(usualSettings(undefined, policy), 'start'), { replicates: 2 }, 'two runs'))
const columns = ['AGI', 'AGE']
const text = historyText(tree, { name: 'census.csv', columns })

describe('a history as a file', () => {
  it('is read as it was, by whatever order the columns have', () => {
    expect(isHistory(text)).toBe(true)
    const read = readHistory(text, 'h.json', ['AGE', 'AGI'])
    expect(read.versions).toEqual(tree.versions)
    expect(versionAt(read).label).toBe('start')
    expect(historyText(read, { name: 'census.csv', columns })).toBe(text)
  })

  it('is refused for another file, by its columns', () => {
    for (const others of [['AGI', 'SEX'], ['AGI'], ['AGI', 'AGE', 'SEX']])
      expect(() => readHistory(text, 'h.json', others), String(others)).toThrow(
        expect.objectContaining({
          code: 'UNKNOWN_COLUMN',
          message: expect.stringMatching(/h\.json is of another file \(census\.csv\).*(SEX|AGE)/),
        }),
      )
  })

  it('is refused in a newer form, or as another document', () => {
    const newer = text.replace('sdc page history 1', 'sdc page history 2')
    expect(isHistory(newer)).toBe(true)
    expect(() => readHistory(newer, 'h.json', columns)).toThrow(
      expect.objectContaining({ code: 'BAD_PLAN', message: expect.stringContaining('"sdc page history 2"') }),
    )
    expect(isHistory('{"format":"sdc private manifest 1"}')).toBe(false)
    expect(isHistory('steps: []')).toBe(false)
  })

  it('is refused where it was cut off or changed', () => {
    const broken = [
      text.slice(0, -20),
      text.replace('"parent": 0', '"parent": 5'),
      text.replace('"at": 0', '"at": 7'),
      text.replace('"id": 1', '"id": 0'),
      text.replace('"replicates": 2', '"replicates": "2"'),
      text.replace(/"types": \[[^\]]*\]/, '"types": [1]'),
    ]
    for (const one of broken) {
      expect(one).not.toBe(text)
      expect(() => readHistory(one, 'h.json', columns), one.slice(0, 200)).toThrow(
        expect.objectContaining({ code: 'BAD_PLAN' }),
      )
    }
  })
})
