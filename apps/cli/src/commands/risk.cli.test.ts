import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { peopleCsv, sdc, workFolder } from '../cli.fixture.js'

const work = workFolder()
const data = work.write('people.csv', peopleCsv())
const keys = ['--quasi-identifiers', 'region,age']

describe('sdc risk', () => {
  it('ends with a verdict and the next command', async () => {
    const { status, stdout, stderr } = await sdc('risk', data, ...keys)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/\n\nVerdict: .* by 2 quasi-identifiers[^\n]*\n\nNext\n {2}sdc inspect/)
  })

  it('warns on stderr of guessed roles', async () => {
    const { status, stderr } = await sdc('risk', data)
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('are named; assumed: ') })
  })

  it('prints JSON, and writes the same output for its owner only', async () => {
    const { stdout } = await sdc('risk', data, ...keys, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ keys: ['region', 'age'], k: 5 })
    const out = work.path('risk.txt')
    expect(await sdc('risk', data, ...keys, '--json', '-o', out)).toMatchObject({ status: 0, stdout: '' })
    expect(work.read('risk.txt')).toBe(stdout)
    expect(statSync(out).mode & 0o777).toBe(0o600)
  })

  it('is recommended by sdc inspect', async () => {
    const schema = work.write(
      'risk.yaml',
      'columns: { region: { role: quasi-identifier }, age: { role: quasi-identifier } }\n',
    )
    const { stdout } = await sdc('inspect', data, '--schema', schema)
    expect(stdout).toMatch(/unique by 2 quasi-identifiers[^]*sdc risk/)
    const json = JSON.parse((await sdc('inspect', data, '--schema', schema, '--json')).stdout) as { risk: unknown }
    expect(json.risk).toMatchObject({ keys: ['region', 'age'], isGuess: false })
  })
})
