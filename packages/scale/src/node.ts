export { csvSink, type CsvSink } from './csv/csv-sink.js'
export { csvFilesAt, csvSource, type CsvFacts, type CsvSource } from './csv/csv-source.js'
export { folderStore, type FolderStoreOptions } from './folder-store.js'
export { processLauncher, serveTasks, type ProcessLauncherOptions } from './process-launcher.js'
