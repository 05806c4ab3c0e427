import { createHmac } from 'node:crypto'

/**
 * What forwarded events are signed with: the same for the same client on every machine, and for the same login, so that a
 * receiver is told once. The client's secret does not follow from it.
 */
export function listenSecret(clientSecret: string): string {
  return `whsec_${createHmac('sha256', clientSecret).update('sluice-gateway listen').digest('base64')}`
}
