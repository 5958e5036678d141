import { availableParallelism, cpus, totalmem } from 'node:os'

/** Properties of the machine that times depend on, without anything that identifies it. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly bytes: number
  readonly node: string
}

export function thisMachine(): Machine {
  return {
    processor: cpus().at(0)?.model.trim() || 'unknown processor',
    cores: availableParallelism(),
    bytes: totalmem(),
    node: process.version,
  }
}

export function machineText({ processor, cores, bytes, node }: Machine): string {
  return `${processor}, ${cores} cores, ${(bytes / 1e9).toFixed(0)} GB, Node ${node}`
}
