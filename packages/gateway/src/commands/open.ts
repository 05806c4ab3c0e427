import type { PortalLink } from '@sluice/types'

import { EXIT } from '../beside/exit-codes.ts'
import { requireClient, requireTest, runBeside } from '../beside/run-beside.ts'
import type { RunCommand } from './command.ts'

/** Prints a one-time link into the portal of a running gateway. */
export const run: RunCommand = ({ config, options }) =>
  runBeside(config, async (beside) => {
    requireTest(beside)
    requireClient(beside)
    const link = await beside.useTestTool<PortalLink>('POST', '/simulators/portal-links')
    beside.print(options['json'] === true ? JSON.stringify(link) : link.url)
    return EXIT.done
  })
