import { checkNotificationUrl, type EndpointName } from '@sluice/types'
import type { CallDescription } from '../errors/gateway-error.ts'
import { InvalidNotificationUrlError } from '../errors/invalid-notification-url-error.ts'
import { ValidationError } from '../errors/validation-error.ts'
import { findUnsealedFields } from './find-unsealed-fields.ts'

type Check = (body: unknown, call: CallDescription) => void

/** Checks that the schemas of requests do not cover, by endpoint. */
const CHECKS: Readonly<Partial<Record<EndpointName, readonly Check[]>>> = {
  authorize: [refuseNotificationUrl, refuseUnsealed],
}

/** @throws When a request breaks a rule that its schema does not know; nothing is sent. */
export function checkRequest(name: EndpointName, body: unknown, call: CallDescription): void {
  for (const check of CHECKS[name] ?? []) check(body, call)
}

/** The one rule that answers 400 and not 422. */
function refuseNotificationUrl(body: unknown, call: CallDescription): void {
  const [aboutUrl] = checkNotificationUrl(body)
  if (aboutUrl) throw new InvalidNotificationUrlError({ call, rule: aboutUrl.message })
}

function refuseUnsealed(body: unknown, call: CallDescription): void {
  const problems = findUnsealedFields(body)
  if (problems.length > 0) throw new ValidationError({ call, foundBy: 'sdk', problems })
}
