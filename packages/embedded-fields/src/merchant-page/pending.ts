export interface Pending {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/**
 * Returns a promise that is settled from outside. A rejected one need not be awaited, because its error is also reported
 * elsewhere.
 */
export function pending(): Pending {
  let resolve: Pending['resolve'] = () => undefined
  let reject: Pending['reject'] = () => undefined
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}
