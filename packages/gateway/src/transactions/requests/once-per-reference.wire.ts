import type { ErrorItem } from '@sluice/types'

import { validationRefusal } from '../../platform/http/request-refusal.ts'
import { envelopeOf } from '../answer/refusals.wire.ts'
import type { Envelope } from '../execution/envelope.ts'
import type { Created } from './once-per-reference.ts'

const REFERENCE_OF_ANOTHER_ORDER: ErrorItem = {
  property: 'reference',
  message: 'already used with a different amount or currency',
  params: ['reference'],
}

/** Gives the envelope, or throws the answer for what kept it from coming to be. */
export function envelopeOfCreated(created: Created): Envelope {
  if (created.kind === 'other_order') throw validationRefusal([REFERENCE_OF_ANOTHER_ORDER])
  return envelopeOf(created)
}
