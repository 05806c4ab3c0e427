import type { ClockReading } from '@sluice/types'

import { CommandRefusal, EXIT } from '../admin-client/exit-codes.ts'
import { requireTest, runToExitCode, runWithClient } from '../admin-client/run-with-client.ts'
import type { RunCommand } from './command.ts'

/** Moves the clock of the demo merchant, or of a sandbox. */
export const run: RunCommand = ({ config, operand, options }) =>
  runToExitCode(() => {
    const advanceSeconds = readSeconds(operand ?? '')
    return runWithClient(config, async (admin) => {
      requireTest(admin)
      const reading = await admin.useTestTool<ClockReading>('POST', '/simulators/clock', {
        advance_seconds: advanceSeconds,
      })
      admin.print(options['json'] === true ? JSON.stringify(reading) : reading.now)
      return EXIT.done
    })
  })

function readSeconds(text: string): number {
  if (/^[0-9]{1,8}$/.test(text)) return Number(text)
  throw new CommandRefusal(
    `<seconds> must be a whole number, and a clock never goes back (got ${text}).`,
    EXIT.misused,
  )
}
