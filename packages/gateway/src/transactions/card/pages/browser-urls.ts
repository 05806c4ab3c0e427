import type { Integration } from '@sluice/types/vocabulary'

/**
 * The folders to which the ACS posts its result, which depends on who finishes the challenge.
 *
 * @see docs/protocol/three-ds.md#challenge-notification
 */
const NOTIFICATION_FOLDER: Readonly<Record<Integration, string>> = {
  DIRECT_API: '',
  EMBEDDED_FIELDS: '/embedded-fields',
  HOSTED_PAYMENT_PAGE: '/hosted-payment-page',
}

export function notificationPath(integration: Integration, resumeToken: string): string {
  return `/three-ds/${resumeToken}${NOTIFICATION_FOLDER[integration]}/challenge-notification-url`
}

/**
 * Returns the URL to which the page of a hosted challenge returns the browser: next to the notification URL, with the same
 * handle.
 */
export function challengeReturnPath(integration: Integration, resumeToken: string): string {
  return `/three-ds/${resumeToken}${NOTIFICATION_FOLDER[integration]}/challenge-return`
}

/** Notification pages speak to the frame around them: to ours from its own origin, to a merchant's from the base. */
export const NOTIFICATION_ORIGIN = {
  DIRECT_API: 'base',
  EMBEDDED_FIELDS: 'methods',
  HOSTED_PAYMENT_PAGE: 'methods',
} as const satisfies Record<Integration, 'base' | 'methods'>

/** The origins of pages that take a browser through 3-D Secure. */
interface PageOrigins {
  readonly baseUrl: () => string
  readonly methodsUrl: () => string
}

export function notificationUrl(origins: PageOrigins, integration: Integration, resumeToken: string): string {
  return originOf(origins, integration) + notificationPath(integration, resumeToken)
}

export function challengeReturnUrl(
  origins: PageOrigins,
  integration: Integration,
  resumeToken: string,
): string {
  return originOf(origins, integration) + challengeReturnPath(integration, resumeToken)
}

function originOf({ baseUrl, methodsUrl }: PageOrigins, integration: Integration): string {
  return NOTIFICATION_ORIGIN[integration] === 'methods' ? methodsUrl() : baseUrl()
}

export function methodNotificationUrl(baseUrl: string, threeDsServerTransId: string): string {
  return `${baseUrl}/three-ds/${threeDsServerTransId}/method-notification-url`
}

/** @param attemptUuid - The provider assigns its id of the authentication later. */
export function providerMethodNotificationUrl(baseUrl: string, attemptUuid: string): string {
  return `${baseUrl}/three-ds/${attemptUuid}/provider-method-notification-url`
}

/** Returns the URL to which the page of a provider that authenticates the cardholder returns the browser. */
export function providerReturnPath(resumeToken: string): string {
  return `/three-ds/${resumeToken}/return`
}

export function providerReturnUrl(baseUrl: string, resumeToken: string): string {
  return baseUrl + providerReturnPath(resumeToken)
}

/** Returns the page that takes a browser through the current step, full page. */
export function challengePageUrl(baseUrl: string, resumeToken: string): string {
  return `${baseUrl}/three-ds/${resumeToken}/challenge`
}
