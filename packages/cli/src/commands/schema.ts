import { describeFileSchema } from '@sluice/gateway-core/configuration-file'

import type { RunCommand } from './command.ts'

/** Prints what the package ships as `configuration.schema.json`. */
export const run: RunCommand = () => {
  process.stdout.write(`${JSON.stringify(describeFileSchema(), null, 2)}\n`)
  return Promise.resolve(0)
}
