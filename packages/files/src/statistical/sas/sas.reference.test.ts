import { describe, expect, it } from 'vitest'
import { differences, statBytes, statFiles } from '../expected.fixture.js'
import { readXpt } from './read-xpt.js'

const transport = statFiles(['xpt', 'survey'], /\.xpt$/)

describe.skipIf(transport.length === 0)('transport files of other programs', () => {
  it.each(transport)('%s is read as haven reads it', (name) => {
    expect(differences(name, readXpt(statBytes(name), { file: name }).table)).toEqual([])
  })
})
