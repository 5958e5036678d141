export { sbatchOptions } from './sbatch-options.js'
export { serveBatch, type ServeBatchOptions } from './serve-batch.js'
export { slurmLauncher, type SlurmLauncherOptions } from './slurm-launcher.js'
export { type CommandOutput, type Slurm } from './slurm-commands.js'
