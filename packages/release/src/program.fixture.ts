/* A program that masks and measures a file with two workers, as a user writes it. */
import { createRegistry } from '@sdc/core'
import { parseStep } from '@sdc/engine'
import standard from '@sdc/standard'
import { mask, measure } from './node.js'

const registry = createRegistry().use(standard).freeze()
const steps = [parseStep({ use: 'swapping/rank-swap', columns: ['income'], params: { percent: 5 } })]
const place = { workers: 2 }
const masked = await mask({ registry, steps, seed: '1' }, { original: 'people.csv' }, { out: 'masked.csv' }, place)
const files = { original: 'people.csv', masked: 'masked.csv' }
const { result } = await measure({ registry, columns: masked.columns, metrics: ['loss/il-score'] }, files, place)
process.stdout.write(JSON.stringify([masked.files[0].records, result.measured[0].measurement.value]))
