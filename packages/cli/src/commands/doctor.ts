import { examineInstallation } from '@sluice/gateway-core/installation-checks/examine-installation'
import type { Examined } from '@sluice/gateway-core/installation-checks/examined'

import type { RunCommand } from './command.ts'
import { printLines } from '../terminal.ts'

const SOMETHING_IS_BAD = 1

const SIGN: Readonly<Record<Examined['verdict'], string>> = { good: '✓', bad: '✗', later: '–' }

/** The problems of a configuration file have a line each. It is indented, so that none looks like a result. */
function describe({ what, verdict, found }: Examined): readonly string[] {
  const [first = '', ...more] = found.split('\n')
  return [`${SIGN[verdict]} ${what}: ${first}`, ...more.map((line) => `  ${line.trim()}`)]
}

/** Reports what is missing from a gateway of this configuration. */
export const run: RunCommand = async ({ config, options }) => {
  const examined = await examineInstallation(config)
  printLines(options['json'] === true ? [JSON.stringify(examined)] : examined.flatMap(describe))
  return examined.some(({ verdict }) => verdict === 'bad') ? SOMETHING_IS_BAD : 0
}
