const PREFIX = '/hpp/payment'

/** The path of a page. It is enough to pay, so it is written nowhere: logs have {@link PAGE_TEMPLATE}. */
export function pageAddress(clientKey: string, sessionId: string): string {
  return `${PREFIX}/${clientKey}/${sessionId}`
}

/** The path of all pages, as the router writes it. */
export const PAGE_TEMPLATE = pageAddress(':client_key', ':session_id')
