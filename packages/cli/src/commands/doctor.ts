import { examineInstallation } from '@sluice/gateway-core/installation-checks/examine-installation'
import type { Examined } from '@sluice/gateway-core/installation-checks/examined'

import type { RunCommand } from './command.ts'
import { printLines } from '../terminal.ts'

const SOMETHING_IS_BAD = 1

const SIGN: Readonly<Record<Examined['verdict'], string>> = { good: '✓', bad: '✗', later: '–' }

/** Reports what is missing from a gateway of this configuration. */
export const run: RunCommand = async ({ config, options }) => {
  const examined = await examineInstallation(config)
  printLines(
    options['json'] === true
      ? [JSON.stringify(examined)]
      : examined.map(({ what, verdict, found }) => `${SIGN[verdict]} ${what}: ${found}`),
  )
  return examined.some(({ verdict }) => verdict === 'bad') ? SOMETHING_IS_BAD : 0
}
