/** Matches the part after the hyphen of an ISO 3166-2 code. */
const SUBDIVISION_CODE = /^[A-Z0-9]{1,3}$/

/**
 * Returns the part of an ISO 3166-2 code that an AReq may contain: `CA-ON` and `ON` in Canada → `ON`. Null for a
 * region that is not a code, and without a country, because the code is ambiguous alone.
 */
export function findSubdivisionCode(region: string | undefined, country: string | undefined): string | null {
  if (region === undefined || country === undefined) return null
  const prefix = `${country}-`
  const code = region.startsWith(prefix) ? region.slice(prefix.length) : region
  return SUBDIVISION_CODE.test(code) ? code : null
}
