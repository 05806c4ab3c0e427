/** An answer with what travelled around its body. */
export interface ApiResponse<Data> {
  /** The body, read and checked. */
  readonly data: Data
  /** HTTP status, `200`. */
  readonly status: number
  /** Headers of the answer. */
  readonly headers: Headers
  /** The answer's `x-request-id`; name it when asking the operator. */
  readonly requestId: string | undefined
}

/** The result of every method: a promise of the data, with `withResponse()` for the whole response. */
export interface ApiPromise<Data> extends Promise<Data> {
  /**
   * Waits for the same answer, with its status, headers and request id. Sends nothing a second time.
   *
   * @example
   * ```ts
   * const { data, requestId } = await client.sessions.get(id).withResponse()
   * ```
   */
  withResponse(): Promise<ApiResponse<Data>>
}

/** Creates the promise of a method from the pending answer. */
export function toApiPromise<Data>(pending: Promise<ApiResponse<Data>>): ApiPromise<Data> {
  const data = pending.then((response) => response.data)
  return Object.assign(data, {
    withResponse() {
      // A caller of `withResponse()` waits for that promise; the promise of the data must not reject unhandled in
      // addition.
      data.catch(() => {})
      return pending
    },
  })
}
