/** Tells the page's developer what keeps a component from being used. */
export function complain(message: string): void {
  // oxlint-disable-next-line no-console -- the console is where they look
  console.error(message)
}

/** Tells the page's developer what works less well than it could. */
export function warn(message: string): void {
  // oxlint-disable-next-line no-console -- the console is where they look
  console.warn(message)
}
