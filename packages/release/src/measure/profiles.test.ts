import { categorical, createRegistry, dataset, numeric, type Metric } from '@sdc/core'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import { registry } from '../../../inspect/src/in-memory.fixture.js'
import { profileNamed, usualProfile } from './profiles.js'

const file = dataset([
  ['income', numeric([1, 2, 3])],
  ['region', categorical(['n', 's', 'n'])],
])

describe('profileNamed', () => {
  it('returns the metrics of a kind of columns, a list of a plugin, or all metrics', () => {
    const all = registry.all('metrics').map(({ id }) => id)
    expect(profileNamed(registry, 'all')).toEqual(all)
    const numbers = profileNamed(registry, 'numeric')
    expect(numbers).toContain('risk/dld')
    expect(numbers).not.toContain('risk/k-anonymity')
    const categories = profileNamed(registry, 'categorical')
    expect(categories).toContain('risk/k-anonymity')
    expect(categories).not.toContain('risk/dld')
    expect(profileNamed(registry, 'papers')).toContain('score/sebe')
  })

  it('refuses an unknown profile with a list of the known ones', () => {
    expect(() => profileNamed(registry, 'numbers')).toThrow(
      expect.objectContaining({ fix: 'There are numeric, categorical, all, control, synthetic, papers.' }),
    )
    expect(() => profileNamed(registry, 'toString')).toThrow(/no profile/)
  })
})

describe('usualProfile', () => {
  it('has metrics for the kinds of the columns that do not take long', () => {
    const { ids, costly } = usualProfile(registry, file, ['income'])
    expect(ids).toContain('risk/dld')
    expect(ids).not.toContain('risk/rs-rl')
    expect(costly).toContain('risk/rs-rl')
    expect(ids).not.toContain('loss/categorical-distance')
  })

  it('has metrics that need another file if it is given', () => {
    const needing: Metric = {
      ...registry.get('metrics', 'risk/dld'),
      id: 'risk/register',
      source: [{ where: 'a test' }],
      needs: 'population',
    }
    const own = createRegistry().use([...standard, { name: 'own', version: '1.0.0', sdc: '^1', metrics: [needing] }])
    expect(usualProfile(own, file, ['income']).ids).not.toContain('risk/register')
    expect(usualProfile(own, file, ['income'], { population: file }).ids).toContain('risk/register')
    expect(usualProfile(own, file, ['income'], { control: file }).ids).not.toContain('risk/register')
  })

  it('has the metrics of quasi-identifiers for numbers too, and those of mixed files only for such a file', () => {
    expect(usualProfile(registry, file, ['income']).ids).toContain('risk/k-anonymity')
    const mixed = registry.defaults.axes?.mixed?.risk
    expect(usualProfile(registry, file, ['income']).ids).not.toContain(mixed)
    expect(usualProfile(registry, file, ['income', 'region']).ids).toContain(mixed)
    expect(usualProfile(registry, file, ['region']).ids).toContain('loss/categorical-distance')
  })

  it('has the metrics of synthetic files if records are not linked, and none that needs links if the records are new', () => {
    const unlinked = usualProfile(registry, file, ['income'], {}, 'unlinked')
    expect(unlinked.ids).toEqual(expect.arrayContaining(['risk/replicated-uniques', 'risk/dld']))
    const { ids } = usualProfile(registry, file, ['income'], {}, 'synthetic')
    expect(ids).toEqual(expect.arrayContaining(['risk/replicated-uniques', 'risk/disclosive-categories']))
    // Metrics that need people outside are included, to show that these are missing.
    expect(ids).toEqual(expect.arrayContaining(['risk/attribute-inference', 'risk/membership']))
    expect(ids).not.toContain('risk/dld')
    expect(ids).not.toContain('risk/k-anonymity')
  })
})
