/** The path at which gateways serve the script. A copy elsewhere has another name, or does not know its gateway. */
const SERVED = /^https?:\/\/.+?\/embedded-fields(?:\.v1)?\.js/

/**
 * Finds the address of the script; null if it cannot be determined. Browsers name only classic scripts during
 * evaluation; a module's address is in the stack of an error that it creates.
 *
 * @param stack - Of an error that is made while the script is evaluated. Asked for only where no script is named: for
 *   a stack, engines read the whole script a second time.
 */
export function findScriptAddress(current: object | null, stack: () => string | undefined): string | null {
  const { src } = (current ?? {}) as { readonly src?: unknown }
  if (typeof src === 'string' && src !== '') return src
  // In a stack, an address is between blanks and brackets. Engines add `@` before it, and line and column after it.
  const words = (stack() ?? '').split(/[\s()]/).map((word) => word.slice(word.indexOf('http')))
  return words.map((word) => SERVED.exec(word)?.[0] ?? null).find((address) => address !== null) ?? null
}
