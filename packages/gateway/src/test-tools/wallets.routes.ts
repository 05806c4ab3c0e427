import type { SimulatedAwallet, SimulatedGwallet } from '@sluice/simulators'
import type { ErrorItem } from '@sluice/types'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'
import { importVerifyingKey } from '@sluice/shared/p256'

export interface SimulatedWalletPorts {
  readonly gwallet: SimulatedGwallet
  readonly awallet: SimulatedAwallet
  /** Returns the web wallet's id of a merchant. */
  readonly gatewayMerchantIdOf: (merchantId: string) => string
  /** Returns the merchant of a sandbox, by default the demo; null for an unknown sandbox. */
  readonly findSandboxMerchant: (sandboxId: string | undefined) => Promise<string | null>
}

/**
 * Serves the tokens of simulated wallets, only in the test environment.
 *
 * @see docs/protocol/simulators.md#simulated-wallets
 */
export function registerSimulatedWallets(
  server: HttpServer,
  { gwallet, awallet, gatewayMerchantIdOf, findSandboxMerchant }: SimulatedWalletPorts,
): void {
  registerEndpoint(server, 'getGwalletKeys', () => Promise.resolve({ status: 200, body: gwallet.keys }))

  registerEndpoint(server, 'createGwalletToken', async ({ headers, body }) => {
    const sandboxId = headers['x-sandbox-id']
    const merchantId = await findSandboxMerchant(typeof sandboxId === 'string' ? sandboxId : undefined)
    if (merchantId === null) throw notFoundRefusal()
    const payee = body.gateway_merchant_id ?? gatewayMerchantIdOf(merchantId)
    return { status: 200, body: { gwallet_pay_token: gwallet.makeToken(body, payee) } }
  })

  registerEndpoint(
    server,
    'createAwalletToken',
    async ({ body }) => ({ status: 200, body: { awallet_pay_token: await awallet.makeToken(body) } }),
    { refine: ({ public_key: publicKey }) => validatePublicKey(publicKey) },
  )

  registerEndpoint(server, 'getAwalletMerchant', async ({ params }) => ({
    status: 200,
    body: await awallet.describeMerchant(params.merchant_identifier),
  }))

  // A file for programs that read certificates from files. Certificates are public.
  server.get('/simulators/awallet-pay/root.pem', async (_request, reply) =>
    reply.type('application/x-pem-file').send(await awallet.rootCertificate()),
  )
}

function validatePublicKey(publicKey: string | undefined): ErrorItem[] {
  if (publicKey === undefined || importVerifyingKey(Buffer.from(publicKey, 'base64')) !== null) return []
  return [{ property: 'public_key', message: 'has an invalid format', params: ['public_key'] }]
}
