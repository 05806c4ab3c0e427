/** As a gateway serves it; a copy elsewhere is called something else, or does not know its gateway. */
const SERVED = /^https?:\/\/.+?\/embedded-fields(?:\.v1)?\.js/

/**
 * Finds where the script was loaded from; null when that cannot be known. Browsers name only classic scripts while they are
 * evaluated; a module stands in the stack of an error that it makes.
 *
 * @param stack - Of an error that is made while the script is evaluated. Asked for only where no script is named: for a
 * stack, engines read the whole script a second time.
 */
export function findScriptAddress(current: object | null, stack: () => string | undefined): string | null {
  const { src } = (current ?? {}) as { readonly src?: unknown }
  if (typeof src === 'string' && src !== '') return src
  // An address in a stack stands between blanks and brackets; engines put `@` before it, and line and column behind it.
  const words = (stack() ?? '').split(/[\s()]/).map((word) => word.slice(word.indexOf('http')))
  return words.map((word) => SERVED.exec(word)?.[0] ?? null).find((address) => address !== null) ?? null
}
