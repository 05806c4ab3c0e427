import type { ClockReading } from '@sluice/types'

import { CommandRefusal, EXIT } from '../admin-client/exit-codes.ts'
import { requireTest, runWithClient } from '../admin-client/run-with-client.ts'
import type { RunCommand } from './command.ts'

/** Moves the clock of the demo merchant, or of a sandbox. */
export const run: RunCommand = ({ config, operand, options }) =>
  runWithClient(config, async (admin) => {
    requireTest(admin)
    if (!/^[0-9]{1,8}$/.test(operand ?? ''))
      throw new CommandRefusal('clock advance needs a whole number of seconds.', EXIT.misused)
    const reading = await admin.useTestTool<ClockReading>('POST', '/simulators/clock', {
      advance_seconds: Number(operand),
    })
    admin.print(options['json'] === true ? JSON.stringify(reading) : reading.now)
    return EXIT.done
  })
