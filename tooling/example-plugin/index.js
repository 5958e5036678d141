import { definePlugin } from '@sdc/core'
import { medianShift } from './src/median-shift.js'
import { neighbourExchange } from './src/neighbour-exchange.js'
import { references } from './src/references.js'

export { exchangeNeighbours, neighbourExchange } from './src/neighbour-exchange.js'
export { medianShift } from './src/median-shift.js'

export default definePlugin({
  name: 'sdc-plugin-example',
  version: '1.0.0',
  sdc: '^1',
  references,
  methods: [neighbourExchange],
  metrics: [medianShift],
})
