import { definePlugin } from '@sdc/core'
import { meanShift } from './src/mean-shift.js'
import { randomRound } from './src/random-round.js'

export { meanShift, randomRound }

export default definePlugin({
  name: 'sdc-plugin-example',
  version: '1.0.0',
  sdc: '^1',
  methods: [randomRound],
  metrics: [meanShift],
})
