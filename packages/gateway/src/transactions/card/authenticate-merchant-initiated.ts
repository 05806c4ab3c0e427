import { withAuthentication } from './authentication-progress.ts'
import type { CardPorts } from './card-context.ts'
import { type ThreeDsStep, stepAfterEnrolment, stepAfterMerchantInitiated } from './three-ds-step.ts'
import { describeEnrolment, describeMerchantInitiated } from './describe-areq.ts'
import { findContext } from './find-context.ts'

/**
 * Requests the bank to authenticate a charge that the merchant starts (3RI), if the 3DS server supports it. Without
 * an answer, the charge continues as with a server that does not.
 *
 * @see docs/protocol/saved-cards.md#stored-credentials
 */
export async function authenticateMerchantInitiated(
  ports: CardPorts,
  { progress, firstAuthentication }: Extract<ThreeDsStep, { kind: 'authenticate_merchant_initiated' }>,
): Promise<ThreeDsStep> {
  const { serverId, ...context } = await findContext(ports, progress)
  const { id, server } = ports.threeDsServers.choose(serverId)
  if (server?.authenticateMerchantInitiated === undefined || ports.isThreeDsServerOpen(id))
    return { kind: 'authorize', progress, proof: null }

  const enrolment = await server.enrol(describeEnrolment(progress, context))
  if (enrolment.kind === 'not_required') return { kind: 'authorize', progress, proof: null }
  if (enrolment.kind === 'without_id') return stepAfterEnrolment(progress, enrolment, id)
  const { threeDsServerTransId } = enrolment
  const asked = withAuthentication(progress, { channel: '3RI', serverId: id, threeDsServerTransId })
  if (enrolment.kind !== 'enrolled') return { kind: 'authorize', progress: asked, proof: null }

  const enrolled = withAuthentication(asked, { messageVersion: enrolment.messageVersion })
  const request = describeMerchantInitiated(enrolled, { ...context, firstAuthentication })
  return stepAfterMerchantInitiated(enrolled, await server.authenticateMerchantInitiated(request))
}
