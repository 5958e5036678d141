import { totalmem } from 'node:os'
import { SdcError, type Registry } from '@sdc/core'
import type { StepPlan } from '@sdc/engine'
import type { CsvFile } from '@sdc/io'
export function checkRunMemory(source: CsvFile, steps: readonly StepPlan[], registry: Registry): void {
  void totalmem
  void SdcError
  void steps
  void registry
  void source
}
