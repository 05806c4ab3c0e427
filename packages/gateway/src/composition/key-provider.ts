import type { Config } from '../config.ts'
import type { Random } from '../kernel/random.ts'
import {
  createCommandKeyProvider,
  createFileKeyProvider,
  type KeyProvider,
} from '../platform/secrets/key-provider.ts'
import { prepareMasterKeyFile } from '../platform/secrets/master-key.ts'

/** Chooses where master keys come from: a program, a file, or in the test environment one of the data directory. */
export function chooseKeyProvider(
  { masterKeySource, dataDir }: Pick<Config, 'masterKeySource' | 'dataDir'>,
  random: Random,
): KeyProvider {
  if (masterKeySource === null) return createFileKeyProvider(prepareMasterKeyFile(dataDir, random))
  return 'command' in masterKeySource
    ? createCommandKeyProvider(masterKeySource.command)
    : createFileKeyProvider(masterKeySource.file)
}

/** For commands that only look: a missing master key is an error, and none is made. */
export const MAKES_NO_KEYS: Random = {
  bytes(): never {
    throw new Error('There is no master key in the data directory. Name its directory with --data.')
  },
  uuid: () => MAKES_NO_KEYS.bytes(0).toString(),
}
