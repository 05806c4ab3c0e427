/** Logs for the page's developer what prevents the use of a component. */
export function complain(message: string): void {
  // oxlint-disable-next-line no-console -- the console is where they look
  console.error(message)
}

/** Logs for the page's developer what could work better. */
export function warn(message: string): void {
  // oxlint-disable-next-line no-console -- the console is where they look
  console.warn(message)
}
