import type { Random } from '../kernel/random.ts'
import { createCommandKeyProvider, createFileKeyProvider, type KeyProvider } from './key-provider.ts'
import { prepareMasterKeyFile } from './master-key.ts'

/** The source of the master keys of an installation: a file, or a command that prints them. */
export type MasterKeySource = { readonly file: string } | { readonly command: string }

/** Chooses where master keys come from: a program, a file, or in the test environment one of the data directory. */
export function chooseKeyProvider(
  {
    masterKeySource,
    dataDir,
  }: { readonly masterKeySource: MasterKeySource | null; readonly dataDir: string },
  random: Random,
): KeyProvider {
  if (masterKeySource === null) return createFileKeyProvider(prepareMasterKeyFile(dataDir, random))
  return 'command' in masterKeySource
    ? createCommandKeyProvider(masterKeySource.command)
    : createFileKeyProvider(masterKeySource.file)
}

/** The source for commands that only read: a missing master key is an error, and none is created. */
export const MAKES_NO_KEYS: Random = {
  bytes(): never {
    throw new Error('There is no master key in the data directory. Name its directory with --data.')
  },
  uuid: () => MAKES_NO_KEYS.bytes(0).toString(),
}
