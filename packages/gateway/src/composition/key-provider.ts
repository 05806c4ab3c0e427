import type { Random } from '@sluice/platform/kernel/random'
import {
  createCommandKeyProvider,
  createFileKeyProvider,
  type KeyProvider,
} from '@sluice/platform/secrets/key-provider'
import { prepareMasterKeyFile } from '@sluice/platform/secrets/master-key'

import type { Config } from '../config.ts'

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
