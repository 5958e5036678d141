import { serveWorkFolder } from './flow/work/serve-work-folder.js'

/** A worker that a flow starts by default: it runs the tasks of the work folder that it is started with. */
void serveWorkFolder(process.argv[2])
