import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import {
  malformedBodyRefusal,
  RequestRefusal,
  validationRefusal,
} from '@sluice/platform/http/request-refusal'

import type { PortalAuth } from './portal-auth.ts'
import type { Adopted, SettingsDocument } from './portal-settings.ts'

/** Adds a merchant that people manage at the portal, by an entry in the words of the configuration file. */
export type AdoptMerchant = (document: SettingsDocument) => Promise<Adopted>

/** Serves the making of a merchant from a file that another installation approved. @see docs/protocol/operator.md#going-live */
export function registerAdoptMerchant(
  server: HttpServer,
  { auth, adopt }: { readonly auth: PortalAuth; readonly adopt: AdoptMerchant },
): void {
  server.post('/portal/operator/merchants', { config: AT_PORTAL }, async (request, reply) => {
    const person = await auth.requireOperator('addMerchant', request)
    const merchants = readFile(request.rawBody)
    if (!Array.isArray(merchants) || merchants.length !== 1)
      throw validationRefusal([
        { property: 'merchants', message: 'must be a list of one merchant', params: ['merchants'] },
      ])
    const adopted = await adopt(merchants[0] as SettingsDocument)
    if (adopted.kind === 'exists')
      throw new RequestRefusal(409, { error: 'Conflict', message: 'This merchant already exists.' })
    if (adopted.kind === 'not_valid')
      throw validationRefusal(
        adopted.problems.map(({ name, got, fix }) => ({
          property: name,
          message: `${got}: ${fix}`,
          params: [name],
        })),
      )
    const { merchantId, name } = adopted
    const done = { action: 'merchant.add', subject: merchantId, detail: {} } as const
    await auth.record(request, { ...person, merchantId }, done)
    return sendAnswer(reply, 201, { id: merchantId, name })
  })
}

/** A merchant's entry has more members than an API request allows; the file's schema validates the rest. */
function readFile(body: Uint8Array | null): unknown {
  try {
    const file: unknown = JSON.parse(Buffer.from(body ?? []).toString('utf8'))
    return typeof file === 'object' && file !== null && 'merchants' in file ? file.merchants : null
  } catch {
    throw malformedBodyRefusal()
  }
}
