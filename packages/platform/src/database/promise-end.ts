/** A promise that several callers can await. */
export interface End {
  readonly promise: Promise<void>
  readonly resolve: (end?: Promise<void>) => void
  readonly reject: (error: unknown) => void
}

export function promiseEnd(): End {
  let [resolve, reject]: [End['resolve'], End['reject']] = [() => undefined, () => undefined]
  const promise = new Promise<void>((...settle) => ([resolve, reject] = settle))
  // All waiting callers are notified; there may be none.
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}
