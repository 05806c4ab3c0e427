import type { AnswerOf, BodyOf, EndpointName, ParamsOf, QueryOf, StatusNotFound } from '@sluice/types'
import type { Settings } from '../client-options.ts'
import { type ApiPromise, type ApiResponse, toApiPromise } from './api-promise.ts'
import { type CallOptions, type CallSettings, readCallOptions, type ReadOptions } from './call-options.ts'
import type { Engine } from './engine.ts'
import type { AnyInput, CustomRequest } from './prepare-request.ts'

/** The input of a call to an endpoint: path parameters, query and body, each only if the endpoint has one. */
export type CallInput<Name extends EndpointName> = (ParamsOf<Name> extends undefined
  ? object
  : { readonly params: ParamsOf<Name> }) &
  (QueryOf<Name> extends undefined ? object : { readonly query: QueryOf<Name> }) &
  (BodyOf<Name> extends undefined ? object : { readonly body: BodyOf<Name> })

/** An endpoint's answer; an unknown id is an answer of the status. */
export type CallAnswer<Name extends EndpointName> =
  | AnswerOf<Name>
  | (Name extends 'getStatus' ? StatusNotFound : never)

export interface Transport {
  /** Calls an endpoint of the API and reads its answer. Everything else is thrown. */
  call<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ): ApiPromise<CallAnswer<Name>>
  /** Sends a request that the contract does not know, by the same manners. */
  request<Data>(request: CustomRequest, options?: CallOptions): ApiPromise<Data>
  /** Opens a streaming response, and yields its text as it arrives, without retries. */
  stream<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
    options?: ReadOptions,
  ): AsyncIterable<string>
  /** Loads what calls need, and gets an access token. */
  ready(options?: ReadOptions): Promise<void>
}

/** Creates a transport that calls the API. Its modules are loaded with the first call. */
export function createTransport(settings: Settings): Transport {
  let engine: Promise<Engine> | null = null

  function loadEngine(): Promise<Engine> {
    engine ??= import('./engine.ts').then(({ createEngine }) => createEngine(settings))
    // If loading fails, the next call tries again.
    engine.catch(() => (engine = null))
    return engine
  }

  async function run<Result>(
    options: CallOptions = {},
    use: (engine: Engine, options: CallSettings) => Promise<Result>,
  ): Promise<Result> {
    const callSettings = readCallOptions(options, settings)
    return use(await loadEngine(), callSettings)
  }

  return {
    call<Name extends EndpointName>(name: Name, input: CallInput<Name>, options?: CallOptions) {
      const pending = run(options, (loaded, callSettings) =>
        loaded.call(name, input as AnyInput, callSettings),
      )
      return toApiPromise(pending as Promise<ApiResponse<CallAnswer<Name>>>)
    },
    request<Data>(request: CustomRequest, options?: CallOptions) {
      const pending = run(options, (loaded, callSettings) => loaded.request(request, callSettings))
      return toApiPromise(pending as Promise<ApiResponse<Data>>)
    },
    async *stream(name, input, options = {}) {
      const callSettings = readCallOptions(options, settings)
      yield* (await loadEngine()).stream(name, input as AnyInput, callSettings)
    },
    ready: (options) => run(options, (loaded, callSettings) => loaded.authenticate(callSettings)),
  }
}
