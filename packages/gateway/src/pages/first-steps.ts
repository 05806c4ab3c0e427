import { type AuthorizeRequest, ENDPOINTS } from '@sluice/types'
import type { OpenApiDocument } from '@sluice/types/openapi'

/**
 * The data with which the operator of a test environment starts at `/reference`. It contains a secret, and only the
 * operator gets it.
 */
export interface FirstSteps {
  readonly clientId: string
  readonly clientSecret: string
  /** The access token, sent with requests until it expires; the client gets another one with its secret. */
  readonly accessToken: string
  /** The merchant's public key for browsers. */
  readonly clientKey: string
  /** A payment that is approved. */
  readonly payment: AuthorizeRequest
}

/** The terminal in the contract's examples, which no merchant has. */
const EXAMPLE_TERMINAL = 'T00000000001'

const { path: PATH, method, tag } = ENDPOINTS.authorize
const METHOD = method.toLowerCase()

/** The anchor of the payment on the page. */
const ANCHOR = `#tag/${tag.toLowerCase()}/${method}${PATH}`

const DESCRIPTION = `

**A first payment** is filled in, with the demo shop's credentials and an encrypted test card: open
[${method} ${PATH}](${ANCHOR}), press *Test Request* and *Send*. The access token is valid for five minutes: reload this page for another token, and for another payment.`

/** Returns the credentials for the program of the page, by the names of the document's security schemes. */
export function fillInCredentials({ clientId, clientSecret, accessToken, clientKey }: FirstSteps): object {
  const inForm = { 'x-scalar-client-id': clientId, clientSecret, 'x-scalar-credentials-location': 'body' }
  return {
    preferredSecurityScheme: 'accessToken',
    securitySchemes: {
      accessToken: { flows: { clientCredentials: { ...inForm, token: accessToken } } },
      clientKey: { value: clientKey },
      clientSecret: { username: clientId, password: clientSecret },
    },
  }
}

/**
 * Returns the document with the payment as the first example of its endpoint, and with requests that the demo
 * merchant can send.
 */
export function addFirstPayment(document: OpenApiDocument, { payment }: FirstSteps): OpenApiDocument {
  const text = JSON.stringify(document).replaceAll(EXAMPLE_TERMINAL, payment.terminal_id)
  const added = JSON.parse(text) as Writable
  // The page would send the example's key with every request, and the second one would reuse the key for another
  // request.
  for (const endpoint of Object.values(added.paths).flatMap((path) => Object.values(path ?? {})))
    for (const { name, schema } of endpoint?.parameters ?? [])
      if (name === 'idempotency-key') delete schema.examples
  const endpoint = added.paths[PATH]?.[METHOD]
  const body = endpoint?.requestBody?.content['application/json']
  if (!endpoint || !body) throw new TypeError(`the document has no body of ${method} ${PATH}`)
  body.examples = { first_payment: { summary: 'A first payment', value: payment }, ...body.examples }
  endpoint.parameters = endpoint.parameters?.filter(({ name }) => name !== 'idempotency-key')
  added.info.description += DESCRIPTION
  return added as unknown as OpenApiDocument
}

/** The parts of a document that change. */
interface Writable {
  readonly info: { description: string }
  readonly paths: Partial<Record<string, Partial<Record<string, WritableEndpoint>>>>
}

interface WritableEndpoint {
  parameters: readonly { readonly name: string; readonly schema: { examples?: unknown } }[] | undefined
  readonly requestBody?: {
    readonly content: Partial<Record<string, { examples?: Readonly<Record<string, unknown>> }>>
  }
}
