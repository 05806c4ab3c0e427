import type { Logger } from 'pino'

import type { SendReport } from './send-delivery.ts'

/** Returns why a delivery or its subscription ended and needs an operator; null if it did not end. */
export function reasonOfGivingUp({ verdict, disabled }: SendReport): string | null {
  if (verdict === null) return null
  const reason = disabled ? verdict.disable : null
  return reason?.toLowerCase() ?? (verdict.status === 'FAILED' ? 'attempts' : null)
}

/** Logs the result of a delivery. */
export function logReport(
  logger: Pick<Logger, 'debug' | 'info' | 'warn'>,
  { delivery, kind, attempt, verdict, disabled }: SendReport,
): void {
  // A report without an attempt has no result: the delivery was postponed or released.
  if (attempt === null || verdict === null) return
  const { status, error, durationMs } = attempt
  const fields = {
    merchant_id: delivery.merchantId,
    delivery_id: delivery.id,
    attempt: delivery.attempts + 1,
    duration_ms: durationMs,
    ...(status !== null && { status }),
    ...(error !== null && { reason: error }),
  }
  if (disabled && verdict.disable)
    logger.warn(fields, `a webhook subscription was disabled: ${DISABLED_BECAUSE[verdict.disable]}`)
  else if (verdict.status === 'FAILED') logger.warn(fields, 'a webhook was abandoned after its last attempt')
  else if (kind === 'DROPPED')
    logger.info(fields, 'a webhook was dropped by fault injection: it counts as delivered')
  else if (error !== null) logger.info(fields, 'a webhook attempt failed')
  else logger.debug(fields, 'a webhook was delivered')
}

const DISABLED_BECAUSE = {
  GONE: 'its receiver responded with 410 Gone',
  FAILING: 'all deliveries failed for days',
} as const
