const PREFIX = '/hpp/payment'

/** Returns the path of a page. It is sufficient to pay, so it is never logged; logs have {@link PAGE_TEMPLATE}. */
export function pageAddress(clientKey: string, sessionId: string): string {
  return `${PREFIX}/${clientKey}/${sessionId}`
}

/** The path of all pages, as a route pattern. */
export const PAGE_TEMPLATE = pageAddress(':client_key', ':session_id')
