import * as z from 'zod'

import { fileSchema } from './file-schema.ts'

/** The JSON Schema of the configuration file: editors complete and check it by that. */
export function describeFileSchema(): Record<string, unknown> {
  return z.toJSONSchema(fileSchema, {
    io: 'input',
    // What the contract lends says where the protocol speaks of it, which no editor follows.
    override: ({ jsonSchema }) => void delete jsonSchema['clause'],
  })
}
