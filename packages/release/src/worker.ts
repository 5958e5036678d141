import { serveWorkFolder } from './flow/work/serve-work-folder.js'

/** Default worker of a flow: runs the tasks of the work folder in its first argument. */
void serveWorkFolder(process.argv[2])
