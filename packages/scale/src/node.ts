export { folderStore, type FolderStoreOptions } from './folder-store.js'
export { processLauncher, serveTasks, type ProcessLauncherOptions } from './process-launcher.js'
export { receivedError, sentError, type SentError } from './sent-error.js'
