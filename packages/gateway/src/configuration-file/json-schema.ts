import * as z from 'zod'

import { fileSchema } from './file-schema.ts'

/** Returns the JSON Schema of the configuration file, with which editors complete and check it. */
export function describeFileSchema(): Record<string, unknown> {
  return z.toJSONSchema(fileSchema, {
    io: 'input',
    // Schemas from the contract contain references to the protocol, which editors do not use.
    override: ({ jsonSchema }) => void delete jsonSchema['clause'],
  })
}
