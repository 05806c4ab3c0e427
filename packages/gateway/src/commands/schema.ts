import { describeFileSchema } from '../configuration-file/index.ts'
import type { RunCommand } from './command.ts'

/** Prints what the package ships as `configuration.schema.json`. */
export const run: RunCommand = () => {
  process.stdout.write(`${JSON.stringify(describeFileSchema(), null, 2)}\n`)
  return Promise.resolve(0)
}
