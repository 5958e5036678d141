import { fromRows, type Dataset } from '@sdc/core'
import { expect, it } from 'vitest'
import { mask } from './mask.js'
import { measure } from './measure.js'

const rows = [{ income: 1200 }, { income: 900 }] as unknown as Dataset

it('checkDataset: mask and measure refuse plain rows, and name fromRows', async () => {
  const refused = { code: 'WRONG_INPUT', fix: expect.stringContaining('fromRows(') }
  await expect(mask(rows, 'noise/additive' as never)).rejects.toMatchObject(refused)
  await expect(measure(rows, rows, [])).rejects.toMatchObject(refused)
  await expect(measure(fromRows([{ income: 1 }]), rows, [])).rejects.toMatchObject(refused)
})
