import { readPage } from './search-documentation.ts'

/** The page of the documentation that lists every test card. */
const PAGE = 'test-cards'

/** In these ranges, four digits name a processing code, a flow, or the number of providers that decline. */
const RANGES = /^400000(00|30|40)[0-9]{4}000[0-9]$/

/** Rejects the number of a real card. @throws {Error} that does not repeat the number. */
export function requireTestCard(documentation: URL, number: string): void {
  const listed = readPage(documentation, PAGE).matchAll(/\| ([0-9 ]{14,23}) +\|/g)
  const isListed = [...listed].some(([, digits = '']) => digits.replaceAll(' ', '') === number)
  if (!isListed && !RANGES.test(number))
    throw new Error(`card_number must be the number of a test card; the page ${PAGE} lists all.`)
}
