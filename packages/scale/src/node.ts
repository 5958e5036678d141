export { folderStore, type FolderStoreOptions } from './folder-store.js'
export { processLauncher, serveTasks, type ProcessLauncherOptions } from './process-launcher.js'
