import type { ClockReading } from '@sluice/types'

import { CommandRefusal, EXIT } from '../beside/exit-codes.ts'
import { requireTest, runBeside } from '../beside/run-beside.ts'
import type { RunCommand } from './command.ts'

/** Moves the clock of the demo merchant, or of a sandbox. */
export const run: RunCommand = ({ config, operand, options }) =>
  runBeside(config, async (beside) => {
    requireTest(beside)
    if (!/^[0-9]{1,8}$/.test(operand ?? ''))
      throw new CommandRefusal('clock advance needs a whole number of seconds.', EXIT.misused)
    const reading = await beside.useTestTool<ClockReading>('POST', '/simulators/clock', {
      advance_seconds: Number(operand),
    })
    beside.print(options['json'] === true ? JSON.stringify(reading) : reading.now)
    return EXIT.done
  })
