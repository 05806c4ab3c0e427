/** Whether this browser has a connection, as it reports itself: `false` is certain, `true` is not. */
export interface Connection {
  isOnline(): boolean
  /** Resolves when the connection is back. */
  back(): Promise<void>
}

export const browserConnection: Connection = {
  isOnline: () => navigator.onLine,
  back: () => new Promise((resolve) => addEventListener('online', () => resolve(), { once: true })),
}
