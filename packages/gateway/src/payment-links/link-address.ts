const PREFIX = '/hpp/link'

/** Returns the path of a link's page. Anyone who knows it can pay, so it is never logged: logs have {@link LINK_TEMPLATE}. */
export function linkAddress(clientKey: string, token: string): string {
  return `${PREFIX}/${clientKey}/${token}`
}

/** The path of all pages of links, as the router writes it. */
export const LINK_TEMPLATE = linkAddress(':client_key', ':token')

/** Returns the page to which banks return shoppers of a link without `return_url`. No token is this short. */
export function returnedAddress(clientKey: string): string {
  return linkAddress(clientKey, 'returned')
}
