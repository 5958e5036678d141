import { describe, expect, it } from 'vitest'
import { fileSettings } from './file-settings.js'

const files: Readonly<Record<string, string>> = {
  'm.csv': 'from,a,b\na,.9,.1\nb,.2,.8\n',
  'p.json': '[1, 2.5]\n',
  'bad.json': '{"a": ',
}
const open = (name: string): Promise<{ name: string; content: string }> =>
  Promise.resolve({ name, content: files[name] })

describe('fileSettings', () => {
  it('replaces a file name by the content of the file, and leaves other settings', async () => {
    expect(await fileSettings(['k=3', 'matrix=@m.csv', 'points=@p.json', 'mail=a@b'], open)).toEqual([
      'k=3',
      'matrix=[["from","a","b"],["a",".9",".1"],["b",".2",".8"]]',
      'points=[1,2.5]',
      'mail=a@b',
    ])
  })

  it('names a file that begins like JSON but is invalid', async () => {
    await expect(fileSettings(['points=@bad.json'], open)).rejects.toMatchObject({
      code: 'BAD_OPTION',
      place: { file: 'bad.json', parameter: 'points' },
    })
  })
})
