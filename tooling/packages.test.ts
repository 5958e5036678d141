import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publishedPackages } from './scripts/pack.mjs'

describe('every published package', () => {
  it.each([...publishedPackages()])(
    '%s has its licence, engines and a README that says how to install it',
    (name, { folder, manifest }) => {
      expect(manifest).toMatchObject({ license: 'Apache-2.0', engines: { node: '>=20.19' }, type: 'module' })
      expect(String(manifest.description)).toMatch(/\w/)
      const readme = join(folder, 'README.md')
      expect(existsSync(readme)).toBe(true)
      expect(readFileSync(readme, 'utf8')).toMatch(new RegExp(`npm install .*${name}`))
    },
  )
})
