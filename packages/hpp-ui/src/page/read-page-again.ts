import type { PageData } from '../hosted-page-view.ts'

/** The same encoding as in the document: the JSON of a script contains no `<`. */
const PAGE_DATA = /<script id="page-data"[^<>]*>([^<]*)/

/**
 * Requests this page again, and reads its data, because only the gateway formats the amount for each language.
 *
 * @returns null if no page arrives.
 */
export async function readPageAgain(): Promise<PageData | null> {
  try {
    const response = await fetch(location.href, { credentials: 'omit', cache: 'no-store' })
    const [, json] = PAGE_DATA.exec(await response.text()) ?? []
    return json === undefined ? null : (JSON.parse(json) as PageData)
  } catch {
    return null
  }
}
