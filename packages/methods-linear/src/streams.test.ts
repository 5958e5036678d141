import { expect, it } from 'vitest'
import { streamsOf } from '@sdc/testing/traced-rng'
import { gadpCiMethod } from './gadp/gadp-ci.js'
import { gadpMethod } from './gadp/gadp.js'
import { multipleImputationMethod } from './imputation/multiple-imputation.js'
import { ipsoAMethod } from './ipso/ipso-a.js'
import { ipsoBMethod } from './ipso/ipso-b.js'
import { ipsoCMethod } from './ipso/ipso-c.js'
import { rommMethod } from './sblm/romm.js'
import { sblmMethod } from './sblm/sblm.js'

const byFactor = ['factor/0/0', 'factor/1/0']

it('each factor of the noise has its own stream', async () => {
  expect(await streamsOf(gadpMethod)).toEqual(byFactor)
  expect(await streamsOf(gadpCiMethod)).toEqual(byFactor)
  expect(await streamsOf(ipsoCMethod)).toEqual(byFactor)
  expect(await streamsOf(sblmMethod)).toEqual(byFactor)
  expect(await streamsOf(sblmMethod, { noise: 'bootstrap' })).toEqual(['records/0'])
  expect(await streamsOf(ipsoAMethod, { mode: 'random' })).toEqual(byFactor)
  expect(await streamsOf(ipsoBMethod)).toEqual(['a/noise/0', 'b/noise/0'])
  expect(await streamsOf(ipsoBMethod, { variant: 'burridge' })).toEqual(byFactor)
  expect(await streamsOf(rommMethod)).toEqual(['axis/0/0', 'axis/1/0'])
})

it('the parts of each draw of multiple imputation have their own streams', async () => {
  const parts = ['variance', 'residuals/0', 'coefficients']
  const expected = [1, 2].flatMap((set) =>
    ['a', 'b'].flatMap((name) => parts.map((part) => `set ${set}/column/${name}/${part}`)),
  )
  expect(await streamsOf(multipleImputationMethod, { sets: 2 })).toEqual(expected)
})
