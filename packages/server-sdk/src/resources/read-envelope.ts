import type { Envelope } from '@sluice/types'
import { checkEnvelope } from '../check-envelope.ts'
import type { CallResult } from '../http/transport.ts'

/** The envelope of an execution, whose one member is told to be missing here and not at its first use. */
export function readEnvelope({ body, details }: CallResult<'authorize'>): Envelope {
  return checkEnvelope(body, details)
}
