import { describe, expect, it } from 'vitest'
import { sbatchOptions } from './sbatch-options.js'

describe('sbatchOptions', () => {
  it('accepts options of a site', () => {
    expect(sbatchOptions(' --partition=short  --time=1-00:30 ')).toEqual(['--partition=short', '--time=1-00:30'])
    expect(sbatchOptions('')).toEqual([])
  })

  it.each(['--array=0-9', '--wait', '-p short', '--job-name=income', '--partition short', '--export=ALL,KEY=1', 'rm'])(
    'refuses %s, which would change how a run works or says more than it should',
    (text) => {
      expect(() => sbatchOptions(`--qos=low ${text}`)).toThrow(
        expect.objectContaining({
          code: 'BAD_OPTION',
          message: `"${text.split(' ')[0]}" is not a supported option of sbatch`,
        }) as Error,
      )
    },
  )
})
