import type { Command } from 'commander'
import { addWeightsCalibrate } from './calibrate.js'
import { addWeightsMargins } from './margins.js'

/** `weights`: known totals, and weights calibrated to them. */
export function add(program: Command): void {
  const weights = program.command('weights')
  addWeightsMargins(weights)
  addWeightsCalibrate(weights)
}
