const PREFIX = '/hpp/link'

/** The path of a link's page. It is enough to pay, so it is written nowhere: logs have {@link LINK_TEMPLATE}. */
export function linkAddress(clientKey: string, token: string): string {
  return `${PREFIX}/${clientKey}/${token}`
}

/** The path of all pages of links, as the router writes it. */
export const LINK_TEMPLATE = linkAddress(':client_key', ':token')

/** Where shoppers land whose link names no `return_url`, after they paid on the page of a bank. No token is this short. */
export function returnedAddress(clientKey: string): string {
  return linkAddress(clientKey, 'returned')
}
