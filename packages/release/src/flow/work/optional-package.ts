import { SdcError } from '@sdc/core'

/**
 * Loads a package that a plain install does not have.
 *
 * @param load - Imports it.
 * @param name - Its name.
 * @param what - Its use, for the message: `Parquet files are read and written by`.
 * @returns The package.
 * @throws BAD_OPTION if it is not installed.
 */
export async function optionalPackage<T>(load: () => Promise<T>, name: string, what: string): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    // A dependency of the package may be absent, too; then the error names that one.
    if (!isAbsent || !error.message.includes(`'${name}'`)) throw error
    const message = `${what} ${name}, which is not installed`
    throw new SdcError(
      'BAD_OPTION',
      message,
      {},
      `Install it in the same place as sdc: npm install ${name} (-g if sdc is global).`,
    )
  }
}
