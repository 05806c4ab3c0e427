/** Whether this browser has a connection, as it says itself: `false` is certain, `true` is a hope. */
export interface Connection {
  isOnline(): boolean
  /** Resolves when it is back. */
  back(): Promise<void>
}

export const browserConnection: Connection = {
  isOnline: () => navigator.onLine,
  back: () => new Promise((resolve) => addEventListener('online', () => resolve(), { once: true })),
}
