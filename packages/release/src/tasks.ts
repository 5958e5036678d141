/**
 * Work folders of runs out of core, for launchers and workers: without the functions that mask in memory, so that a
 * worker starts quickly.
 */
export type { FoundRun } from './flow/place/place.js'
export { localWorkers } from './flow/work/launch.js'
export { PROCESS } from './flow/place/cut.js'
export { checkedDocument, type WorkerProgram } from './flow/work/open-plan.js'
export { planHash } from './flow/work/plan-file.js'
export { planVersion, versionText } from './flow/work/version.js'
export { serveWorkFolder } from './flow/work/serve-work-folder.js'
