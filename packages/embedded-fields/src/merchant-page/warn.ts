/** Tells whoever builds the page what works less well than it could. */
export function warn(message: string): void {
  // oxlint-disable-next-line no-console -- the console is where they look
  console.warn(message)
}
