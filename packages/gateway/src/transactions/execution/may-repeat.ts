import type { Clock } from '@sluice/platform/kernel/clock'

import type { CallDeclaration } from './declarations.ts'
import { callLeaseMs } from './open.ts'

/** Returns whether the gateway may resend a request: it must reach the provider before the key's window ends. */
export function mayRepeat(
  { clock, providerTimeoutMs }: { readonly clock: Clock; readonly providerTimeoutMs: number },
  { windowMs }: CallDeclaration['idempotency'],
  firstSentAtMs: number,
): boolean {
  return clock.now() - firstSentAtMs < windowMs - callLeaseMs(providerTimeoutMs)
}
