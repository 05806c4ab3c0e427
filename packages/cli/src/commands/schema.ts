import { describeFileSchema } from '@sluice/gateway-core/configuration-file'

import type { RunCommand } from './command.ts'
import { writeOutput } from '../terminal.ts'

/** Prints the `configuration.schema.json` that the package ships. */
export const run: RunCommand = () => {
  writeOutput(`${JSON.stringify(describeFileSchema(), null, 2)}\n`)
  return Promise.resolve(0)
}
