import type { Integration } from '@sluice/types/vocabulary'

/** Who finishes the challenge decides where the ACS posts its result. @see docs/protocol.md#challenge-notification */
const NOTIFICATION_FOLDER: Readonly<Record<Integration, string>> = {
  DIRECT_API: '',
  EMBEDDED_FIELDS: '/embedded-fields',
  HOSTED_PAYMENT_PAGE: '/hosted-payment-page',
}

export function notificationPath(integration: Integration, handle: string): string {
  return `/three-ds/${handle}${NOTIFICATION_FOLDER[integration]}/challenge-notification-url`
}

export function notificationUrl(baseUrl: string, integration: Integration, handle: string): string {
  return baseUrl + notificationPath(integration, handle)
}

export function methodNotificationUrl(baseUrl: string, threeDsServerTransId: string): string {
  return `${baseUrl}/three-ds/${threeDsServerTransId}/method-notification-url`
}

/** The page that takes a browser through whatever step is current, full page. */
export function challengePageUrl(baseUrl: string, handle: string): string {
  return `${baseUrl}/three-ds/${handle}/challenge`
}
