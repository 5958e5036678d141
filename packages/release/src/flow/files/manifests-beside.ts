import { fileBytes } from '@sdc/files/node'
import { type InputFile, manifestNames } from '@sdc/inspect'

/** Reads a file by its path. A front end that decodes files, or reads the standard input, has its own. */
export type ReadFile = (path: string) => Promise<InputFile>

const readBytes: ReadFile = async (path) => ({ name: path, content: await fileBytes(path) })

/** Reads the files at the names that the public manifest of a file may have; a file that cannot be read is left out. */
export async function manifestsBeside({ name }: InputFile, read: ReadFile = readBytes): Promise<InputFile[]> {
  const beside = await Promise.all(manifestNames(name).map((path) => read(path).catch(() => undefined)))
  return beside.flatMap((one) => one ?? [])
}
