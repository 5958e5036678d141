export { leaveOutcome, OUTCOMES, takeOutcome } from './partitions/tasks/left-outcome.js'
export { processLauncher, serveTasks } from './partitions/tasks/process-launcher.js'
