import type { PortalLink } from '@sluice/types'

import { EXIT } from '../admin-client/exit-codes.ts'
import { requireClient, requireTest, runWithClient } from '../admin-client/run-with-client.ts'
import type { RunCommand } from './command.ts'

/** Prints a one-time link into the portal of a running gateway. */
export const run: RunCommand = ({ config, options }) =>
  runWithClient(config, async (admin) => {
    requireTest(admin)
    requireClient(admin)
    const link = await admin.useTestTool<PortalLink>('POST', '/simulators/portal-links')
    admin.print(options['json'] === true ? JSON.stringify(link) : link.url)
    return EXIT.done
  })
