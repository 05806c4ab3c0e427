/** What follows the hyphen of an ISO 3166-2 code. */
const SUBDIVISION_CODE = /^[A-Z0-9]{1,3}$/

/**
 * The part of an ISO 3166-2 code that an AReq may say of an address: `CA-ON` and `ON` in Canada → `ON`. Null for a region that
 * is no code, and without a country, as the code says nothing alone.
 */
export function findSubdivisionCode(region: string | undefined, country: string | undefined): string | null {
  if (region === undefined || country === undefined) return null
  const prefix = `${country}-`
  const code = region.startsWith(prefix) ? region.slice(prefix.length) : region
  return SUBDIVISION_CODE.test(code) ? code : null
}
