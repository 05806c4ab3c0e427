import { afterEach, describe, expect, it, vi } from 'vitest'

/** The outcome of a script element in the page. */
type Fate = 'load' | 'error' | 'blocked' | 'silence'

/** The part of a document that a script element needs. */
function stubDocument(...fates: readonly Fate[]) {
  const inserted: Record<string, unknown>[] = []
  const document = Object.assign(new EventTarget(), {
    createElement: () => Object.assign(new EventTarget(), { remove: () => undefined }),
    head: {
      append(script: EventTarget & Record<string, unknown>) {
        const fate = fates[inserted.push(script) - 1] ?? 'silence'
        queueMicrotask(() => {
          if (fate === 'load') vi.stubGlobal('PaymentComponent', factory)
          if (fate === 'blocked') {
            const violation = { effectiveDirective: 'script-src-elem', blockedURI: script['src'] }
            document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation))
          }
          if (fate !== 'silence') script.dispatchEvent(new Event(fate === 'load' ? 'load' : 'error'))
        })
      },
    },
  })
  vi.stubGlobal('document', document)
  return inserted
}

const factory = () => undefined
const BASE = { baseUrl: 'https://gateway.example' }

/** Longer than three tries of a dead connection, and the waits between them. */
const A_MINUTE_MS = 65_000

/** Runs after all imports, because importing has timers of its own. */
function holdClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}

/** Imports the module again each time, because it caches what it has loaded. */
async function loader() {
  vi.resetModules()
  return (await import('../index.ts')).loadEmbeddedFields
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('loadEmbeddedFields', () => {
  it('can be imported and even called where there is no document', async () => {
    const load = await loader()
    await expect(load(BASE)).rejects.toMatchObject({ name: 'EmbeddedFieldsLoadError', code: 'no_document' })
  })

  it('loads the script once for all who ask', async () => {
    const load = await loader()
    const inserted = stubDocument('load')
    const both = await Promise.all([load(BASE), load({ baseUrl: 'https://gateway.example/' })])
    expect(both).toEqual([factory, factory])
    expect(inserted).toMatchObject([{ src: 'https://gateway.example/embedded-fields.js', async: true }])
  })

  it('pins a release, and passes the nonce', async () => {
    const load = await loader()
    const inserted = stubDocument('load')
    await load({ ...BASE, release: '1.2.0-3f2a91bc44de', integrity: 'sha384-x', nonce: 'n' })
    expect(inserted).toMatchObject([
      {
        src: 'https://gateway.example/embedded-fields/1.2.0-3f2a91bc44de/embedded-fields.js',
        integrity: 'sha384-x',
        crossOrigin: 'anonymous',
        nonce: 'n',
      },
    ])
    expect(() => load({ ...BASE, integrity: 'sha384-x' })).toThrow(/integrity requires release/)
  })

  it('rejects an unknown option: with a misspelt integrity the script would run unchecked', async () => {
    const load = await loader()
    const inserted = stubDocument('load')
    const misspelt = { ...BASE, release: '1.2.0-3f2a91bc44de', integrty: 'sha384-x' }
    expect(() => load(misspelt)).toThrow(
      'integrty is an unknown option. Options: baseUrl, release, integrity, nonce, globalName',
    )
    expect(inserted).toEqual([])
    const unset = { ...BASE, integrty: undefined }
    await expect(load(unset)).resolves.toBe(factory)
  })

  it('reports that baseUrl is missing, also without options', async () => {
    const load = await loader()
    for (const options of [undefined, {}])
      expect(() => load(options as unknown as typeof BASE)).toThrow('baseUrl must be given')
  })

  it('tries three times while the network fails, and again on the next call', async () => {
    const load = await loader()
    holdClock()
    const inserted = stubDocument('error', 'error', 'error', 'error', 'load')
    const failing = load(BASE)
    failing.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(A_MINUTE_MS)
    await expect(failing).rejects.toMatchObject({ code: 'script_failed' })
    expect(inserted).toHaveLength(3)
    const succeeding = load(BASE)
    await vi.advanceTimersByTimeAsync(A_MINUTE_MS)
    await expect(succeeding).resolves.toBe(factory)
    expect(inserted).toHaveLength(5)
  })

  it('does not wait for ever for a dead connection', async () => {
    const load = await loader()
    holdClock()
    const inserted = stubDocument('silence', 'load')
    const loading = load(BASE)
    await vi.advanceTimersByTimeAsync(A_MINUTE_MS)
    await expect(loading).resolves.toBe(factory)
    expect(inserted).toHaveLength(2)
  })

  it('reports at once that the page’s policy forbids the script', async () => {
    const load = await loader()
    const inserted = stubDocument('blocked')
    await expect(load(BASE)).rejects.toMatchObject({ code: 'script_blocked' })
    expect(inserted).toHaveLength(1)
  })

  it('names the global that it expected', async () => {
    const load = await loader()
    stubDocument('load')
    const loading = load({ ...BASE, globalName: 'AcmePayments' })
    await expect(loading).rejects.toMatchObject({
      code: 'global_missing',
      message: expect.stringContaining('AcmePayments') as unknown,
    })
  })
})

describe('on a page that requires Trusted Types', () => {
  it('names the script through the policy that the page allows', async () => {
    const load = await loader()
    const inserted = stubDocument('load')
    const createPolicy = vi.fn(() => ({ createScriptURL: (address: string) => ({ trusted: address }) }))
    vi.stubGlobal('trustedTypes', { createPolicy })
    await load(BASE)
    expect(createPolicy).toHaveBeenCalledWith('sluice-loader', expect.anything())
    expect(inserted).toMatchObject([{ src: { trusted: 'https://gateway.example/embedded-fields.js' } }])
  })
})
